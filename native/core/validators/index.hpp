// All validators.
#pragma once

#include "all-of.hpp"
#include "any.hpp"
#include "bool.hpp"
#include "check.hpp"
#include "const.hpp"
#include "deferred.hpp"
#include "dict.hpp"
#include "float.hpp"
#include "int.hpp"
#include "lazy-ref.hpp"
#include "list.hpp"
#include "one-of.hpp"
#include "str.hpp"
#include "tuple.hpp"

namespace validlib {

template <bool emits>
Outcome check(const Node& node, Walk& walk) noexcept {
  if constexpr (emits) {
    if (walk.tape.full()) [[unlikely]] return walk.stop(Halt::tape);
  }
  switch (node.kind) {
    case Kind::allOf: return static_cast<const AllOf&>(node).check<emits>(walk);
    case Kind::anything: return static_cast<const Any&>(node).check<emits>(walk);
    case Kind::boolean: return static_cast<const Bool&>(node).check<emits>(walk);
    case Kind::constant: return static_cast<const Const&>(node).check<emits>(walk);
    case Kind::deferred: return checkDeferred<emits>(node, walk);
    case Kind::dict: return static_cast<const Dict&>(node).check<emits>(walk);
    case Kind::floating: return static_cast<const Float&>(node).check<emits>(walk);
    case Kind::integer: return static_cast<const Int&>(node).check<emits>(walk);
    case Kind::lazyRef: return static_cast<const LazyRef&>(node).check<emits>(walk);
    case Kind::list: return static_cast<const List&>(node).check<emits>(walk);
    case Kind::oneOf: return static_cast<const OneOf&>(node).check<emits>(walk);
    case Kind::string: return static_cast<const Str&>(node).check<emits>(walk);
    case Kind::tuple: return static_cast<const Tuple&>(node).check<emits>(walk);
  }
  return walk.stop();
}

}  // namespace validlib
