#include "engine.hpp"

#include "validators/index.hpp"

namespace validlib {

Verdict Engine::run(const Schema& schema, const std::uint8_t* text, std::size_t size, Limits limits, Purpose purpose) noexcept {
  const bool marked = size >= 3 && text[0] == 0xef && text[1] == 0xbb && text[2] == 0xbf;
  skipped_ = marked ? 3 : 0;
  walk.references.assign(schema.aliasCount(), 0);
  if (!walk.begin(text + skipped_, size - skipped_, limits)) return Verdict::rejudge;
  walk.collecting = purpose == Purpose::failures;
  const Verdict verdict = purpose == Purpose::value ? judge<true>(schema) : judge<false>(schema);
  if (verdict != Verdict::invalid || walk.collecting || walk.deferred == 0) return verdict;
  // Deferred values may fail too, and their errors have their place among the others.
  walk.references.assign(schema.aliasCount(), 0);
  walk.restart(limits);
  walk.collecting = true;
  const Verdict second = judge<false>(schema);
  return second == Verdict::valid ? Verdict::rejudge : second;
}

template <bool emits>
Verdict Engine::judge(const Schema& schema) noexcept {
  const Outcome outcome = check<emits>(schema.root(), walk);
  if (outcome == Outcome::stop) return walk.halt == Halt::tape ? Verdict::tape : Verdict::rejudge;
  if (!walk.ended()) return Verdict::rejudge;
  return outcome == Outcome::valid ? Verdict::valid : Verdict::invalid;
}

}  // namespace validlib
