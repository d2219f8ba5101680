// The functions of Node-API that the addon calls, for values of fake_node.hpp. Each may be the one that fails. To be
// included once in a test.
#pragma once

#include <node_api.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "fake_node.hpp"

namespace validlib::test {

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
napi_status napi_get_value_double(napi_env, napi_value value, double* result) { GIVES(result, value->number); }
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
napi_status napi_get_element(napi_env, napi_value object, std::uint32_t index, napi_value* result) {
  GIVES(result, object->members[std::to_string(index)]);
}
napi_status napi_get_array_length(napi_env, napi_value array, std::uint32_t* result) {
  GIVES(result, static_cast<std::uint32_t>(array->length));
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
  const Inside inside;
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
napi_status napi_create_promise(napi_env, napi_deferred* delegated, napi_value* result) {
  *delegated = nullptr;
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

}  // namespace validlib::test
