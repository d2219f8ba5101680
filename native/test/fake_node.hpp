// A Node of the test's own: values of JavaScript, calls of the addon's functions, and what fails on the way.
#pragma once

#include <node_api.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "failing.hpp"

// A value of JavaScript's.
struct napi_value__ {
  napi_valuetype type = napi_undefined;
  double number = 0;
  std::string bytes;
  std::size_t length = 0;
  std::map<std::string, napi_value> members;
  napi_callback call = nullptr;
  void* data = nullptr;
  bool isArray = false;
  napi_value buffer = nullptr;
  napi_finalize finalize = nullptr;
  void* owned = nullptr;
  void* hint = nullptr;
};
struct napi_ref__ {
  napi_value value;
};
struct napi_callback_info__ {
  std::vector<napi_value> arguments;
  void* data;
};

namespace validlib::test {

inline std::deque<napi_value__> values;
inline napi_value pending = nullptr;
inline napi_finalize endOfInstance = nullptr;
inline void* instanceData = nullptr;
// The way back from other threads.
inline napi_threadsafe_function_call_js comeBack = nullptr;
inline void* comeBackWith = nullptr;
inline std::atomic<void*> cameBack = nullptr;
inline void (*cleanup)(void*) = nullptr;
inline void* cleanupWith = nullptr;
// What a promise has come to.
inline napi_value settled = nullptr;
// The call of Node-API that fails, counted from now. Only one does: node-addon-api ends the process where it cannot
// even make an error.
inline std::int64_t calls = INT64_MAX;

// What Node does is not what is tested: its allocations never fail, and do not count.
struct Inside {
  std::int64_t countdown = test::countdown;
  std::int64_t live = test::live;
  Inside() { test::countdown = INT64_MAX; }
  ~Inside() {
    test::countdown = countdown;
    test::live = live;
  }
};

inline napi_value make(napi_valuetype type) {
  values.emplace_back().type = type;
  return &values.back();
}
inline napi_value text(const std::string& bytes) {
  const Inside inside;
  napi_value value = make(napi_string);
  value->bytes = bytes;
  return value;
}
inline napi_value number(double given) {
  const Inside inside;
  napi_value value = make(napi_number);
  value->number = given;
  return value;
}
template <class T>
napi_value array(std::size_t length) {
  const Inside inside;
  napi_value buffer = make(napi_object);
  buffer->bytes.resize(length * sizeof(T));
  napi_value value = make(napi_object);
  value->isArray = true;
  value->buffer = buffer;
  value->length = length;
  value->number = sizeof(T);
  return value;
}
inline napi_value list(const std::vector<napi_value>& items) {
  const Inside inside;
  napi_value value = make(napi_object);
  value->length = items.size();
  for (std::size_t i = 0; i < items.size(); ++i) value->members[std::to_string(i)] = items[i];
  return value;
}
template <class T>
T* dataOf(napi_value value) {
  return reinterpret_cast<T*>(value->buffer->bytes.data());
}

inline bool refuses() { return calls != INT64_MAX && --calls == -1; }

// Allocations of the addon may fail, those of this test may not.
class Scarce {
 public:
  Scarce() { countdown = left; }
  ~Scarce() {
    left = countdown;
    countdown = INT64_MAX;
  }

  // The countdown that holds inside the addon.
  static inline std::int64_t left = INT64_MAX;
};

// The last function has thrown.
inline bool threw = false;

// Undefined when it throws.
inline napi_value callFunction(napi_value function, std::vector<napi_value> arguments = {}) {
  if (function == nullptr || function->call == nullptr) return nullptr;
  napi_callback_info__ info{std::move(arguments), function->data};
  napi_value result = nullptr;
  {
    const Scarce scarce;
    result = function->call(nullptr, &info);
  }
  threw = pending != nullptr;
  if (threw) result = nullptr;
  pending = nullptr;
  return result;
}
inline napi_value member(napi_value object, const char* name) {
  if (object == nullptr) return nullptr;
  const auto found = object->members.find(name);
  return found == object->members.end() ? nullptr : found->second;
}

[[noreturn]] inline void never(const char* what) {
  std::fprintf(stderr, "%s should not be called\n", what);
  std::abort();
}

}  // namespace validlib::test
