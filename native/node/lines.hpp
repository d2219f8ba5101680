// Validates many lines with a compiled schema, as functions for JavaScript.
#pragma once

#include <napi.h>

namespace validlib {

// parallelLines(threads: number): validates lines on at most `threads` threads, for one caller
Napi::Value parallelLines(const Napi::CallbackInfo& info);

// validateLines(blocks: Uint8Array[], maxDepth: number, maxBytes: number, parallel, numbers: Uint32Array):
// Uint32Array | undefined
Napi::Value validateLines(const Napi::CallbackInfo& info);

// itemsToLines(bytes: Uint8Array, parts: Float64Array): number | undefined, where the items end; the parts are those of
// `ItemPart`
Napi::Value itemsToLines(const Napi::CallbackInfo& info);

// extent(bytes: Uint8Array, into: Uint32Array): boolean, false if they are too long
Napi::Value extent(const Napi::CallbackInfo& info);

}  // namespace validlib
