// Allocations that fail, one after the other. To be included once in a test: it puts allocators of its own in place of
// the library's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string>

#include "expect.hpp"

namespace validlib::test {

// The allocation that fails first, counted from now, and all behind it; by default none. Volatile, as compilers know
// that allocations change nothing.
inline volatile std::int64_t countdown = INT64_MAX;
// How many of them fail: by default all, so that memory stays short.
inline std::int64_t failing = INT64_MAX;
// A run is under way. It is code that throws nothing, so to ask for memory in a way that throws would end the process.
inline bool running = false;
inline std::int64_t unsafe = 0;
// What has been allocated with `new` and not been freed.
inline volatile std::int64_t live = 0;

inline bool fails() noexcept {
  const std::int64_t left = countdown;
  countdown = left - 1;
  return left <= 0 && left > -failing;
}

}  // namespace validlib::test

// The linker puts these in place of the library's; see CMakeLists.txt.
extern "C" {
void* __real_malloc(std::size_t size);
void* __real_realloc(void* data, std::size_t size);
void* __wrap_malloc(std::size_t size) { return validlib::test::fails() ? nullptr : __real_malloc(size); }
void* __wrap_realloc(void* data, std::size_t size) {
  return validlib::test::fails() ? nullptr : __real_realloc(data, size);
}
}

namespace validlib::test {

inline void* counted(void* data) noexcept {
  live = live + (data == nullptr ? 0 : 1);
  return data;
}
inline void* allocateOrThrow(std::size_t size) {
  if (running) ++unsafe;
  void* const data = !running && fails() ? nullptr : __real_malloc(size);
  if (data == nullptr) throw std::bad_alloc();
  return counted(data);
}
inline void* allocateOrNull(std::size_t size) noexcept { return fails() ? nullptr : counted(__real_malloc(size)); }
inline void drop(void* data) noexcept {
  live = live - (data == nullptr ? 0 : 1);
  std::free(data);
}

}  // namespace validlib::test

void* operator new(std::size_t size) { return validlib::test::allocateOrThrow(size); }
void* operator new[](std::size_t size) { return validlib::test::allocateOrThrow(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return validlib::test::allocateOrNull(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return validlib::test::allocateOrNull(size); }
void operator delete(void* data) noexcept { validlib::test::drop(data); }
void operator delete[](void* data) noexcept { validlib::test::drop(data); }
void operator delete(void* data, std::size_t) noexcept { validlib::test::drop(data); }
void operator delete[](void* data, std::size_t) noexcept { validlib::test::drop(data); }
void operator delete(void* data, const std::nothrow_t&) noexcept { validlib::test::drop(data); }
void operator delete[](void* data, const std::nothrow_t&) noexcept { validlib::test::drop(data); }

namespace validlib::test {

// Calls `act` with one allocation failing, and all behind it: the first of them, the second, and so on to the last.
template <class Act>
void failingEach(const std::string& what, Act act) {
  std::int64_t asked = 0;
  for (bool failed = true; failed && asked < 100'000; ++asked) {
    const std::int64_t before = live;
    countdown = asked;
    act(false);
    failed = countdown < 0;
    countdown = INT64_MAX;
    const bool freed = live == before;
    EXPECT(freed, what + ", allocation " + std::to_string(asked) + " leaves memory behind");
  }
  EXPECT(asked > 1 && asked < 100'000, what);
  act(true);
}

}  // namespace validlib::test
