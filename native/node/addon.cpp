// The border to JavaScript. JavaScript owns the memory both sides use: the text, the integers and the numbers of the
// tape. One call is one run: what it is to do stands at the head of the integers, and so does its verdict.
//
// It is written with node-addon-api, but for strings of Latin-1, which that cannot make, and for `run`, which is called
// for every text: written with it, isJson of Int over "1" takes 149 ns a call in place of 138 (medians of fastest
// tenths, Node 20, three processes each).
//
// Nothing here ends the process. A call of Node-API that fails throws, here or in node-addon-api, and so does a
// container that gets no memory. `compile` and `failures` then give nothing, which leaves the work to the pure engine;
// elsewhere node-addon-api makes an error of JavaScript's of it. When the addon is opened, the loader does without it
// then.

#include <napi.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include "../core/validators/dict.hpp"
#include "columns.hpp"
#include "environment.hpp"
#include "lines.hpp"
#include "run.hpp"

#ifndef VALIDLIB_VERSION
#error "VALIDLIB_VERSION should be the version in package.json"
#endif

namespace {

using validlib::Compiled;
using validlib::Environment;
using validlib::Head;
using validlib::Instance;
using validlib::orUndefined;
using validlib::require;
using validlib::Schema;
using validlib::Unit;

Instance& instanceOf(const Napi::CallbackInfo& info) { return *static_cast<Instance*>(info.Data()); }

// attachText(text: Uint8Array): boolean, false if it is too small. Ends the result of the last run.
Napi::Value attachText(const Napi::CallbackInfo& info) {
  Instance& instance = instanceOf(info);
  const bool free = !instance.busy;
  if (free) instance.engine.discard();
  return Napi::Boolean::New(info.Env(), free && instance.text.attach(info[0], validlib::textPadding));
}

// attachTape(integers: Int32Array, numbers: Float64Array): boolean, false if they are too small
Napi::Value attachTape(const Napi::CallbackInfo& info) {
  Instance& instance = instanceOf(info);
  const bool fits = !instance.busy &&
                    instance.integers.attach(info[0], validlib::headSize + validlib::Tape::leastIntegers) &&
                    instance.numbers.attach(info[1], validlib::Tape::leastNumbers);
  return Napi::Boolean::New(info.Env(), fits);
}

// release(): ends the result of the last run, and frees large buffers
Napi::Value release(const Napi::CallbackInfo& info) {
  Instance& instance = instanceOf(info);
  if (!instance.busy) {
    instance.engine.release(validlib::keptBytes());
    instance.lines.trim(validlib::keptBytes());
  }
  return info.Env().Undefined();
}

// The strings of the value of the last run, or null.
const validlib::Tape* tapeOf(const Instance& instance) noexcept {
  const auto& engine = instance.engine;
  return !instance.busy && engine.result() == validlib::Engine::Result::value ? &engine.walk.tape : nullptr;
}

// narrow(index: number): string, a chunk of the Latin-1 strings; wide(index), of the others
Napi::Value narrow(const Napi::CallbackInfo& info) {
  const auto* const tape = tapeOf(instanceOf(info));
  const std::uint32_t index = info[0].As<Napi::Number>().Uint32Value();
  if (tape == nullptr || index >= tape->narrow.count()) return info.Env().Undefined();
  const auto& chunks = tape->narrow;
  napi_value chunk = nullptr;
  require(info.Env(), napi_create_string_latin1(info.Env(), reinterpret_cast<const char*>(chunks.data(index)),
                                                chunks.length(index), &chunk));
  return {info.Env(), chunk};
}

Napi::Value wide(const Napi::CallbackInfo& info) {
  const auto* const tape = tapeOf(instanceOf(info));
  const std::uint32_t index = info[0].As<Napi::Number>().Uint32Value();
  if (tape == nullptr || index >= tape->wide.count()) return info.Env().Undefined();
  return Napi::String::New(info.Env(), tape->wide.data(index), tape->wide.length(index));
}

// repeats(): string, the short repeated strings of the last run
Napi::Value repeats(const Napi::CallbackInfo& info) {
  const auto* const tape = tapeOf(instanceOf(info));
  if (tape == nullptr) return info.Env().Undefined();
  const auto& strings = tape->repeats;
  napi_value all = nullptr;
  require(info.Env(), napi_create_string_latin1(info.Env(), strings.data(), strings.size(), &all));
  return {info.Env(), all};
}

Napi::Int32Array toArray(Napi::Env env, std::span<const std::int32_t> integers) {
  auto array = Napi::Int32Array::New(env, integers.size());
  if (!integers.empty()) std::memcpy(array.Data(), integers.data(), integers.size_bytes());
  return array;
}

// failures(): string | [integers: Int32Array, texts: string] | undefined, takes those of the last run: integers after
// the head, in the array of the tape, and the text of their strings. If they need more space than that array has, they
// come in an array of their own, beside the text. Each call of Node-API costs as much as some failures.
Napi::Value failures(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  Instance& instance = instanceOf(info);
  if (instance.busy) return env.Undefined();
  const auto unit = static_cast<Unit>(instance.integers.data[Head::unit]);
  const auto written = instance.engine.takeFailures(unit);
  if (written.overflows) return env.Undefined();
  return orUndefined(env, [&]() -> Napi::Value {
    const Napi::Value texts = Napi::String::New(env, written.text.data(), written.text.size());
    const std::size_t size = validlib::headSize + written.integers.size();
    if (size <= instance.integers.size) {
      std::copy_n(written.integers.data(), written.integers.size(), instance.integers.data + validlib::headSize);
      return texts;
    }
    auto integers = Napi::Int32Array::New(env, size);
    std::copy_n(written.integers.data(), written.integers.size(), integers.Data() + validlib::headSize);
    const auto result = Napi::Array::New(env, 2);
    result.Set(0U, integers);
    // Set would convert a Napi::String to UTF-8 and back, which loses lone surrogates; a Napi::Value is set unchanged.
    result.Set(1U, texts);
    return result;
  });
}

// learn(node: number, orders: Int32Array): boolean, the shapes to expect of a Dict: for each the number of its keys,
// and the keys
Napi::Value learn(const Napi::CallbackInfo& info) {
  auto& [schema, learned, instance] = *static_cast<Compiled*>(info.Data());
  const std::uint32_t id = info[0].As<Napi::Number>().Uint32Value();
  const auto orders = info[1].As<Napi::Int32Array>();
  if (instance->busy || id >= schema->nodes().size() || schema->nodes()[id]->kind != validlib::Kind::dict)
    return Napi::Boolean::New(info.Env(), false);
  const auto& dict = static_cast<const validlib::Dict&>(*schema->nodes()[id]);
  std::unique_ptr<validlib::Shapes> shapes(new (std::nothrow) validlib::Shapes);
  const bool fits = shapes != nullptr && shapes->build({orders.Data(), orders.ElementLength()}, dict.keys.members);
  if (fits) learned.set(id, std::move(shapes));
  return Napi::Boolean::New(info.Env(), fits);
}

// compile(plan: string): { run, runAsync, runMany, runManyAsync, learn, validateLines, kinds: Int32Array } | undefined
Napi::Value compile(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  return orUndefined(env, [&]() -> Napi::Value {
    auto schema = Schema::compile(info[0].As<Napi::String>().Utf8Value());
    if (schema == nullptr) return env.Undefined();
    const std::size_t count = schema->nodes().size();
    auto compiled =
        std::make_unique<Compiled>(Compiled{std::move(schema), validlib::Learned(count), &instanceOf(info)});
    std::vector<std::int32_t> kinds;
    kinds.reserve(count);
    for (const auto& node : compiled->schema->nodes())
      kinds.push_back(static_cast<std::int32_t>(node->kind) | (node->mayBeDelegated ? validlib::mayDelegateBit : 0));
    const auto result = Napi::Object::New(env);
    napi_value function = nullptr;
    require(env, napi_create_function(env, "run", NAPI_AUTO_LENGTH, validlib::run, compiled.get(), &function));
    result.Set("run", Napi::Value(env, function));
    result.Set("learn", Napi::Function::New<learn>(env, "learn", compiled.get()));
    result.Set("validateLines", Napi::Function::New<validlib::validateLines>(env, "validateLines", compiled.get()));
    result.Set("runMany", Napi::Function::New<validlib::runMany>(env, "runMany", compiled.get()));
    result.Set("runManyAsync", Napi::Function::New<validlib::runManyAsync>(env, "runManyAsync", compiled.get()));
    result.Set("runAsync", Napi::Function::New<validlib::runAsync>(env, "runAsync", compiled.get()));
    result.Set("kinds", toArray(env, kinds));
    // The schema lives as long as the function that runs it; the others are used only with it. From here on nothing
    // fails.
    Napi::Object(env, function).AddFinalizer([](Napi::BasicEnv, Compiled* owned) { delete owned; }, compiled.get());
    static_cast<void>(compiled.release());
    return result;
  });
}

// open(): { minimal, avx2, attachText, attachTape, release, compile, columns, extent, itemsToLines, narrow,
// parallelLines, wide, repeats, failures }
Napi::Value open(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  auto& environment = *static_cast<Environment*>(info.Data());
  Instance* const instance =
      environment.instances.emplace_back(std::unique_ptr<Instance>(new Instance{environment})).get();
  const auto port = Napi::Object::New(env);
  port.Set("attachText", Napi::Function::New<attachText>(env, "attachText", instance));
  port.Set("attachTape", Napi::Function::New<attachTape>(env, "attachTape", instance));
  port.Set("release", Napi::Function::New<release>(env, "release", instance));
  port.Set("minimal", Napi::Boolean::New(env, validlib::isMinimal()));
  port.Set("avx2", Napi::Boolean::New(env, validlib::Structure::isWide()));
  port.Set("compile", Napi::Function::New<compile>(env, "compile", instance));
  port.Set("columns", Napi::Function::New<validlib::columns>(env, "columns", instance));
  port.Set("extent", Napi::Function::New<validlib::extent>(env, "extent"));
  port.Set("itemsToLines", Napi::Function::New<validlib::itemsToLines>(env, "itemsToLines"));
  port.Set("narrow", Napi::Function::New<narrow>(env, "narrow", instance));
  port.Set("parallelLines", Napi::Function::New<validlib::parallelLines>(env, "parallelLines", instance));
  port.Set("wide", Napi::Function::New<wide>(env, "wide", instance));
  port.Set("repeats", Napi::Function::New<repeats>(env, "repeats", instance));
  port.Set("failures", Napi::Function::New<failures>(env, "failures", instance));
  return port;
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  auto owned = std::make_unique<Environment>();
  Environment* const environment = owned.get();
  env.SetInstanceData(environment);
  static_cast<void>(owned.release());
  exports.Set("version", VALIDLIB_VERSION);
  exports.Set("format", validlib::formatVersion);
  exports.Set("open", Napi::Function::New<open>(env, "open", environment));
  return exports;
}

}  // namespace

NODE_API_MODULE(validlib, init)
