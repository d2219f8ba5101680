// The calendar, and what all dates and times have in common.
#pragma once

namespace validlib {

inline constexpr int minutesOfDay = 24 * 60;
// A minute has 61 seconds where one is inserted.
inline constexpr int leapSecond = 60;

// The month is one of 1 to 12.
inline constexpr int daysOfMonth(int year, int month) noexcept {
  constexpr signed char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return month == 2 && leap ? 29 : days[month - 1];
}

// A day that there is, in the Gregorian calendar.
inline constexpr bool isDay(int year, int month, int day) noexcept {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOfMonth(year, month);
}

}  // namespace validlib
