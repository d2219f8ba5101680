// The addon with a Node of its own, in which any call of Node-API and any allocation may fail: it answers rightly, says
// that it cannot, or throws an error of JavaScript's. It never ends the process, and gives back all memory.
#include "../node/addon.cpp"

#include <atomic>
#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "expect.hpp"
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

namespace {

std::deque<napi_value__> values;
napi_value pending = nullptr;
napi_finalize endOfInstance = nullptr;
void* instanceData = nullptr;
// The way back from other threads.
napi_threadsafe_function_call_js comeBack = nullptr;
void* comeBackWith = nullptr;
std::atomic<void*> cameBack = nullptr;
void (*cleanup)(void*) = nullptr;
void* cleanupWith = nullptr;
// What a promise has come to.
napi_value settled = nullptr;
// The call of Node-API that fails, counted from now. Only one does: node-addon-api ends the process where it cannot
// even make an error.
std::int64_t calls = INT64_MAX;

// What Node does is not what is tested: its allocations never fail, and do not count.
struct Inside {
  std::int64_t countdown = validlib::test::countdown;
  std::int64_t live = validlib::test::live;
  Inside() { validlib::test::countdown = INT64_MAX; }
  ~Inside() {
    validlib::test::countdown = countdown;
    validlib::test::live = live;
  }
};

napi_value make(napi_valuetype type) {
  values.emplace_back().type = type;
  return &values.back();
}
napi_value text(const std::string& bytes) {
  const Inside inside;
  napi_value value = make(napi_string);
  value->bytes = bytes;
  return value;
}
napi_value number(double given) {
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
template <class T>
T* dataOf(napi_value value) {
  return reinterpret_cast<T*>(value->buffer->bytes.data());
}

bool refuses() { return calls != INT64_MAX && --calls == -1; }

// Allocations of the addon may fail, those of this test may not.
class Scarce {
 public:
  Scarce() { validlib::test::countdown = left; }
  ~Scarce() {
    left = validlib::test::countdown;
    validlib::test::countdown = INT64_MAX;
  }

  // The countdown that holds inside the addon.
  static inline std::int64_t left = INT64_MAX;
};

// The last function has thrown.
bool threw = false;

// Undefined when it throws.
napi_value callFunction(napi_value function, std::vector<napi_value> arguments = {}) {
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
napi_value member(napi_value object, const char* name) {
  if (object == nullptr) return nullptr;
  const auto found = object->members.find(name);
  return found == object->members.end() ? nullptr : found->second;
}

[[noreturn]] void never(const char* what) {
  std::fprintf(stderr, "%s should not be called\n", what);
  std::abort();
}

}  // namespace

extern "C" {
#define GIVES(result, made)                   \
  const Inside inside;                        \
  if (refuses()) return napi_generic_failure; \
  *(result) = (made);                         \
  return napi_ok

napi_status napi_get_cb_info(napi_env, napi_callback_info info, std::size_t* count, napi_value* given, napi_value* self,
                             void** data) {
  const Inside inside;
  const std::size_t room = count == nullptr ? 0 : *count;
  for (std::size_t i = 0; i < room && i < info->arguments.size(); ++i) given[i] = info->arguments[i];
  if (count != nullptr) *count = info->arguments.size();
  if (self != nullptr) *self = nullptr;
  if (data != nullptr) *data = info->data;
  return refuses() ? napi_generic_failure : napi_ok;
}
napi_status napi_create_function(napi_env, const char*, std::size_t, napi_callback call, void* data,
                                 napi_value* result) {
  GIVES(result, ([&] {
          napi_value value = make(napi_function);
          value->call = call;
          value->data = data;
          return value;
        }()));
}
napi_status napi_create_object(napi_env, napi_value* result) { GIVES(result, make(napi_object)); }
napi_status napi_create_array_with_length(napi_env, std::size_t, napi_value* result) {
  GIVES(result, make(napi_object));
}
napi_status napi_create_arraybuffer(napi_env, std::size_t size, void** data, napi_value* result) {
  const Inside inside;
  if (refuses()) return napi_generic_failure;
  *result = make(napi_object);
  (*result)->bytes.resize(size);
  if (data != nullptr) *data = (*result)->bytes.data();
  return napi_ok;
}
napi_status napi_get_arraybuffer_info(napi_env, napi_value buffer, void** data, std::size_t* size) {
  const Inside inside;
  if (refuses()) return napi_generic_failure;
  if (data != nullptr) *data = buffer->bytes.data();
  if (size != nullptr) *size = buffer->bytes.size();
  return napi_ok;
}
napi_status napi_create_typedarray(napi_env, napi_typedarray_type, std::size_t length, napi_value buffer, std::size_t,
                                   napi_value* result) {
  GIVES(result, ([&] {
          napi_value value = make(napi_object);
          value->isArray = true;
          value->buffer = buffer;
          value->length = length;
          value->number = sizeof(std::int32_t);
          return value;
        }()));
}
napi_status napi_is_typedarray(napi_env, napi_value value, bool* result) { GIVES(result, value->isArray); }
napi_status napi_get_typedarray_info(napi_env, napi_value value, napi_typedarray_type* type, std::size_t* length,
                                     void** data, napi_value* buffer, std::size_t* offset) {
  const Inside inside;
  if (refuses()) return napi_generic_failure;
  if (type != nullptr) {
    *type = value->number == 1 ? napi_uint8_array : value->number == 4 ? napi_int32_array : napi_float64_array;
  }
  if (length != nullptr) *length = value->length;
  if (data != nullptr) *data = value->buffer->bytes.data();
  if (buffer != nullptr) *buffer = value->buffer;
  if (offset != nullptr) *offset = 0;
  return napi_ok;
}
napi_status napi_create_string_utf8(napi_env, const char* given, std::size_t size, napi_value* result) {
  // What errors are made of: node-addon-api ends the process where that fails.
  const Inside inside;
  *result = make(napi_string);
  (*result)->bytes = size == NAPI_AUTO_LENGTH ? std::string(given) : std::string(given, size);
  return napi_ok;
}
napi_status napi_create_string_latin1(napi_env, const char* given, std::size_t size, napi_value* result) {
  GIVES(result, text(std::string(given, size)));
}
napi_status napi_create_string_utf16(napi_env, const char16_t*, std::size_t size, napi_value* result) {
  GIVES(result, text(std::string(size, '?')));
}
napi_status napi_create_double(napi_env, double given, napi_value* result) { GIVES(result, number(given)); }
napi_status napi_get_boolean(napi_env, bool given, napi_value* result) { GIVES(result, number(given ? 1 : 0)); }
napi_status napi_get_undefined(napi_env, napi_value* result) { GIVES(result, make(napi_undefined)); }
napi_status napi_get_value_uint32(napi_env, napi_value value, std::uint32_t* result) {
  GIVES(result, static_cast<std::uint32_t>(value->number));
}
napi_status napi_get_value_string_utf8(napi_env, napi_value value, char* room, std::size_t size, std::size_t* length) {
  const Inside inside;
  if (refuses()) return napi_generic_failure;
  if (room != nullptr) std::memcpy(room, value->bytes.c_str(), std::min(size, value->bytes.size() + 1));
  if (length != nullptr) *length = value->bytes.size();
  return napi_ok;
}
napi_status napi_set_named_property(napi_env, napi_value object, const char* name, napi_value value) {
  GIVES(&object->members[name], value);
}
napi_status napi_set_element(napi_env, napi_value object, std::uint32_t index, napi_value value) {
  GIVES(&object->members[std::to_string(index)], value);
}
napi_status napi_add_finalizer(napi_env, napi_value object, void* owned, napi_finalize finalize, void* hint,
                               napi_ref*) {
  const Inside inside;
  if (refuses()) return napi_generic_failure;
  object->finalize = finalize;
  object->owned = owned;
  object->hint = hint;
  return napi_ok;
}
napi_status napi_create_external(napi_env env, void* data, napi_finalize finalize, void* hint, napi_value* result) {
  *result = make(napi_external);
  return napi_add_finalizer(env, *result, data, finalize, hint, nullptr);
}
napi_status napi_get_value_external(napi_env, napi_value value, void** result) { GIVES(result, value->owned); }
napi_status napi_create_reference(napi_env, napi_value value, std::uint32_t, napi_ref* result) {
  GIVES(result, new napi_ref__{value});
}
napi_status napi_delete_reference(napi_env, napi_ref reference) {
  const Inside inside;
  delete reference;
  return napi_ok;
}
napi_status napi_get_reference_value(napi_env, napi_ref reference, napi_value* result) {
  *result = reference->value;
  return napi_ok;
}
napi_status napi_set_instance_data(napi_env, void* data, napi_finalize finalize, void*) {
  instanceData = data;
  endOfInstance = finalize;
  return napi_ok;
}
napi_status napi_create_promise(napi_env, napi_deferred* deferred, napi_value* result) {
  *deferred = nullptr;
  GIVES(result, make(napi_object));
}
napi_status napi_resolve_deferred(napi_env, napi_deferred, napi_value value) { GIVES(&settled, value); }
napi_status napi_reject_deferred(napi_env, napi_deferred, napi_value value) { GIVES(&settled, value); }
napi_status napi_create_threadsafe_function(napi_env, napi_value, napi_value, napi_value, std::size_t, std::size_t,
                                            void*, napi_finalize, void* with, napi_threadsafe_function_call_js back,
                                            napi_threadsafe_function* result) {
  const Inside inside;
  if (refuses()) return napi_generic_failure;
  comeBack = back;
  comeBackWith = with;
  *result = nullptr;
  return napi_ok;
}
napi_status napi_ref_threadsafe_function(napi_env, napi_threadsafe_function) {
  return refuses() ? napi_generic_failure : napi_ok;
}
napi_status napi_unref_threadsafe_function(napi_env, napi_threadsafe_function) {
  return refuses() ? napi_generic_failure : napi_ok;
}
napi_status napi_add_env_cleanup_hook(napi_env, void (*call)(void*), void* with) {
  if (refuses()) return napi_generic_failure;
  cleanup = call;
  cleanupWith = with;
  return napi_ok;
}
// The only one that another thread calls.
napi_status napi_call_threadsafe_function(napi_threadsafe_function, void* data, napi_threadsafe_function_call_mode) {
  cameBack = data;
  return napi_ok;
}
napi_status napi_typeof(napi_env, napi_value value, napi_valuetype* result) {
  *result = value->type;
  return napi_ok;
}
napi_status napi_open_handle_scope(napi_env, napi_handle_scope*) { return napi_ok; }
napi_status napi_close_handle_scope(napi_env, napi_handle_scope) { return napi_ok; }
napi_status napi_open_escapable_handle_scope(napi_env, napi_escapable_handle_scope*) { return napi_ok; }
napi_status napi_close_escapable_handle_scope(napi_env, napi_escapable_handle_scope) { return napi_ok; }
napi_status napi_escape_handle(napi_env, napi_escapable_handle_scope, napi_value value, napi_value* result) {
  *result = value;
  return napi_ok;
}
// Of an error, whether it wraps something else.
napi_status napi_has_property(napi_env, napi_value, napi_value, bool* result) {
  *result = false;
  return napi_ok;
}
napi_status napi_is_exception_pending(napi_env, bool* result) {
  *result = pending != nullptr;
  return napi_ok;
}
napi_status napi_get_and_clear_last_exception(napi_env, napi_value* result) {
  *result = std::exchange(pending, nullptr);
  return napi_ok;
}
napi_status napi_get_last_error_info(napi_env, const napi_extended_error_info** result) {
  static const napi_extended_error_info info{"refused", nullptr, 0, napi_generic_failure};
  *result = &info;
  return napi_ok;
}
napi_status napi_create_error(napi_env, napi_value, napi_value, napi_value* result) {
  const Inside inside;
  *result = make(napi_object);
  return napi_ok;
}
napi_status napi_create_type_error(napi_env env, napi_value code, napi_value message, napi_value* result) {
  return napi_create_error(env, code, message, result);
}
napi_status napi_throw(napi_env, napi_value error) {
  pending = error;
  return napi_ok;
}
// What node-addon-api refers to, and the addon never calls.
napi_status napi_get_named_property(napi_env, napi_value, const char*, napi_value*) {
  never("napi_get_named_property");
}
napi_status napi_get_property(napi_env, napi_value, napi_value, napi_value*) { never("napi_get_property"); }
napi_status napi_define_properties(napi_env, napi_value, std::size_t, const napi_property_descriptor*) {
  never("napi_define_properties");
}
void napi_fatal_error(const char* where, std::size_t, const char* what, std::size_t) {
  std::fprintf(stderr, "fatal: %s, %s\n", where, what);
  std::abort();
}
}

namespace {

// What is called for a schema or a text throws nothing for want of memory: the pure engine takes over.
void throwsNothing(const std::string& what) { EXPECT(!threw || calls != INT64_MAX, what); }

// Waits for a promise of the addon's; null when there is none, or it comes to nothing. Which allocation of several
// threads comes first nobody knows, so none of them fails here.
napi_value awaited(napi_value compiled, const char* name, std::vector<napi_value> arguments = {}) {
  settled = nullptr;
  const napi_value promise = callFunction(member(compiled, name), std::move(arguments));
  throwsNothing(name);
  if (promise == nullptr || promise->type == napi_undefined) return nullptr;
  if (settled == nullptr) {
    while (cameBack == nullptr) {
    }
    // Any environment but none.
    comeBack(reinterpret_cast<napi_env>(&values), nullptr, comeBackWith, cameBack.exchange(nullptr));
  }
  pending = nullptr;
  return settled == nullptr || settled->type == napi_undefined ? nullptr : settled;
}

const std::string lines = "{\"a\":1}\n\n{\"b\":1}\n";

bool areRight(napi_value runs, bool scarce) {
  const std::vector<std::uint32_t> expected = {8, 1, 0, 9, 1, 2, 17, 1, 1};
  bool right = runs != nullptr && runs->length == expected.size();
  for (std::size_t i = 0; right && i < expected.size(); ++i) {
    const std::uint32_t given = dataOf<std::uint32_t>(runs)[i];
    // In little memory the last lines may be undecided.
    if (given == expected[i]) continue;
    EXPECT(scarce && i % 3 == 2 && given == 3, lines);
    right = false;
  }
  return right;
}

bool judgesLines(napi_value compiled) {
  const napi_value bytes = array<std::uint8_t>(lines.size());
  std::memcpy(dataOf<std::uint8_t>(bytes), lines.data(), lines.size());
  const napi_value runs = callFunction(member(compiled, "judgeLines"), {bytes, number(512), number(1000)});
  throwsNothing("judgeLines");
  return areRight(runs, Scarce::left != INT64_MAX);
}

// The same lines twice, on other threads.
bool judgesParts(napi_value port, napi_value compiled) {
  const napi_value crew = callFunction(member(port, "crew"), {number(2)});
  throwsNothing("crew");
  if (crew == nullptr || crew->type == napi_undefined) return false;
  const std::size_t room = lines.size() + validlib::textPadding;
  const napi_value sizes = array<std::uint32_t>(2);
  const auto judged = [&](std::size_t length) {
    const napi_value bytes = array<std::uint8_t>(length);
    for (std::size_t i = 0; i < 2; ++i) {
      std::memcpy(dataOf<std::uint8_t>(bytes) + i * room, lines.data(), lines.size());
      dataOf<std::uint32_t>(sizes)[i] = static_cast<std::uint32_t>(lines.size());
    }
    return awaited(compiled, "judgeLinesAsync", {bytes, number(512), number(1000), sizes, crew});
  };
  EXPECT(judged(2 * room - 1) == nullptr, "parts that are longer than the text");
  const napi_value parts = judged(2 * room);
  return areRight(member(parts, "0"), false) && areRight(member(parts, "1"), false);
}

// What JavaScript does with an addon. True when it got all answers, and they were right; where one is missing or is
// left to the pure engine, it ends.
bool uses(const std::string& json, Verdict expected) {
  const napi_value exports = [] {
    const Inside inside;
    return make(napi_object);
  }();
  {
    const Scarce scarce;
    napi_register_module_v1(nullptr, exports);
  }
  pending = nullptr;
  const napi_value port = callFunction(member(exports, "open"));
  const napi_value bytes = array<std::uint8_t>(1024);
  const napi_value integers = array<std::int32_t>(1024);
  const napi_value numbers = array<double>(64);
  const napi_value fits = callFunction(member(port, "attach"), {bytes, integers, numbers});
  if (fits == nullptr || fits->number != 1) return false;
  const napi_value plan = text(
      R"({"root":{"__class__":"Dict","schema":{"a":{"__class__":"Int"},"b":{"__class__":"Str"}},"optional":["b"]},"aliases":{}})");
  const napi_value compiled = callFunction(member(port, "compile"), {plan});
  throwsNothing("compile");
  if (member(compiled, "kinds") == nullptr) return false;
  const bool threads = Scarce::left == INT64_MAX;
  if (!judgesLines(compiled) || (threads && !judgesParts(port, compiled))) return false;
  const napi_value order = array<std::int32_t>(3);
  std::memcpy(dataOf<std::int32_t>(order), std::vector<std::int32_t>{2, 1, 0}.data(), 3 * sizeof(std::int32_t));
  const napi_value learned = callFunction(member(compiled, "learn"), {number(0), order});
  std::memcpy(dataOf<std::uint8_t>(bytes), json.data(), json.size());
  auto* const head = dataOf<std::int32_t>(integers);
  head[Head::size] = static_cast<std::int32_t>(json.size());
  head[Head::purpose] = static_cast<std::int32_t>(Purpose::value);
  head[Head::maxDepth] = 512;
  head[Head::maxErrors] = 100;
  head[Head::verdict] = static_cast<std::int32_t>(Verdict::none);
  if (threads && awaited(compiled, "runAsync") == nullptr) return false;
  EXPECT(!threads || head[Head::verdict] == static_cast<std::int32_t>(expected), json);
  head[Head::verdict] = static_cast<std::int32_t>(Verdict::none);
  const napi_value chunk = callFunction(member(compiled, "run"));
  throwsNothing("run");
  const auto verdict = static_cast<Verdict>(head[Head::verdict]);
  EXPECT(verdict == expected || verdict == Verdict::rejudge || verdict == Verdict::none, json);
  if (verdict != expected) return false;
  if (verdict == Verdict::valid) {
    EXPECT(chunk == nullptr || chunk->bytes == "text", json);
    return learned != nullptr && chunk != nullptr && callFunction(member(port, "narrow"), {number(0)}) != nullptr;
  }
  const napi_value failures = callFunction(member(port, "failures"));
  throwsNothing("failures");
  return learned != nullptr && member(failures, "1") != nullptr;
}

// The environment ends, and all that belongs to it.
void end() {
  if (cleanup != nullptr) cleanup(cleanupWith);
  cleanup = nullptr;
  for (napi_value__& value : values) {
    if (value.finalize != nullptr) value.finalize(nullptr, value.owned, value.hint);
  }
  if (endOfInstance != nullptr) endOfInstance(nullptr, instanceData, nullptr);
  endOfInstance = nullptr;
  pending = nullptr;
  const Inside inside;
  values.clear();
}

void runs(const std::string& json, Verdict expected) {
  bool all = true;
  validlib::test::failingEach(json, [&](bool enough) {
    Scarce::left = validlib::test::countdown;
    validlib::test::countdown = INT64_MAX;
    const bool answered = uses(json, expected);
    end();
    validlib::test::countdown = std::exchange(Scarce::left, INT64_MAX);
    all = all && (answered || !enough);
  });
  EXPECT(all, json);
  std::int64_t call = 0;
  for (bool answered = false; !answered && call < 1000; ++call) {
    const std::int64_t before = validlib::test::live;
    calls = call;
    answered = uses(json, expected);
    const bool refused = calls < 0;
    calls = INT64_MAX;
    end();
    const bool freed = validlib::test::live == before;
    EXPECT(freed && answered == !refused, json + ", call " + std::to_string(call));
  }
  EXPECT(call > 10 && call < 1000, json);
}

}  // namespace

int main() {
  runs(R"({"b":"text","a":1})", Verdict::valid);
  runs(R"({"b":1,"c":2})", Verdict::invalid);
  return validlib::test::ended();
}
