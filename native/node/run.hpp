// Runs of a compiled schema over one text, as functions for JavaScript.
#pragma once

#include <napi.h>

namespace validlib {

// run(): the first chunk of the strings of the value, or undefined. The head of the integers has the parameters and the
// verdict.
napi_value run(napi_env env, napi_callback_info info);

// runAsync(): Promise<string | undefined> | undefined, `run` on another thread; undefined if the engine is busy
Napi::Value runAsync(const Napi::CallbackInfo& info);

// runMany(texts: Int32Array, given: number, maxBytes: number): string | undefined, as `run` for the texts of a batch.
// Two integers for each: its end, and its verdict. The first `given` ends are given; if it is 0, line feeds end them.
Napi::Value runMany(const Napi::CallbackInfo& info);

// runManyAsync(texts, given, maxBytes): Promise<string | undefined> | undefined, `runMany` on another thread; undefined
// if the engine is busy
Napi::Value runManyAsync(const Napi::CallbackInfo& info);

}  // namespace validlib
