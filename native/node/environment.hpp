// The state of one environment of JavaScript: engines, schemas, jobs on other threads.
#pragma once

#include <napi.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "../core/engine.hpp"
#include "../core/lines.hpp"
#include "jobs.hpp"

namespace validlib {

// A typed array that JavaScript and the addon share.
template <class T>
struct Shared {
  T* data = nullptr;
  std::size_t size = 0;
  Napi::Reference<Napi::TypedArray> reference;

  // False, with nothing changed, for an array of another type, or of fewer than `least` elements.
  bool attach(const Napi::Value& value, std::size_t least) {
    if (!value.IsTypedArray()) return false;
    const auto array = value.As<Napi::TypedArray>();
    if (array.ElementSize() != sizeof(T) || array.ElementLength() < least) return false;
    size = array.ElementLength();
    data = reinterpret_cast<T*>(static_cast<std::uint8_t*>(array.ArrayBuffer().Data()) + array.ByteOffset());
    reference = Napi::Persistent(array);
    return true;
  }
};

struct Instance;

// The state of one environment; each worker has its own.
struct Environment {
  std::vector<std::unique_ptr<Instance>> instances;
  // Created lazily, with the first job.
  std::unique_ptr<Jobs> jobs;

  Jobs& jobsOf(Napi::Env env) {
    if (jobs == nullptr) jobs = std::make_unique<Jobs>(env);
    return *jobs;
  }
};

// The state of one engine. JavaScript owns the arrays; the result of a run belongs to `engine`. The strings and the
// report are the engine's own memory, so other arrays for the tape leave the result valid. The report points into the
// text, so another text ends it.
struct Instance {
  Environment& environment;
  // A job on another thread has all this until its promise is settled. No call uses it meanwhile.
  std::atomic<bool> busy = false;
  Engine engine{};
  Lines lines{engine};
  Shared<std::uint8_t> text{};
  Shared<std::int32_t> integers{};
  Shared<double> numbers{};
};

// A schema, the learned shapes of its Dicts in this environment, and the environment itself.
struct Compiled {
  std::unique_ptr<const Schema> schema;
  Learned learned;
  Instance* instance;
};

// The result of `make`, or undefined if it throws.
template <class Make>
Napi::Value orUndefined(Napi::Env env, Make make) {
  try {
    return make();
  } catch (...) {
    return env.Undefined();
  }
}

// A promise of the result of a job for a compiled schema; undefined if there is none. Until then neither the schema nor
// the first argument is garbage-collected.
template <class Made>
Napi::Value promise(const Napi::CallbackInfo& info, Made make) {
  const Napi::Env env = info.Env();
  return orUndefined(env, [&]() -> Napi::Value {
    const auto& compiled = *static_cast<const Compiled*>(info.Data());
    Jobs& jobs = compiled.instance->environment.jobsOf(env);
    std::unique_ptr<Job> job = make(compiled);
    if (job == nullptr) return env.Undefined();
    const auto kept = Napi::Array::New(env, 2);
    kept.Set(0U, info.This());
    kept.Set(1U, info[0]);
    return jobs.add(env, std::move(job), kept);
  });
}

}  // namespace validlib
