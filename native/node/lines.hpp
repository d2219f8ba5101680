// Judges many lines by a schema. Only addon.cpp includes this.
#pragma once

#include <napi.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "../core/crew.hpp"
#include "environment.hpp"

namespace validlib {
namespace {

LineLimits limitsOf(const Napi::CallbackInfo& info) {
  return {{info[1].As<Napi::Number>().Uint32Value(), 0}, info[2].As<Napi::Number>().Uint32Value()};
}

// crew(threads: number): what judges lines on so many threads, for one caller
Napi::Value crew(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  return orUndefined(env, [&]() -> Napi::Value {
    auto crew = std::make_unique<Crew>(info[0].As<Napi::Number>().Uint32Value());
    auto owner = std::make_unique<CrewOwner>(crew.get());
    static_cast<void>(crew.release());
    const auto external =
        Napi::External<CrewOwner>::New(env, owner.get(), [](Napi::BasicEnv, CrewOwner* one) { delete one; });
    static_cast<void>(owner.release());
    return external;
  });
}

// judgeLines(blocks: Uint8Array[], maxDepth: number, maxBytes: number, crew, numbers: Uint32Array):
// Uint32Array | undefined
Napi::Value judgeLines(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto& [schema, learned, instance] = *static_cast<Compiled*>(info.Data());
  return orUndefined(env, [&, &schema = schema, &learned = learned, &instance = instance]() -> Napi::Value {
    if (instance->busy) return env.Undefined();
    const auto given = info[0].As<Napi::Array>();
    std::vector<Crew::Block> blocks(given.Length());
    for (std::uint32_t i = 0; i < given.Length(); ++i) {
      const auto bytes = given.Get(i).As<Napi::Uint8Array>();
      blocks[i] = {bytes.Data(), bytes.ElementLength()};
    }
    const CrewOwner& crew = *info[3].As<Napi::External<CrewOwner>>().Data();
    auto numbers = info[4].As<Napi::Uint32Array>();
    Pool* const pool = crew->threads() > 1 ? instance->environment.jobsOf(env).pool() : nullptr;
    const bool judged = Crew::judge(crew, pool, instance->lines, &learned, {*schema, limitsOf(info), blocks});
    instance->engine.release(keptBytes());
    instance->lines.trim(keptBytes());
    if (!judged) return env.Undefined();
    const Buffer<std::uint32_t>& found = crew->numbers();
    if (found.size() > numbers.ElementLength()) numbers = Napi::Uint32Array::New(env, found.size());
    std::copy(found.begin(), found.end(), numbers.Data());
    crew->trim(keptBytes());
    return numbers;
  });
}

}  // namespace
}  // namespace validlib
