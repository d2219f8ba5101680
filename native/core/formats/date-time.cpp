// Dates, times and durations of RFC 3339, those of `ajv-formats` without an offset, and weeks of ISO 8601.
#include "../time/calendar.hpp"
#include "../time/scanner.hpp"
#include "characters.hpp"
#include "index.hpp"

namespace validlib {

namespace {

// A time of day.
struct Clock {
  int hour = 0;
  int minute = 0;
  int second = 0;
  // Minutes in UTC since the midnight of its date: negative for the day before.
  int minutesInUtc = 0;
};

// Reads the part before the offset.
bool readTime(Scanner& scanner, Clock& clock) noexcept {
  return scanner.number(2, clock.hour) && scanner.take(':') && scanner.number(2, clock.minute) && scanner.take(':') &&
         scanner.number(2, clock.second) && (!scanner.take('.') || scanner.digits()) && clock.hour <= 23 &&
         clock.minute <= 59 && clock.second <= leapSecond;
}

// Whether the offset of a time may be missing, or be in any form of ISO 8601: `+01:00`, `+0100`, `+01`.
enum class Offset : std::uint8_t { strict, iso };

bool readClock(Bytes text, Clock& clock, Offset offsets = Offset::strict) noexcept {
  Scanner scanner(text);
  int hours = 0;
  int minutes = 0;
  if (!readTime(scanner, clock)) return false;
  clock.minutesInUtc = clock.hour * 60 + clock.minute;
  if (offsets == Offset::iso && scanner.ended()) return true;
  if (scanner.take('Z') || scanner.take('z')) return scanner.ended();
  const bool west = scanner.take('-');
  if ((!west && !scanner.take('+')) || !scanner.number(2, hours)) return false;
  if (offsets == Offset::strict || !scanner.ended()) {
    if ((!scanner.take(':') && offsets == Offset::strict) || !scanner.number(2, minutes)) return false;
  }
  const int offset = hours * 60 + minutes;
  clock.minutesInUtc += west ? offset : -offset;
  return hours <= 23 && minutes <= 59 && scanner.ended();
}

// A leap second is the last one of a day in UTC.
bool isSound(const Clock& clock) noexcept { return clock.second < leapSecond || isLastMinute(clock.minutesInUtc); }

struct Day {
  int year = 0;
  int month = 0;
  int day = 0;
};

bool readDay(Bytes text, Day& date) noexcept {
  Scanner scanner(text);
  return scanner.number(4, date.year) && scanner.take('-') && scanner.number(2, date.month) && scanner.take('-') &&
         scanner.number(2, date.day) && scanner.ended() && isDay(date.year, date.month, date.day);
}

// Whole numbers with their units; no unit between two given ones may be left out. Ends before the time.
bool readUnits(Scanner& scanner, Bytes units) noexcept {
  bool first = true;
  do {
    char unit;
    if (!scanner.digits() || !scanner.any(unit)) return false;
    const std::size_t found = units.find(unit);
    if (found == Bytes::npos || (!first && found > 0)) return false;
    units.remove_prefix(found + 1);
    first = false;
  } while (!scanner.ended() && scanner.peek() != 'T');
  return true;
}

bool isDate(Bytes text) noexcept {
  Day date;
  return readDay(text, date);
}

bool isTime(Bytes text) noexcept {
  Clock clock;
  return readClock(text, clock) && isSound(clock);
}

constexpr std::size_t dateSize = 10;

// The letter between a date and a time.
bool hasSeparator(Bytes text) noexcept { return text.size() > dateSize && lowerCase(text[dateSize]) == 't'; }

bool isMoment(Bytes text, Offset offsets) noexcept {
  Day date;
  Clock clock;
  if (!readDay(text.substr(0, dateSize), date) || !readClock(text.substr(dateSize + 1), clock, offsets) ||
      !isSound(clock)) {
    return false;
  }
  return clock.second < leapSecond || isLeapMinute(date.month, date.day, clock.minutesInUtc);
}

bool isDateTime(Bytes text) noexcept { return hasSeparator(text) && isMoment(text, Offset::strict); }

bool isIsoTime(Bytes text) noexcept {
  Clock clock;
  return readClock(text, clock, Offset::iso) && isSound(clock);
}

bool isIsoDateTime(Bytes text) noexcept {
  const bool separated = hasSeparator(text) || (text.size() > dateSize && text[dateSize] == ' ');
  return separated && isMoment(text, Offset::iso);
}

// A leap second needs an offset: without one it is unknown which minute is the last of a day in UTC.
bool isLocalDateTime(Bytes text) noexcept {
  if (!hasSeparator(text)) return false;
  Day date;
  Clock clock;
  Scanner scanner(text.substr(dateSize + 1));
  return readDay(text.substr(0, dateSize), date) && readTime(scanner, clock) && scanner.ended() &&
         clock.second < leapSecond;
}

// The days from 1 January 1 BC to the last day of a year, counted in weeks of seven: 4 is a Thursday.
int lastWeekday(int year) noexcept { return (year + year / 4 - year / 100 + year / 400) % 7; }

// Years that begin or end on a Thursday have a week 53.
bool isWeek(Bytes text) noexcept {
  Scanner scanner(text);
  int year = 0;
  int week = 0;
  if (!scanner.number(4, year) || !scanner.take('-') || !scanner.take('W') || !scanner.number(2, week) ||
      !scanner.ended()) {
    return false;
  }
  if (week < 1 || week > 53) return false;
  return week < 53 || lastWeekday(year) == 4 || lastWeekday(year + 399) == 3;
}

bool isDuration(Bytes text) noexcept {
  Scanner scanner(text);
  if (!scanner.take('P')) return false;
  // Weeks cannot be combined with other units.
  Scanner weeks = scanner;
  if (weeks.digits() && weeks.take('W')) return weeks.ended();
  if (scanner.peek() != 'T' && !readUnits(scanner, "YMD")) return false;
  if (scanner.ended()) return true;
  return scanner.take('T') && readUnits(scanner, "HMS") && scanner.ended();
}

}  // namespace

namespace {
constexpr FormatEntry entries[] = {
    {"date", isDate},         {"time", isTime},           {"date-time", isDateTime},
    {"iso-time", isIsoTime},  {"iso-date-time", isIsoDateTime}, {"local-date-time", isLocalDateTime},
    {"duration", isDuration}, {"iso-week", isWeek},
};
}  // namespace

constinit const FormatTable dateTimeFormats = entries;

}  // namespace validlib
