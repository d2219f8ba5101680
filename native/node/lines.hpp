// Runs of a schema over many lines, here or on other threads. Only addon.cpp includes this.
#pragma once

#include <napi.h>

#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "environment.hpp"

namespace validlib {
namespace {

// For each run of lines: end, lines, verdict.
constexpr std::size_t runSize = 3;
static_assert(sizeof(LineRun) == runSize * sizeof(std::uint32_t), "a run is three integers");

// Returns where the numbers end.
std::uint32_t* put(const Buffer<LineRun>& runs, std::uint32_t* to) {
  if (!runs.empty()) std::memcpy(to, runs.data(), runs.size() * sizeof(LineRun));
  return to + runSize * runs.size();
}

Napi::Value toArray(Napi::Env env, const Buffer<LineRun>& runs) {
  auto array = Napi::Uint32Array::New(env, runSize * runs.size());
  put(runs, array.Data());
  return array;
}

LineLimits limitsOf(const Napi::CallbackInfo& info) {
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

// crew(threads: number): so many threads at most work for one caller
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

// Lines in memory that nobody writes to meanwhile.
class LinesJob final : public Job {
 public:
  struct Part {
    const std::uint8_t* bytes;
    std::size_t size;
    bool judged = false;
    Buffer<LineRun> runs{};
  };

  LinesJob(const Schema& schema, LineLimits limits, std::vector<Part> parts, const CrewOwner& crew)
      : Job(crew), schema_(schema), limits_(limits), parts_(std::move(parts)) {}

  void run(Worker& worker) noexcept override {
    for (Part& part : parts_) {
      part.judged = worker.lines.judgeInPlace(schema_, part.bytes, part.size, limits_);
      part.runs = worker.lines.take();
    }
  }
  // One array for all: each costs as much as many lines.
  Napi::Value result(Napi::Env env) override {
    std::size_t size = 0;
    for (const Part& part : parts_) size += 1 + (part.judged ? runSize * part.runs.size() : 0);
    auto array = Napi::Uint32Array::New(env, size);
    std::uint32_t* at = array.Data();
    for (const Part& part : parts_) {
      *at++ = part.judged ? static_cast<std::uint32_t>(runSize * part.runs.size()) : notJudged;
      if (part.judged) at = put(part.runs, at);
    }
    return array;
  }

 private:
  const Schema& schema_;
  LineLimits limits_;
  std::vector<Part> parts_;
};

// judgeLinesAsync(text: Uint8Array, maxDepth: number, maxBytes: number, sizes: Uint32Array, crew): the same for each
// part of the text, which `textPadding` bytes follow: Promise<Uint32Array | undefined> | undefined, see `parts` of the
// border
Napi::Value judgeLinesAsync(const Napi::CallbackInfo& info) {
  return promise(info, [&info](const Compiled& compiled) -> std::unique_ptr<Job> {
    auto text = info[0].As<Napi::Uint8Array>();
    const auto sizes = info[3].As<Napi::Uint32Array>();
    std::vector<LinesJob::Part> parts;
    parts.reserve(sizes.ElementLength());
    std::uint8_t* at = text.Data();
    std::size_t left = text.ElementLength();
    for (std::size_t i = 0; i < sizes.ElementLength(); ++i) {
      const std::size_t size = sizes.Data()[i];
      if (left < textPadding || left - textPadding < size) return nullptr;
      parts.push_back({at, size});
      std::memset(at + size, ' ', textPadding);
      at += size + textPadding;
      left -= size + textPadding;
    }
    return std::make_unique<LinesJob>(*compiled.schema, limitsOf(info), std::move(parts),
                                      *info[4].As<Napi::External<CrewOwner>>().Data());
  });
}

}  // namespace
}  // namespace validlib
