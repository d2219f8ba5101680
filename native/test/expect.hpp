// The least that tests need: a condition that says where it does not hold.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace validlib::test {

inline int failures = 0;

inline void expect(bool holds, const char* what, std::string_view of, const char* file, int line) {
  if (holds) return;
  ++failures;
  std::fprintf(stderr, "%s:%d: %s, of %.*s\n", file, line, what, static_cast<int>(of.size()), of.data());
}

// What `main` returns.
inline int ended() {
  if (failures > 0) std::fprintf(stderr, "%d failed\n", failures);
  return failures > 0 ? 1 : 0;
}

}  // namespace validlib::test

// The condition holds for what is spelled `of`.
#define EXPECT(condition, of) ::validlib::test::expect((condition), #condition, (of), __FILE__, __LINE__)
