#include "columns.hpp"

#include <memory>
#include <span>
#include <utility>

#include "../core/run.hpp"
#include "environment.hpp"

namespace validlib {
namespace {

// The columns of one reader. The instance lives as long as the environment.
struct Filled {
  ColumnFiller columns;
  Instance* instance;
};

Filled& filledOf(const Napi::CallbackInfo& info) { return *static_cast<Filled*>(info.Data()); }

std::span<const std::int32_t> integersOf(const Napi::Value& value) {
  auto array = value.As<Napi::Int32Array>();
  return {array.Data(), array.ElementLength()};
}

// setReads(reads: Int32Array): boolean
Napi::Value setReads(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), filledOf(info).columns.setReads(integersOf(info[0])));
}

// add(rows: number, most: number): number, the bytes of all rows; -1 if nothing was added, -2 if there would be more
// than `most`
Napi::Value add(const Napi::CallbackInfo& info) {
  auto& [columns, instance] = filledOf(info);
  const std::size_t rows = info[0].As<Napi::Number>().Uint32Value();
  const double most = info[1].As<Napi::Number>().DoubleValue();
  const Arrays arrays{{instance->text.data, instance->text.size},
                      {instance->integers.data, instance->integers.size},
                      {instance->numbers.data, instance->numbers.size}};
  using Added = ColumnFiller::Added;
  const Added added = instance->busy ? Added::failed : addTo(columns, instance->engine, arrays, rows, most);
  const double used = added == Added::done ? columns.used() : added == Added::failed ? -1 : -2;
  return Napi::Number::New(info.Env(), used);
}

// take(into: Uint8Array): number, how many bytes the rows take, which are moved to the array if it has as many; 0 if
// there is not enough memory
Napi::Value take(const Napi::CallbackInfo& info) {
  auto into = info[0].As<Napi::Uint8Array>();
  const std::size_t size = filledOf(info).columns.take({into.Data(), into.ElementLength()});
  return Napi::Number::New(info.Env(), static_cast<double>(size));
}

}  // namespace

Napi::Value columns(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  return orUndefined(env, [&]() -> Napi::Value {
    auto filled = std::make_unique<Filled>();
    filled->instance = static_cast<Instance*>(info.Data());
    if (!filled->columns.setLayout(integersOf(info[0]))) return env.Undefined();
    const auto result = Napi::Object::New(env);
    result.Set("setReads", Napi::Function::New<setReads>(env, "setReads", filled.get()));
    result.Set("add", Napi::Function::New<add>(env, "add", filled.get()));
    result.Set("take", Napi::Function::New<take>(env, "take", filled.get()));
    // They are called as methods, so the object outlives each call. From here on nothing fails.
    result.AddFinalizer([](Napi::BasicEnv, Filled* owned) { delete owned; }, filled.get());
    static_cast<void>(filled.release());
    return result;
  });
}

}  // namespace validlib
