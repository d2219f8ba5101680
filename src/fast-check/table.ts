/** The arbitraries of each class. A class that extends one of them may have another check, so it is none of them. */
import { AllOf } from "../validators/all-of.ts";
import { Any } from "../validators/any.ts";
import { Bool } from "../validators/bool.ts";
import { Bytes } from "../validators/bytes.ts";
import { Check } from "../validators/check.ts";
import { Closed } from "../validators/closed.ts";
import { Const } from "../validators/const.ts";
import { Date } from "../validators/date.ts";
import { Datetime } from "../validators/datetime.ts";
import { Default } from "../validators/default.ts";
import { Dict } from "../validators/dict.ts";
import { Fallback } from "../validators/fallback.ts";
import { Float } from "../validators/float.ts";
import { If } from "../validators/if.ts";
import { Int } from "../validators/int.ts";
import { LazyRef } from "../validators/lazy-ref.ts";
import { List } from "../validators/list.ts";
import { Not } from "../validators/not.ts";
import { Nullable } from "../validators/nullable.ts";
import { OneOf } from "../validators/one-of.ts";
import { Optional } from "../validators/optional.ts";
import { Set } from "../validators/set.ts";
import { Str } from "../validators/str.ts";
import { Time } from "../validators/time.ts";
import { Transform } from "../validators/transform.ts";
import { Tuple } from "../validators/tuple.ts";
import { Type } from "../validators/type.ts";
import { list, set, tuple } from "./arrays.ts";
import { allOf, branch, closed, defaulted, fallback, lazyRef, not, nullable, oneOf, optional } from "./choices.ts";
import { date, datetime, time } from "./dates.ts";
import { dict } from "./dict.ts";
import type { Kind } from "./kind.ts";
import { bool, bytes, float, int, str } from "./leaves.ts";
import { any, check, constant, transform, type } from "./values.ts";

export const KINDS: ReadonlyMap<unknown, Kind<never>> = /*#__PURE__*/ new Map<unknown, Kind<never>>([
  [AllOf, allOf],
  [Any, any],
  [Bool, bool],
  [Bytes, bytes],
  [Check, check],
  [Closed, closed],
  [Const, constant],
  [Date, date],
  [Datetime, datetime],
  [Default, defaulted],
  [Dict, dict],
  [Fallback, fallback],
  [Float, float],
  [If, branch],
  [Int, int],
  [LazyRef, lazyRef],
  [List, list],
  [Not, not],
  [Nullable, nullable],
  [OneOf, oneOf],
  [Optional, optional],
  [Set, set],
  [Str, str],
  [Time, time],
  [Transform, transform],
  [Tuple, tuple],
  [Type, type],
]);
