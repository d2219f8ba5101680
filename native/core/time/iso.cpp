#include "iso.hpp"

#include "calendar.hpp"
#include "scanner.hpp"

namespace validlib {

namespace {

constexpr std::int64_t secondsOfDay = std::int64_t{minutesOfDay} * 60;

// Days since 1970 of an existing day, in the years from 1 on.
constexpr std::int64_t daysSince1970(int year, int month, int day) noexcept {
  // Years begin in March here, so that a leap day is the last one.
  const int years = month <= 2 ? year - 1 : year;
  const int months = month <= 2 ? month + 9 : month - 3;
  const int leapDays = years / 4 - years / 100 + years / 400;
  constexpr int marchOf1970 = 719'468;
  return std::int64_t{years} * 365 + leapDays + (153 * months + 2) / 5 + day - 1 - marchOf1970;
}
static_assert(daysSince1970(1970, 1, 1) == 0 && daysSince1970(2000, 3, 1) == 11'017);
static_assert(daysSince1970(1, 1, 1) == -719'162 && daysSince1970(9999, 12, 31) == 2'932'896);

bool readDate(Scanner& scanner, Instant& instant, int& month, int& day) noexcept {
  int year = 0;
  if (!scanner.number(4, year) || !scanner.take('-') || !scanner.number(2, month) || !scanner.take('-') ||
      !scanner.number(2, day) || year < 1 || !isDay(year, month, day)) {
    return false;
  }
  instant.seconds = daysSince1970(year, month, day) * secondsOfDay;
  return true;
}

// Reads any number of digits; those after the ninth do not count.
bool readFraction(Scanner& scanner, std::int32_t& nanosecond) noexcept {
  int digit = 0;
  bool any = false;
  for (std::int32_t unit = 100'000'000; scanner.digit(digit); unit /= 10) {
    nanosecond += unit * digit;
    any = true;
  }
  return any;
}

// Minutes east of UTC.
bool readOffset(Scanner& scanner, int& east) noexcept {
  if (scanner.take('Z') || scanner.take('z')) return true;
  const bool west = scanner.take('-');
  int hours = 0;
  int minutes = 0;
  if ((!west && !scanner.take('+')) || !scanner.number(2, hours) || !scanner.take(':') || !scanner.number(2, minutes)) {
    return false;
  }
  east = (west ? -1 : 1) * (hours * 60 + minutes);
  return hours <= 23 && minutes <= 59;
}

}  // namespace

bool readIso(NamedFormat format, Parts parts, Bytes text, Civil& civil) noexcept {
  const bool strict = format == NamedFormat::rfc3339;
  Scanner scanner(text);
  Instant& instant = civil.instant;
  int month = 0;
  int day = 0;
  if (parts != Parts::time && !readDate(scanner, instant, month, day)) return false;
  if (parts == Parts::date) return scanner.ended();
  // RFC 3339 has no time of day without an offset.
  if (parts == Parts::time ? strict : !scanner.take('T') && !scanner.take('t')) return false;
  int hour = 0;
  int minute = 0;
  int second = 0;
  if (!scanner.number(2, hour) || !scanner.take(':') || !scanner.number(2, minute)) return false;
  if (scanner.take(':')) {
    if (!scanner.number(2, second) || (scanner.take('.') && !readFraction(scanner, instant.nanosecond))) return false;
  } else if (strict) {
    return false;
  }
  int east = 0;
  civil.aware = parts == Parts::datetime && (strict || !scanner.ended());
  if ((civil.aware && !readOffset(scanner, east)) || !scanner.ended()) return false;
  if (hour > 23 || minute > 59 || second > leapSecond) return false;
  const int minutes = hour * 60 + minute;
  if (second == leapSecond) {
    const bool isLeap = parts == Parts::time ? isLastMinute(minutes - east) : isLeapMinute(month, day, minutes - east);
    if (!isLeap) return false;
    // The limits have no leap seconds.
    second = leapSecond - 1;
  }
  instant.seconds += (minutes - east) * 60 + second;
  return true;
}

}  // namespace validlib
