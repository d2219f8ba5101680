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

#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "../core/engine.hpp"
#include "../core/json/syntax.hpp"
#include "../core/lines.hpp"
#include "../core/validators/dict.hpp"
#include "jobs.hpp"

#ifndef VALIDLIB_VERSION
#error "VALIDLIB_VERSION should be the version in package.json"
#endif

namespace {

using validlib::Engine;
using validlib::Head;
using validlib::Purpose;
using validlib::require;
using validlib::Schema;
using validlib::Unit;
using validlib::Verdict;

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

struct Instance;

// What one environment has; each worker has its own.
struct Environment {
  std::vector<std::unique_ptr<Instance>> instances;
  // Made when there is the first.
  std::unique_ptr<validlib::Jobs> jobs;
};

// Everything one engine has.
struct Instance {
  Environment& environment;
  Engine engine{};
  validlib::Lines lines{engine};
  Shared<std::uint8_t> text{};
  Shared<std::int32_t> integers{};
  Shared<double> numbers{};
};

// A schema, what has been learned of its Dicts here, and the environment both belong to.
struct Compiled {
  std::unique_ptr<const Schema> schema;
  validlib::Learned learned;
  Instance* instance;
};

// Whether the text was refused because it is not JSON, and where.
void findSyntax(std::int32_t* head, const std::uint8_t* text, std::size_t size) noexcept {
  validlib::Position position;
  const auto maxDepth = static_cast<std::uint32_t>(head[Head::maxDepth]);
  if (!validlib::findSyntax(text, size, maxDepth, static_cast<Unit>(head[Head::unit]), position)) return;
  head[Head::verdict] = static_cast<std::int32_t>(Verdict::notJson);
  head[Head::offset] = static_cast<std::int32_t>(position.offset);
  head[Head::line] = static_cast<std::int32_t>(position.line);
  head[Head::column] = static_cast<std::int32_t>(position.column);
}

// One run, as the head of the integers says; the verdict is there too. JavaScript does nothing with the memory
// meanwhile, so any thread may do it.
void judge(const Compiled& compiled) noexcept {
  const auto& [schema, learned, instance] = compiled;
  auto& [environment, engine, lines, text, integers, numbers] = *instance;
  std::int32_t* const head = integers.data;
  const auto length = static_cast<std::size_t>(static_cast<std::uint32_t>(head[Head::size]));
  if (length + validlib::textPadding > text.size) {
    head[Head::verdict] = static_cast<std::int32_t>(Verdict::rejudge);
    return;
  }
  std::memset(text.data + length, ' ', validlib::textPadding);
  const validlib::Limits limits{static_cast<std::uint32_t>(head[Head::maxDepth]),
                                static_cast<std::uint32_t>(head[Head::maxErrors])};
  const auto wanted = static_cast<Purpose>(head[Head::purpose]);
  const bool ready = wanted != Purpose::value ||
                     engine.walk.tape.begin(head[Head::repeats] != 0 ? length : 0, head + validlib::headSize,
                                            integers.size - validlib::headSize, numbers.data, numbers.size);
  const Verdict outcome = ready ? engine.run(*schema, text.data, length, limits, wanted, &learned) : Verdict::rejudge;
  head[Head::verdict] = static_cast<std::int32_t>(outcome);
  if (outcome == Verdict::rejudge) findSyntax(head, text.data, length);
  head[Head::deferred] = static_cast<std::int32_t>(engine.walk.deferrals.count);
  head[Head::depth] = static_cast<std::int32_t>(engine.walk.deferrals.depth);
  head[Head::frames] = static_cast<std::int32_t>(engine.walk.deferrals.frames);
  head[Head::references] = static_cast<std::int32_t>(engine.walk.deferrals.references);
}

// The first chunk of the strings of the value that a run has written, or null.
napi_value firstChunk(napi_env env, Instance& instance) noexcept {
  std::int32_t* const head = instance.integers.data;
  const auto& strings = instance.engine.walk.tape.narrow;
  const bool written = head[Head::verdict] == static_cast<std::int32_t>(Verdict::valid) &&
                       head[Head::purpose] == static_cast<std::int32_t>(Purpose::value);
  if (!written || strings.length(0) == 0) return nullptr;
  napi_value chunk = nullptr;
  const auto* const bytes = reinterpret_cast<const char*>(strings.data(0));
  if (napi_create_string_latin1(env, bytes, strings.length(0), &chunk) != napi_ok) {
    head[Head::verdict] = static_cast<std::int32_t>(Verdict::rejudge);
    return nullptr;
  }
  return chunk;
}

// A run, and the first chunk of the strings of a value, or undefined.
napi_value run(napi_env env, napi_callback_info info) {
  void* data = nullptr;
  if (napi_get_cb_info(env, info, nullptr, nullptr, nullptr, &data) != napi_ok) return nullptr;
  const auto& compiled = *static_cast<Compiled*>(data);
  judge(compiled);
  return firstChunk(env, *compiled.instance);
}

// What `make` gives; undefined when something fails on the way.
template <class Make>
Napi::Value orUndefined(Napi::Env env, Make make) {
  try {
    return make();
  } catch (...) {
    return env.Undefined();
  }
}

Instance& instanceOf(const Napi::CallbackInfo& info) { return *static_cast<Instance*>(info.Data()); }

// attach(text: Uint8Array, integers: Int32Array, numbers: Float64Array): boolean
Napi::Value attach(const Napi::CallbackInfo& info) {
  Instance& instance = instanceOf(info);
  const bool fits = instance.text.attach(info[0]) && instance.integers.attach(info[1]) &&
                    instance.numbers.attach(info[2]) && instance.text.size >= 1024 && instance.integers.size >= 1024 &&
                    instance.numbers.size >= 64;
  instance.engine.walk.trim(keptBytes);
  instance.lines.trim(keptBytes);
  return Napi::Boolean::New(info.Env(), fits);
}

// narrow(index: number): string, a chunk of the Latin-1 strings; wide(index), of the others
Napi::Value narrow(const Napi::CallbackInfo& info) {
  const auto& chunks = instanceOf(info).engine.walk.tape.narrow;
  const std::uint32_t index = info[0].As<Napi::Number>().Uint32Value();
  if (index >= chunks.count()) return info.Env().Undefined();
  napi_value chunk = nullptr;
  require(info.Env(), napi_create_string_latin1(info.Env(), reinterpret_cast<const char*>(chunks.data(index)),
                                                chunks.length(index), &chunk));
  return {info.Env(), chunk};
}

Napi::Value wide(const Napi::CallbackInfo& info) {
  const auto& chunks = instanceOf(info).engine.walk.tape.wide;
  const std::uint32_t index = info[0].As<Napi::Number>().Uint32Value();
  if (index >= chunks.count()) return info.Env().Undefined();
  return Napi::String::New(info.Env(), chunks.data(index), chunks.length(index));
}

// repeats(): string, the short strings of the last run that came more than once
Napi::Value repeats(const Napi::CallbackInfo& info) {
  const auto& strings = instanceOf(info).engine.walk.tape.repeats;
  napi_value all = nullptr;
  require(info.Env(), napi_create_string_latin1(info.Env(), strings.data(), strings.size(), &all));
  return {info.Env(), all};
}

Napi::Int32Array toArray(Napi::Env env, std::span<const std::int32_t> integers) {
  auto array = Napi::Int32Array::New(env, integers.size());
  if (!integers.empty()) std::memcpy(array.Data(), integers.data(), integers.size_bytes());
  return array;
}

// For each run of lines: end, lines, verdict.
Napi::Value toArray(Napi::Env env, const validlib::Buffer<validlib::LineRun>& runs) {
  static_assert(sizeof(validlib::LineRun) == 3 * sizeof(std::uint32_t), "a run is three integers");
  auto array = Napi::Uint32Array::New(env, 3 * runs.size());
  if (!runs.empty()) std::memcpy(array.Data(), runs.data(), runs.size() * sizeof(validlib::LineRun));
  return array;
}

// failures(): [integers: Int32Array, text: string] | undefined, those of the last run
Napi::Value failures(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto& [environment, engine, lines, text, integers, numbers] = instanceOf(info);
  const auto written =
      validlib::writeFailures(engine.walk, engine.skipped(), static_cast<Unit>(integers.data[Head::unit]));
  if (written.overflows) return env.Undefined();
  return orUndefined(env, [&]() -> Napi::Value {
    const auto pair = Napi::Array::New(env, 2);
    pair.Set(0U, toArray(env, {written.integers.data(), written.integers.size()}));
    pair.Set(1U, Napi::String::New(env, written.text.data(), written.text.size()));
    return pair;
  });
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
  const bool fits = shapes != nullptr && shapes->build({orders.Data(), orders.ElementLength()}, dict.keys);
  if (fits) learned.set(id, std::move(shapes));
  return Napi::Boolean::New(info.Env(), fits);
}

validlib::LineLimits limitsOf(const Napi::CallbackInfo& info) {
  return {{info[1].As<Napi::Number>().Uint32Value(), 0}, info[2].As<Napi::Number>().Uint32Value()};
}

// judgeLines(bytes: Uint8Array, maxDepth: number, maxBytes: number): Uint32Array | undefined
Napi::Value judgeLines(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto& [schema, learned, instance] = *static_cast<Compiled*>(info.Data());
  const auto bytes = info[0].As<Napi::Uint8Array>();
  const bool judged = instance->lines.judge(*schema, bytes.Data(), bytes.ElementLength(), limitsOf(info), &learned);
  const auto result = judged ? toArray(env, instance->lines.runs()) : env.Undefined();
  instance->engine.walk.trim(keptBytes);
  instance->lines.trim(keptBytes);
  return result;
}

// A promise of what a job for something compiled gives; undefined when there is none. Until then nobody collects that,
// nor the first argument.
template <class Made>
Napi::Value promise(const Napi::CallbackInfo& info, Made make) {
  const Napi::Env env = info.Env();
  return orUndefined(env, [&]() -> Napi::Value {
    const auto& compiled = *static_cast<const Compiled*>(info.Data());
    auto& jobs = compiled.instance->environment.jobs;
    if (jobs == nullptr) jobs = std::make_unique<validlib::Jobs>(env);
    std::unique_ptr<validlib::Job> job = make(compiled);
    if (job == nullptr) return env.Undefined();
    const auto kept = Napi::Array::New(env, 2);
    kept.Set(0U, info.This());
    kept.Set(1U, info[0]);
    return jobs->add(env, std::move(job), kept);
  });
}

// crew(threads: number): so many threads at most work for one caller
Napi::Value crew(const Napi::CallbackInfo& info) {
  using Owner = validlib::CrewOwner;
  const Napi::Env env = info.Env();
  return orUndefined(env, [&]() -> Napi::Value {
    auto crew = std::make_unique<validlib::Crew>(info[0].As<Napi::Number>().Uint32Value());
    auto owner = std::make_unique<Owner>(crew.get());
    static_cast<void>(crew.release());
    const auto external = Napi::External<Owner>::New(env, owner.get(), [](Napi::BasicEnv, Owner* one) { delete one; });
    static_cast<void>(owner.release());
    return external;
  });
}

// Lines in memory that nobody writes to meanwhile.
class LinesJob final : public validlib::Job {
 public:
  struct Part {
    const std::uint8_t* bytes;
    std::size_t size;
    bool judged = false;
    validlib::Buffer<validlib::LineRun> runs{};
  };

  LinesJob(const Schema& schema, validlib::LineLimits limits, std::vector<Part> parts,
           const validlib::CrewOwner& crew)
      : Job(crew), schema_(schema), limits_(limits), parts_(std::move(parts)) {}

  void run(validlib::Worker& worker) noexcept override {
    for (Part& part : parts_) {
      part.judged = worker.lines.judgeInPlace(schema_, part.bytes, part.size, limits_);
      part.runs = worker.lines.take();
    }
  }
  Napi::Value result(Napi::Env env) override {
    const auto results = Napi::Array::New(env, parts_.size());
    for (std::uint32_t i = 0; i < parts_.size(); ++i) {
      results.Set(i, parts_[i].judged ? toArray(env, parts_[i].runs) : env.Undefined());
    }
    return results;
  }

 private:
  const Schema& schema_;
  validlib::LineLimits limits_;
  std::vector<Part> parts_;
};

// judgeLinesAsync(text: Uint8Array, maxDepth: number, maxBytes: number, sizes: Uint32Array, crew): the same for each
// part of the text, which `textPadding` bytes follow: Promise<(Uint32Array | undefined)[] | undefined> | undefined
Napi::Value judgeLinesAsync(const Napi::CallbackInfo& info) {
  return promise(info, [&info](const Compiled& compiled) -> std::unique_ptr<validlib::Job> {
    auto text = info[0].As<Napi::Uint8Array>();
    const auto sizes = info[3].As<Napi::Uint32Array>();
    std::vector<LinesJob::Part> parts;
    parts.reserve(sizes.ElementLength());
    std::uint8_t* at = text.Data();
    std::size_t left = text.ElementLength();
    for (std::size_t i = 0; i < sizes.ElementLength(); ++i) {
      const std::size_t size = sizes.Data()[i];
      if (left < validlib::textPadding || left - validlib::textPadding < size) return nullptr;
      parts.push_back({at, size});
      std::memset(at + size, ' ', validlib::textPadding);
      at += size + validlib::textPadding;
      left -= size + validlib::textPadding;
    }
    return std::make_unique<LinesJob>(*compiled.schema, limitsOf(info), std::move(parts),
                                      *info[4].As<Napi::External<validlib::CrewOwner>>().Data());
  });
}

// A run. Whoever waits for it leaves the engine alone.
class RunJob final : public validlib::Job {
 public:
  explicit RunJob(const Compiled& compiled) : compiled_(compiled) {}

  void run(validlib::Worker&) noexcept override {
    compiled_.instance->engine.walk.nesting.moveHere();
    judge(compiled_);
  }
  Napi::Value result(Napi::Env env) override {
    napi_value const chunk = firstChunk(env, *compiled_.instance);
    return chunk == nullptr ? Napi::String::New(env, "") : Napi::Value(env, chunk);
  }

 private:
  const Compiled& compiled_;
};

// runAsync(): Promise<string | undefined> | undefined, as `run`; undefined when there was no run
Napi::Value runAsync(const Napi::CallbackInfo& info) {
  return promise(info, [](const Compiled& compiled) { return std::make_unique<RunJob>(compiled); });
}

// compile(plan: string): { run, runAsync, learn, judgeLines, judgeLinesAsync, kinds: Int32Array } | undefined
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
      kinds.push_back(static_cast<std::int32_t>(node->kind) | (node->mayBeHandedOver ? validlib::handOverBit : 0));
    const auto result = Napi::Object::New(env);
    napi_value function = nullptr;
    require(env, napi_create_function(env, "run", NAPI_AUTO_LENGTH, run, compiled.get(), &function));
    result.Set("run", Napi::Value(env, function));
    result.Set("learn", Napi::Function::New<learn>(env, "learn", compiled.get()));
    result.Set("judgeLines", Napi::Function::New<judgeLines>(env, "judgeLines", compiled.get()));
    result.Set("judgeLinesAsync", Napi::Function::New<judgeLinesAsync>(env, "judgeLinesAsync", compiled.get()));
    result.Set("runAsync", Napi::Function::New<runAsync>(env, "runAsync", compiled.get()));
    result.Set("kinds", toArray(env, kinds));
    // The schema lives as long as the function that runs it; the others are used with it only. From here on nothing
    // fails.
    Napi::Object(env, function).AddFinalizer([](Napi::BasicEnv, Compiled* owned) { delete owned; }, compiled.get());
    static_cast<void>(compiled.release());
    return result;
  });
}

// open(): { attach, compile, crew, narrow, wide, repeats, failures }
Napi::Value open(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  auto& environment = *static_cast<Environment*>(info.Data());
  Instance* const instance =
      environment.instances.emplace_back(std::unique_ptr<Instance>(new Instance{environment})).get();
  const auto port = Napi::Object::New(env);
  port.Set("attach", Napi::Function::New<attach>(env, "attach", instance));
  port.Set("compile", Napi::Function::New<compile>(env, "compile", instance));
  port.Set("narrow", Napi::Function::New<narrow>(env, "narrow", instance));
  port.Set("crew", Napi::Function::New<crew>(env, "crew", instance));
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
