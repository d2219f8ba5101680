// All validators.
#pragma once

#include "all-of.hpp"
#include "any.hpp"
#include "bool.hpp"
#include "closed.hpp"
#include "const.hpp"
#include "delegated.hpp"
#include "dict.hpp"
#include "entry.hpp"
#include "float.hpp"
#include "if.hpp"
#include "int.hpp"
#include "lazy-ref.hpp"
#include "list.hpp"
#include "moment.hpp"
#include "not.hpp"
#include "one-of.hpp"
#include "sequence.hpp"
#include "str.hpp"
#include "tuple.hpp"

namespace validlib {

// Every call here is a tail call, so it leaves nothing on the stack.

template <Mode mode>
[[gnu::noinline]] Outcome checkScalar(const Node& node, Walk& walk, Cursor& cursor) noexcept {
  switch (node.kind) {
    case Kind::string: return static_cast<const Str&>(node).check<mode>(walk, cursor);
    case Kind::integer: return static_cast<const Int&>(node).check<mode>(walk, cursor);
    case Kind::floating: return static_cast<const Float&>(node).check<mode>(walk, cursor);
    default: return static_cast<const Bool&>(node).check<mode>(walk, cursor);
  }
}

template <Mode mode>
[[gnu::noinline]] Outcome checkSlowPath(const Node& node, Walk& walk, Cursor& cursor) noexcept {
  switch (node.kind) {
    case Kind::allOf: return static_cast<const AllOf&>(node).check<mode>(walk, cursor);
    case Kind::anything: return static_cast<const Any&>(node).check<mode>(walk, cursor);
    case Kind::bigInteger: return static_cast<const BigInt&>(node).check<mode>(walk, cursor);
    case Kind::closed: return static_cast<const Closed&>(node).check<mode>(walk, cursor);
    case Kind::constant: return static_cast<const Const&>(node).check<mode>(walk, cursor);
    case Kind::structure: return static_cast<const Const&>(node).checkContainer<mode>(walk, cursor);
    case Kind::conditional: return static_cast<const If&>(node).check<mode>(walk, cursor);
    case Kind::delegated: return checkDelegated<mode>(node, walk, cursor);
    case Kind::dict: return static_cast<const Dict&>(node).check<mode>(walk, cursor);
    case Kind::lazyRef: return static_cast<const LazyRef&>(node).check<mode>(walk, cursor);
    case Kind::list:
    case Kind::set: return static_cast<const List&>(node).check<mode>(walk, cursor);
    case Kind::moment: return static_cast<const Moment&>(node).check<mode>(walk, cursor);
    case Kind::negation: return static_cast<const Not&>(node).check<mode>(walk, cursor);
    case Kind::oneOf: return static_cast<const OneOf&>(node).check<mode>(walk, cursor);
    case Kind::sequence: return static_cast<const Sequence&>(node).check<mode>(walk, cursor);
    case Kind::tuple: return static_cast<const Tuple&>(node).check<mode>(walk, cursor);
    default: return checkScalar<mode>(node, walk, cursor);
  }
}

template <Mode mode>
[[gnu::always_inline]] inline Outcome checkHere(const Node& node, Walk& walk, Cursor& cursor) noexcept {
  if constexpr (mode == Mode::value) {
    if (walk.tape.full(cursor)) [[unlikely]]
      return walk.stop(Stop::tapeFull);
  }
  switch (node.kind) {
    case Kind::string: return static_cast<const Str&>(node).check<mode>(walk, cursor);
    case Kind::integer: return static_cast<const Int&>(node).check<mode>(walk, cursor);
    case Kind::floating: return static_cast<const Float&>(node).check<mode>(walk, cursor);
    case Kind::boolean: return static_cast<const Bool&>(node).check<mode>(walk, cursor);
    default:
      return slowPath<mode>(cursor, [&](Cursor& copy) noexcept { return checkSlowPath<mode>(node, walk, copy); });
  }
}

template <Mode mode>
Outcome check(const Node& node, Walk& walk, Cursor& cursor) noexcept {
  if constexpr (mode == Mode::value) {
    if (walk.tape.full(cursor)) [[unlikely]]
      return walk.stop(Stop::tapeFull);
  }
  return checkSlowPath<mode>(node, walk, cursor);
}

}  // namespace validlib
