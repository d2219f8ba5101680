// Columns that are filled from the tape, as objects for JavaScript.
#pragma once

#include <napi.h>

namespace validlib {

// columns(layout: Int32Array): { setReads, add, take } | undefined; undefined if it is no layout, or there
// is not enough memory
Napi::Value columns(const Napi::CallbackInfo& info);

}  // namespace validlib
