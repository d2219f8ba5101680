// The border to JavaScript. JavaScript owns the memory both sides use: the text, the integers and the numbers of the
// tape. One call is one run: what it is to do stands at the head of the integers, and so does its verdict. The calls
// that are made once are written with node-addon-api, the one that is made for every text with the C interface.

#include <napi.h>

#include <array>
#include <cstring>
#include <memory>
#include <utility>

#include "../core/engine.hpp"
#include "../core/validators/dict.hpp"

#ifndef VALIDLIB_VERSION
#error "VALIDLIB_VERSION should be the version in package.json"
#endif

namespace {

using validlib::Engine;
using validlib::Purpose;
using validlib::Schema;
using validlib::Unit;
using validlib::Verdict;

// What stands at the head of the integers; src/native/binding.ts has the same list.
enum Head : std::size_t {
  size,
  purpose,
  maxDepth,
  maxErrors,
  unit,
  verdict,
  deferred,
  depth,
  frames,
  references,
  headSize = 16
};

// Buffers of a text larger than this are dropped after use.
constexpr std::size_t keptBytes = std::size_t{4} * 1024 * 1024;

// A typed array of JavaScript's that both sides use.
template <class T>
struct Shared {
  T* data = nullptr;
  std::size_t size = 0;
  Napi::Reference<Napi::TypedArray> reference;

  bool attach(const Napi::Value& value) {
    if (!value.IsTypedArray()) return false;
    const auto array = value.As<Napi::TypedArray>();
    if (array.ElementSize() != sizeof(T)) return false;
    size = array.ElementLength();
    data = reinterpret_cast<T*>(static_cast<std::uint8_t*>(array.ArrayBuffer().Data()) + array.ByteOffset());
    reference = Napi::Persistent(array);
    return true;
  }
};

// Everything one engine has.
struct Instance {
  Engine engine;
  Shared<std::uint8_t> text;
  Shared<std::int32_t> integers;
  Shared<double> numbers;
};

// A schema, what has been learned of its Dicts here, and the environment both belong to.
struct Compiled {
  std::unique_ptr<Schema> schema;
  validlib::Learned learned;
  Instance* instance;
};

// The first chunk of the strings of a value, or undefined; the verdict is at the head of the integers.
napi_value run(napi_env env, napi_callback_info info) {
  void* data = nullptr;
  if (napi_get_cb_info(env, info, nullptr, nullptr, nullptr, &data) != napi_ok) return nullptr;
  const auto& [schema, learned, instance] = *static_cast<Compiled*>(data);
  auto& [engine, text, integers, numbers] = *instance;
  std::int32_t* const head = integers.data;
  const auto length = static_cast<std::size_t>(static_cast<std::uint32_t>(head[Head::size]));
  if (length + validlib::textPadding > text.size) {
    head[Head::verdict] = static_cast<std::int32_t>(Verdict::rejudge);
    return nullptr;
  }
  std::memset(text.data + length, ' ', validlib::textPadding);
  const validlib::Limits limits{static_cast<std::uint32_t>(head[Head::maxDepth]),
                                static_cast<std::uint32_t>(head[Head::maxErrors])};
  const auto wanted = static_cast<Purpose>(head[Head::purpose]);
  const bool ready =
      engine.walk.tape.begin(head + Head::headSize, integers.size - Head::headSize, numbers.data, numbers.size);
  const Verdict outcome = ready ? engine.run(*schema, text.data, length, limits, wanted, &learned) : Verdict::rejudge;
  head[Head::verdict] = static_cast<std::int32_t>(outcome);
  head[Head::deferred] = static_cast<std::int32_t>(engine.walk.deferred);
  head[Head::depth] = static_cast<std::int32_t>(engine.walk.deferredDepth);
  head[Head::frames] = static_cast<std::int32_t>(engine.walk.deferredFrames);
  head[Head::references] = static_cast<std::int32_t>(engine.walk.deferredReferences);
  const auto& strings = engine.walk.tape.narrow;
  if (outcome != Verdict::valid || wanted != Purpose::value || strings.length(0) == 0) return nullptr;
  napi_value chunk = nullptr;
  const auto* const bytes = reinterpret_cast<const char*>(strings.data(0));
  if (napi_create_string_latin1(env, bytes, strings.length(0), &chunk) != napi_ok) {
    head[Head::verdict] = static_cast<std::int32_t>(Verdict::rejudge);
    return nullptr;
  }
  return chunk;
}

Instance& instanceOf(const Napi::CallbackInfo& info) { return *static_cast<Instance*>(info.Data()); }

// attach(text: Uint8Array, integers: Int32Array, numbers: Float64Array): boolean
Napi::Value attach(const Napi::CallbackInfo& info) {
  Instance& instance = instanceOf(info);
  const bool fits = instance.text.attach(info[0]) && instance.integers.attach(info[1]) &&
                    instance.numbers.attach(info[2]) && instance.text.size >= 1024 && instance.integers.size >= 1024 &&
                    instance.numbers.size >= 64;
  instance.engine.walk.trim(keptBytes);
  return Napi::Boolean::New(info.Env(), fits);
}

// narrow(index: number): string, a chunk of the Latin-1 strings; wide(index), of the others
Napi::Value narrow(const Napi::CallbackInfo& info) {
  const auto& chunks = instanceOf(info).engine.walk.tape.narrow;
  const std::uint32_t index = info[0].As<Napi::Number>().Uint32Value();
  napi_value chunk = nullptr;
  if (index >= chunks.count() ||
      napi_create_string_latin1(info.Env(), reinterpret_cast<const char*>(chunks.data(index)), chunks.length(index),
                                &chunk) != napi_ok) {
    return info.Env().Undefined();
  }
  return {info.Env(), chunk};
}

Napi::Value wide(const Napi::CallbackInfo& info) {
  const auto& chunks = instanceOf(info).engine.walk.tape.wide;
  const std::uint32_t index = info[0].As<Napi::Number>().Uint32Value();
  napi_value chunk = nullptr;
  if (index >= chunks.count() ||
      napi_create_string_utf16(info.Env(), chunks.data(index), chunks.length(index), &chunk) != napi_ok) {
    return info.Env().Undefined();
  }
  return {info.Env(), chunk};
}

template <class Integers>
Napi::Value toArray(Napi::Env env, const Integers& integers) {
  auto array = Napi::Int32Array::New(env, integers.size());
  if (!integers.empty() && array.Data() != nullptr)
    std::memcpy(array.Data(), integers.data(), integers.size() * sizeof(std::int32_t));
  return array;
}

// failures(): [integers: Int32Array, text: string] | undefined, those of the last run
Napi::Value failures(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto& [engine, text, integers, numbers] = instanceOf(info);
  const auto written =
      validlib::writeFailures(engine.walk, engine.skipped(), static_cast<Unit>(integers.data[Head::unit]));
  napi_value strings = nullptr;
  if (written.overflows) return env.Undefined();
  if (napi_create_string_utf16(env, written.text.data(), written.text.size(), &strings) != napi_ok)
    return env.Undefined();
  const auto pair = Napi::Array::New(env, 2);
  pair.Set(0U, toArray(env, written.integers));
  pair.Set(1U, Napi::Value(env, strings));
  return pair;
}

// learn(node: number, orders: Int32Array): boolean, the shapes to expect of a Dict: for each how many keys, and the
// keys
Napi::Value learn(const Napi::CallbackInfo& info) {
  auto& [schema, learned, instance] = *static_cast<Compiled*>(info.Data());
  const std::uint32_t id = info[0].As<Napi::Number>().Uint32Value();
  const auto orders = info[1].As<Napi::Int32Array>();
  if (id >= schema->nodes().size() || schema->nodes()[id]->kind != validlib::Kind::dict)
    return Napi::Boolean::New(info.Env(), false);
  const auto& dict = static_cast<const validlib::Dict&>(*schema->nodes()[id]);
  std::unique_ptr<validlib::Shapes> shapes(new (std::nothrow) validlib::Shapes);
  const bool fits = shapes != nullptr && shapes->build({orders.Data(), orders.ElementLength()}, dict.keys.size(),
                                                       [&dict](std::size_t key) { return dict.needs(key); });
  if (fits) learned.set(id, std::move(shapes));
  return Napi::Boolean::New(info.Env(), fits);
}

// A bit beside the kind of a validator whose values have a mark in front of them on the tape.
constexpr std::int32_t tagged = 0x100;

// compile(plan: string): { run, learn, kinds: Int32Array } | undefined
Napi::Value compile(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const std::string plan = info[0].As<Napi::String>().Utf8Value();
  auto schema = Schema::compile(plan);
  if (schema == nullptr) return env.Undefined();
  const std::size_t count = schema->nodes().size();
  auto compiled = std::make_unique<Compiled>(Compiled{std::move(schema), validlib::Learned(count), &instanceOf(info)});
  std::vector<std::int32_t> kinds;
  for (const auto& node : compiled->schema->nodes())
    kinds.push_back(static_cast<std::int32_t>(node->kind) | (node->tagged ? tagged : 0));
  napi_value runFunction = nullptr;
  if (napi_create_function(env, "run", NAPI_AUTO_LENGTH, run, compiled.get(), &runFunction) != napi_ok)
    return env.Undefined();
  const auto result = Napi::Object::New(env);
  result.Set("run", Napi::Value(env, runFunction));
  result.Set("learn", Napi::Function::New<learn>(env, "learn", compiled.get()));
  result.Set("kinds", toArray(env, kinds));
  // The schema lives as long as the function that runs it; `learn` is used with it only.
  const auto function = Napi::Value(env, runFunction).As<Napi::Object>();
  const auto finalize = [](napi_env, void* owned, void*) { delete static_cast<Compiled*>(owned); };
  if (napi_add_finalizer(env, function, compiled.get(), finalize, nullptr, nullptr) != napi_ok) return env.Undefined();
  static_cast<void>(compiled.release());
  return result;
}

// What one environment has; each worker has its own.
using Instances = std::vector<std::unique_ptr<Instance>>;

// open(): { attach, compile, narrow, wide, failures }
Napi::Value open(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  auto* const instances = static_cast<Instances*>(info.Data());
  Instance* const instance = instances->emplace_back(std::make_unique<Instance>()).get();
  const auto port = Napi::Object::New(env);
  port.Set("attach", Napi::Function::New<attach>(env, "attach", instance));
  port.Set("compile", Napi::Function::New<compile>(env, "compile", instance));
  port.Set("narrow", Napi::Function::New<narrow>(env, "narrow", instance));
  port.Set("wide", Napi::Function::New<wide>(env, "wide", instance));
  port.Set("failures", Napi::Function::New<failures>(env, "failures", instance));
  return port;
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  auto* const instances = new Instances;
  env.SetInstanceData(instances);
  exports.Set("version", VALIDLIB_VERSION);
  exports.Set("format", validlib::formatVersion);
  exports.Set("open", Napi::Function::New<open>(env, "open", instances));
  return exports;
}

}  // namespace

NODE_API_MODULE(validlib, init)
