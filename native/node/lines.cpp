#include "lines.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "../core/json/items.hpp"
#include "../core/parallel-lines.hpp"
#include "../core/position.hpp"
#include "environment.hpp"

namespace validlib {
namespace {

LineLimits limitsOf(const Napi::CallbackInfo& info) {
  return {{info[1].As<Napi::Number>().Uint32Value(), 0}, info[2].As<Napi::Number>().Uint32Value()};
}

}  // namespace

Napi::Value parallelLines(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  return orUndefined(env, [&]() -> Napi::Value {
    auto parallel = std::make_unique<ParallelLines>(info[0].As<Napi::Number>().Uint32Value());
    auto owner = std::make_unique<ParallelLinesRef>(parallel.get());
    static_cast<void>(parallel.release());
    const auto external = Napi::External<ParallelLinesRef>::New(
        env, owner.get(), [](Napi::BasicEnv, ParallelLinesRef* one) { delete one; });
    static_cast<void>(owner.release());
    return external;
  });
}

Napi::Value validateLines(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto& [schema, learned, instance] = *static_cast<Compiled*>(info.Data());
  return orUndefined(env, [&, &schema = schema, &learned = learned, &instance = instance]() -> Napi::Value {
    if (instance->busy) return env.Undefined();
    const auto given = info[0].As<Napi::Array>();
    std::vector<ParallelLines::Block> blocks(given.Length());
    for (std::uint32_t i = 0; i < given.Length(); ++i) {
      const auto bytes = given.Get(i).As<Napi::Uint8Array>();
      blocks[i] = {bytes.Data(), bytes.ElementLength()};
    }
    const ParallelLinesRef& parallel = *info[3].As<Napi::External<ParallelLinesRef>>().Data();
    auto numbers = info[4].As<Napi::Uint32Array>();
    Pool* const pool = parallel->threads() > 1 ? instance->environment.jobsOf(env).pool() : nullptr;
    const bool validated =
        ParallelLines::validate(parallel, pool, instance->lines, &learned, {*schema, limitsOf(info), blocks});
    instance->engine.release(keptBytes());
    instance->lines.trim(keptBytes());
    if (!validated) return env.Undefined();
    const Buffer<std::uint32_t>& found = parallel->numbers();
    if (found.size() > numbers.ElementLength()) numbers = Napi::Uint32Array::New(env, found.size());
    std::copy(found.begin(), found.end(), numbers.Data());
    parallel->trim(keptBytes());
    return numbers;
  });
}

Napi::Value itemsToLines(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  return orUndefined(env, [&]() -> Napi::Value {
    auto bytes = info[0].As<Napi::Uint8Array>();
    auto parts = info[1].As<Napi::Float64Array>();
    if (parts.ElementLength() != itemParts) return env.Undefined();
    const std::span<double, itemParts> state(parts.Data(), itemParts);
    return Napi::Number::New(env, static_cast<double>(itemsToLines({bytes.Data(), bytes.ElementLength()}, state)));
  });
}

Napi::Value extent(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  return orUndefined(env, [&]() -> Napi::Value {
    const auto bytes = info[0].As<Napi::Uint8Array>();
    auto into = info[1].As<Napi::Uint32Array>();
    const bool fits = bytes.ElementLength() <= UINT32_MAX && into.ElementLength() == 2;
    if (fits) {
      const auto [lineFeeds, characters] = Extent::of(bytes.Data(), bytes.ElementLength());
      into.Data()[0] = lineFeeds;
      into.Data()[1] = characters;
    }
    return Napi::Boolean::New(env, fits);
  });
}

}  // namespace validlib
