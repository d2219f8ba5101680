// Validates many lines with a compiled schema, as functions for JavaScript.
#pragma once

#include <napi.h>

namespace validlib {

// parallelLines(threads: number): validates lines on at most `threads` threads, for one caller
Napi::Value parallelLines(const Napi::CallbackInfo& info);

// validateLines(blocks: Uint8Array[], maxDepth: number, maxBytes: number, parallel, numbers: Uint32Array):
// Uint32Array | undefined
Napi::Value validateLines(const Napi::CallbackInfo& info);

}  // namespace validlib
