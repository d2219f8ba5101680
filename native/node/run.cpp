#include "run.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>

#include "../core/batch.hpp"
#include "../core/json/syntax.hpp"
#include "environment.hpp"

namespace validlib {
namespace {

// Records whether the text was refused because it is not JSON, and where.
void noteSyntax(std::int32_t* head, const std::uint8_t* text, std::size_t size) noexcept {
  Position position;
  const auto maxDepth = static_cast<std::uint32_t>(head[Head::maxDepth]);
  if (!findSyntax(text, size, maxDepth, static_cast<Unit>(head[Head::unit]), position)) return;
  head[Head::verdict] = static_cast<std::int32_t>(Verdict::notJson);
  head[Head::offset] = static_cast<std::int32_t>(position.offset);
  head[Head::line] = static_cast<std::int32_t>(position.line);
  head[Head::column] = static_cast<std::int32_t>(position.column);
}

// Returns whether the run has left a buffer that `release` would free. Most texts are small and valid, so their buffers
// are small.
bool leavesMuch(const Walk& walk, std::size_t size, Verdict outcome) noexcept {
  constexpr std::size_t small = std::size_t{64} * 1024;
  return (size > small || outcome != Verdict::valid) && walk.largestBuffer() > keptBytes();
}

// The size of the text, with padding after it; false if it does not fit.
bool padText(const Instance& instance, std::size_t& size) noexcept {
  size = static_cast<std::size_t>(static_cast<std::uint32_t>(instance.integers.data[Head::size]));
  if (size + textPadding > instance.text.size) return false;
  std::memset(instance.text.data + size, ' ', textPadding);
  return true;
}

Limits limitsOf(const std::int32_t* head) noexcept {
  return {static_cast<std::uint32_t>(head[Head::maxDepth]), static_cast<std::uint32_t>(head[Head::maxErrors])};
}

bool beginTape(Instance& instance, std::size_t sought) noexcept {
  auto& [environment, busy, engine, lines, text, integers, numbers] = instance;
  return engine.walk.tape.begin(sought, integers.data + headSize, integers.size - headSize, numbers.data, numbers.size);
}

// One run, as the head of the integers describes it; the verdict is written there too. JavaScript does not touch the
// memory meanwhile, so any thread may call it.
void validate(const Compiled& compiled) noexcept {
  const auto& [schema, learned, instance] = compiled;
  Engine& engine = instance->engine;
  engine.discard();
  std::int32_t* const head = instance->integers.data;
  const std::uint8_t* const text = instance->text.data;
  std::size_t length = 0;
  if (!padText(*instance, length)) {
    head[Head::verdict] = static_cast<std::int32_t>(Verdict::fallBack);
    return;
  }
  const auto purpose = static_cast<Purpose>(head[Head::purpose]);
  const bool ready = purpose != Purpose::value || beginTape(*instance, head[Head::repeats] != 0 ? length : 0);
  const Verdict outcome =
      ready ? engine.run(*schema, text, length, limitsOf(head), purpose, &learned) : Verdict::fallBack;
  head[Head::verdict] = static_cast<std::int32_t>(outcome);
  if (outcome == Verdict::fallBack) noteSyntax(head, text, length);
  head[Head::delegated] = static_cast<std::int32_t>(engine.walk.delegations.count);
  head[Head::depth] = static_cast<std::int32_t>(engine.walk.delegations.depth);
  head[Head::schemaDepth] = static_cast<std::int32_t>(engine.walk.delegations.schemaDepth);
  head[Head::references] = static_cast<std::int32_t>(engine.walk.delegations.references);
  head[Head::large] = leavesMuch(engine.walk, length, outcome) ? 1 : 0;
}

// The first chunk of the strings of the value that a run has written, or null.
napi_value firstChunk(napi_env env, Instance& instance) noexcept {
  std::int32_t* const head = instance.integers.data;
  const auto& strings = instance.engine.walk.tape.narrow;
  if (instance.engine.result() != Engine::Result::value || strings.length(0) == 0) return nullptr;
  napi_value chunk = nullptr;
  const auto* const bytes = reinterpret_cast<const char*>(strings.data(0));
  if (napi_create_string_latin1(env, bytes, strings.length(0), &chunk) != napi_ok) {
    head[Head::verdict] = static_cast<std::int32_t>(Verdict::fallBack);
    return nullptr;
  }
  return chunk;
}

// The texts of a batch: what JavaScript has said about them, and the array for what it reads.
struct Texts {
  std::span<BatchText> room;
  std::size_t given;
  std::uint32_t maxBytes;

  // The array, the number of ends in it, and the maximum size of a text.
  explicit Texts(const Napi::CallbackInfo& info) {
    auto array = info[0].As<Napi::Int32Array>();
    room = {reinterpret_cast<BatchText*>(array.Data()), array.ElementLength() / 2};
    given = std::min<std::size_t>(info[1].As<Napi::Number>().Uint32Value(), room.size());
    maxBytes = info[2].As<Napi::Number>().Uint32Value();
  }
};

// As `validate`, for a batch of texts.
void validateMany(const Compiled& compiled, const Texts& texts) noexcept {
  const auto& [schema, learned, instance] = compiled;
  std::int32_t* const head = instance->integers.data;
  const auto purpose = static_cast<Purpose>(head[Head::purpose]);
  Batch batch(instance->engine, *schema, &learned, {limitsOf(head), texts.maxBytes});
  std::size_t size = 0;
  const bool ready = padText(*instance, size) && (purpose != Purpose::value || beginTape(*instance, 0));
  const std::size_t count = ready ? batch.run(instance->text.data, size, purpose, texts.room, texts.given) : 0;
  const Verdict verdict = batch.full() ? Verdict::tape : Verdict::valid;
  head[Head::verdict] = static_cast<std::int32_t>(verdict);
  head[Head::texts] = static_cast<std::int32_t>(count);
  head[Head::delegated] = 0;
  head[Head::large] = leavesMuch(instance->engine.walk, size, Verdict::valid) ? 1 : 0;
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
  virtual void validateHere(const Compiled& compiled) noexcept { validate(compiled); }

 private:
  const Compiled& compiled_;
};

class RunManyJob final : public RunJob {
 public:
  RunManyJob(const Compiled& compiled, const Texts& texts) : RunJob(compiled), texts_(texts) {}

 private:
  void validateHere(const Compiled& compiled) noexcept override { validateMany(compiled, texts_); }

  const Texts texts_;
};

}  // namespace

napi_value run(napi_env env, napi_callback_info info) {
  void* data = nullptr;
  if (napi_get_cb_info(env, info, nullptr, nullptr, nullptr, &data) != napi_ok) return nullptr;
  const auto& compiled = *static_cast<Compiled*>(data);
  if (compiled.instance->busy) return nullptr;
  validate(compiled);
  return firstChunk(env, *compiled.instance);
}

Napi::Value runMany(const Napi::CallbackInfo& info) {
  const auto& compiled = *static_cast<Compiled*>(info.Data());
  Instance& instance = *compiled.instance;
  if (instance.busy) return info.Env().Undefined();
  validateMany(compiled, Texts(info));
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
    return compiled.instance->busy ? nullptr : std::make_unique<RunManyJob>(compiled, Texts(info));
  });
}

}  // namespace validlib
