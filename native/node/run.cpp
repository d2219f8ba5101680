#include "run.hpp"

#include <algorithm>
#include <memory>
#include <span>

#include "../core/run.hpp"
#include "environment.hpp"

namespace validlib {
namespace {

Run runOf(const Compiled& compiled) noexcept {
  Instance& instance = *compiled.instance;
  return {instance.engine,
          *compiled.schema,
          compiled.learned,
          {{instance.text.data, instance.text.size},
           {instance.integers.data, instance.integers.size},
           {instance.numbers.data, instance.numbers.size}}};
}

// The first chunk of the strings of the value that a run has written, or null.
napi_value firstChunk(napi_env env, Instance& instance) noexcept {
  const auto characters = firstChunk(instance.engine);
  if (characters.empty()) return nullptr;
  napi_value chunk = nullptr;
  const auto* const bytes = reinterpret_cast<const char*>(characters.data());
  if (napi_create_string_latin1(env, bytes, characters.size(), &chunk) != napi_ok) {
    instance.integers.data[Head::verdict] = static_cast<std::int32_t>(Verdict::fallBack);
    return nullptr;
  }
  return chunk;
}

// The array, the number of ends in it, and the maximum size of a text.
Texts textsOf(const Napi::CallbackInfo& info) {
  auto array = info[0].As<Napi::Int32Array>();
  const std::span<BatchText> room(reinterpret_cast<BatchText*>(array.Data()), array.ElementLength() / 2);
  const std::size_t given = info[1].As<Napi::Number>().Uint32Value();
  return {room, std::min(given, room.size()), info[2].As<Napi::Number>().Uint32Value()};
}

// A run on another thread. The instance is busy for the lifetime of the job.
class RunJob : public Job {
 public:
  explicit RunJob(const Compiled& compiled) : compiled_(compiled) { compiled_.instance->busy = true; }
  ~RunJob() override { compiled_.instance->busy = false; }

  void run(Worker&) noexcept final {
    compiled_.instance->engine.walk.nesting.moveHere();
    validateHere(compiled_);
  }
  Napi::Value result(Napi::Env env) final {
    napi_value const chunk = firstChunk(env, *compiled_.instance);
    return chunk == nullptr ? Napi::String::New(env, "") : Napi::Value(env, chunk);
  }

 protected:
  virtual void validateHere(const Compiled& compiled) noexcept { validate(runOf(compiled)); }

 private:
  const Compiled& compiled_;
};

class RunManyJob final : public RunJob {
 public:
  RunManyJob(const Compiled& compiled, const Texts& texts) : RunJob(compiled), texts_(texts) {}

 private:
  void validateHere(const Compiled& compiled) noexcept override { validateMany(runOf(compiled), texts_); }

  const Texts texts_;
};

}  // namespace

napi_value run(napi_env env, napi_callback_info info) {
  void* data = nullptr;
  if (napi_get_cb_info(env, info, nullptr, nullptr, nullptr, &data) != napi_ok) return nullptr;
  const auto& compiled = *static_cast<Compiled*>(data);
  if (compiled.instance->busy) return nullptr;
  validate(runOf(compiled));
  return firstChunk(env, *compiled.instance);
}

Napi::Value runMany(const Napi::CallbackInfo& info) {
  const auto& compiled = *static_cast<Compiled*>(info.Data());
  Instance& instance = *compiled.instance;
  if (instance.busy) return info.Env().Undefined();
  validateMany(runOf(compiled), textsOf(info));
  const bool isValue = static_cast<Purpose>(instance.integers.data[Head::purpose]) == Purpose::value;
  return isValue ? Napi::Value(info.Env(), firstChunk(info.Env(), instance)) : info.Env().Undefined();
}

Napi::Value runAsync(const Napi::CallbackInfo& info) {
  return promise(info, [](const Compiled& compiled) {
    return compiled.instance->busy ? nullptr : std::make_unique<RunJob>(compiled);
  });
}

Napi::Value runManyAsync(const Napi::CallbackInfo& info) {
  return promise(info, [&info](const Compiled& compiled) {
    return compiled.instance->busy ? nullptr : std::make_unique<RunManyJob>(compiled, textsOf(info));
  });
}

}  // namespace validlib
