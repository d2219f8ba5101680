#include "engine.hpp"

#include <algorithm>

#include "validators/index.hpp"

namespace validlib {

namespace {
// How often an exhaustive walk may skip the text before it is surveyed, which makes skipping free.
constexpr std::size_t timesSkipped = 4;
// Bytes of a memo that are kept after the walk.
constexpr std::size_t memoKept = std::size_t{1} << 20;
}  // namespace

Verdict Engine::run(const Schema& schema, const std::uint8_t* text, std::size_t size, Limits limits, Purpose purpose,
                    const Learned* learned) noexcept {
  discard();
  // Bytes of the byte order mark.
  skipped_ = hasMark(text, size) ? 3 : 0;
  if (!walk.begin(text + skipped_, size - skipped_)) return Verdict::fallBack;
  const Verdict verdict = decide(schema, limits, purpose, learned);
  const bool decided = verdict == Verdict::valid || verdict == Verdict::invalid;
  if (decided && purpose != Purpose::verdict) {
    const bool hasValue = purpose == Purpose::value && verdict == Verdict::valid;
    result_ = hasValue ? Result::value : Result::failures;
  }
  return verdict;
}

Failures Engine::takeFailures(Unit unit) noexcept {
  if (result_ != Result::failures) {
    Failures none;
    none.overflows = true;
    return none;
  }
  discard();
  if constexpr (collectsFailures) return writeFailures(walk, skipped_, unit);
  return {};
}

void Engine::release(std::size_t keep) noexcept {
  discard();
  walk.trim(keep);
}

Verdict Engine::runLine(const Schema& schema, Limits limits, const Learned* learned) noexcept {
  walk.beginLine();
  return decide(schema, limits, Purpose::verdict, learned);
}

bool Engine::passes(const Schema& schema, Limits limits, const Learned* learned, Cursor& cursor) noexcept {
  walk.beginLine();
  walk.learned = learned;
  if (!walk.nesting.references.resize(schema.aliasCount())) return false;
  cursor = walk.start(limits, schema.stepCount(), 0);
  return check<Mode::verdict>(schema.root(), walk, cursor) == Outcome::valid && walk.delegations.count == 0;
}

bool Engine::passesToo(const Schema& schema, Cursor& cursor) noexcept {
  cursor = walk.startAgain();
  return check<Mode::verdict>(schema.root(), walk, cursor) == Outcome::valid && walk.delegations.count == 0;
}

Verdict Engine::appendValue(const Schema& schema, Limits limits, const Learned* learned, Cursor& written) noexcept {
  walk.beginLine();
  walk.learned = learned;
  if (!walk.nesting.references.resize(schema.aliasCount())) return Verdict::fallBack;
  const Tape::State before = walk.tape.save();
  Cursor cursor = walk.startAfter(written, limits, schema.stepCount(), walk.tokens.size());
  if (isValue(schema, cursor) && walk.tokens.ended(cursor)) {
    written.follow<Mode::value>(cursor);
    return Verdict::valid;
  }
  walk.tape.restore(before);
  return walk.pass.needsTape() ? Verdict::tape : Verdict::fallBack;
}

bool Engine::appends(const Schema& schema, Limits limits, const Learned* learned, const Cursor& written,
                     Cursor& cursor) noexcept {
  walk.beginLine();
  walk.learned = learned;
  if (!walk.nesting.references.resize(schema.aliasCount())) return false;
  cursor = walk.startAfter(written, limits, schema.stepCount(), 0);
  return isValue(schema, cursor);
}

bool Engine::appendsToo(const Schema& schema, const Cursor& written, Cursor& cursor) noexcept {
  cursor.follow<Mode::value>(written);
  cursor.at = walk.startAgain().at;
  return isValue(schema, cursor);
}

bool Engine::isValue(const Schema& schema, Cursor& cursor) noexcept {
  return check<Mode::value>(schema.root(), walk, cursor) == Outcome::valid && walk.delegations.count == 0 &&
         !walk.pass.hasStopped();
}

void Engine::endValues(const Cursor& written) noexcept {
  walk.tape.finish(written);
  result_ = Result::value;
}

Verdict Engine::decide(const Schema& schema, Limits limits, Purpose purpose, const Learned* learned) noexcept {
  walk.learned = learned;
  if (!walk.nesting.references.resize(schema.aliasCount())) return Verdict::fallBack;
  if (purpose == Purpose::failures) return collect(schema, limits, purpose);
  const Verdict verdict = purpose == Purpose::value ? validate<Mode::value>(schema, limits, purpose)
                                                    : validate<Mode::verdict>(schema, limits, purpose);
  if (verdict != Verdict::invalid || (purpose == Purpose::verdict && walk.pass.isSurveyed())) return verdict;
  // The walk ended at the first failure. Is it a failure, and what are all of them?
  const Verdict second = collect(schema, limits, purpose);
  return second == Verdict::valid ? Verdict::fallBack : second;
}

Verdict Engine::collect(const Schema& schema, Limits limits, Purpose purpose) noexcept {
  if constexpr (collectsFailures) return validate<Mode::failures>(schema, limits, purpose);
  // A check in TypeScript may throw before the failure is reached.
  if (purpose != Purpose::verdict || walk.delegations.count > 0) return Verdict::fallBack;
  // It is one if the text is JSON to its end, and no key comes twice.
  walk.pass.stop(Stop::costly);
  return walk.survey(limits) ? Verdict::invalid : Verdict::fallBack;
}

template <Mode mode>
Verdict Engine::validate(const Schema& schema, Limits limits, Purpose purpose) noexcept {
  walk.pass.beginMode();
  Verdict verdict = attempt<mode>(schema, limits);
  if (walk.pass.beginExhaustive()) verdict = attempt<mode>(schema, limits);
  if (!walk.survey(limits)) return verdict;
  if constexpr (mode == Mode::failures) {
    // The memo has no failures. Skipping costs nothing any more, which may be enough.
    if (purpose != Purpose::verdict) return attempt<mode>(schema, limits);
  }
  if (!walk.pass.beginMemoized()) return verdict;
  verdict = attempt < mode == Mode::value ? mode : Mode::verdict > (schema, limits);
  if (walk.memo.bytes() > memoKept) walk.memo.release();
  return verdict;
}

template <Mode mode>
Verdict Engine::attempt(const Schema& schema, Limits limits) noexcept {
  const std::size_t times = walk.walksToEnds<mode>() ? std::min(timesSkipped, schema.stepCount()) : schema.stepCount();
  Cursor cursor = walk.start(limits, times);
  if (schema.stepCount() > 0) walk.rememberEnds();
  const Outcome outcome = check<mode>(schema.root(), walk, cursor);
  if (outcome == Outcome::stop) return walk.pass.needsTape() ? Verdict::tape : Verdict::fallBack;
  if (outcome == Outcome::invalid && !walk.isExhaustive<mode>()) return Verdict::invalid;
  if (!walk.tokens.ended(cursor) || walk.report.overflows || walk.report.exceedsPaths()) return Verdict::fallBack;
  if constexpr (mode == Mode::value) walk.tape.finish(cursor);
  return outcome == Outcome::valid ? Verdict::valid : Verdict::invalid;
}

}  // namespace validlib
