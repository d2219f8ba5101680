#include "engine.hpp"

#include "validators/index.hpp"

namespace validlib {

Verdict Engine::run(const Schema& schema, const std::uint8_t* text, std::size_t size, Limits limits, Purpose purpose) noexcept {
  const bool marked = size >= 3 && text[0] == 0xef && text[1] == 0xbb && text[2] == 0xbf;
  skipped_ = marked ? 3 : 0;
  if (!walk.begin(text + skipped_, size - skipped_)) return Verdict::rejudge;
  walk.collecting = purpose == Purpose::failures;
  const Verdict verdict = purpose == Purpose::value ? judge<true>(schema, limits) : judge<false>(schema, limits);
  if (verdict != Verdict::invalid || walk.collecting || walk.deferred == 0) return verdict;
  // Deferred values may fail too, and their errors have their place among the others.
  walk.collecting = true;
  const Verdict second = judge<false>(schema, limits);
  return second == Verdict::valid ? Verdict::rejudge : second;
}

template <bool emits>
Verdict Engine::judge(const Schema& schema, Limits limits) noexcept {
  Cursor cursor = walk.start(limits, schema.aliasCount());
  const Outcome outcome = check<emits>(schema.root(), walk, cursor);
  if (outcome == Outcome::stop) return walk.halt == Halt::tape ? Verdict::tape : Verdict::rejudge;
  if (!walk.ended(cursor)) return Verdict::rejudge;
  if constexpr (emits) walk.tape.finish(cursor);
  return outcome == Outcome::valid ? Verdict::valid : Verdict::invalid;
}

}  // namespace validlib
