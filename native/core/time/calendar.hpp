// The calendar, and rules that all dates and times share.
#pragma once

namespace validlib {

inline constexpr int minutesOfDay = 24 * 60;
// The number of the second that a leap second adds to a minute.
inline constexpr int leapSecond = 60;

// Returns whether a leap second may end a minute: the last one of a day in UTC. The minutes are counted in UTC from
// midnight of the local date: negative on the day before.
inline constexpr bool isLastMinute(int minutesInUtc) noexcept {
  return minutesInUtc == -1 || minutesInUtc == minutesOfDay - 1;
}

// The same on a local date: the day in UTC is the last one of June or December (RFC 3339, section 5.7).
inline constexpr bool isLeapMinute(int month, int day, int minutesInUtc) noexcept {
  if (minutesInUtc == -1) return day == 1 && (month == 1 || month == 7);
  return isLastMinute(minutesInUtc) && ((month == 6 && day == 30) || (month == 12 && day == 31));
}

// The month is from 1 to 12.
inline constexpr int daysOfMonth(int year, int month) noexcept {
  constexpr signed char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return month == 2 && leap ? 29 : days[month - 1];
}

// Tests whether a day exists in the Gregorian calendar.
inline constexpr bool isDay(int year, int month, int day) noexcept {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOfMonth(year, month);
}

}  // namespace validlib
