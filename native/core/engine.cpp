#include "engine.hpp"

#include "validators/index.hpp"

namespace validlib {

Verdict Engine::run(const Schema& schema, const std::uint8_t* text, std::size_t size, Limits limits, Purpose purpose,
                    const Learned* learned) noexcept {
  walk.learned = learned;
  const bool marked = size >= 3 && text[0] == 0xef && text[1] == 0xbb && text[2] == 0xbf;
  skipped_ = marked ? 3 : 0;
  if (!walk.begin(text + skipped_, size - skipped_)) return Verdict::rejudge;
  if (purpose == Purpose::failures) return judge<Mode::failures>(schema, limits);
  const Verdict verdict =
      purpose == Purpose::value ? judge<Mode::value>(schema, limits) : judge<Mode::verdict>(schema, limits);
  if (verdict != Verdict::invalid) return verdict;
  // The walk ended at the first failure. Is it one, and what are they all?
  const Verdict second = judge<Mode::failures>(schema, limits);
  return second == Verdict::valid ? Verdict::rejudge : second;
}

template <Mode mode>
Verdict Engine::judge(const Schema& schema, Limits limits) noexcept {
  walk.exact = false;
  Cursor cursor = walk.start(limits, schema.aliasCount());
  Outcome outcome = check<mode>(schema.root(), walk, cursor);
  if (outcome == Outcome::stop && walk.halt == Halt::exact) {
    walk.exact = true;
    cursor = walk.start(limits, schema.aliasCount());
    outcome = check<mode>(schema.root(), walk, cursor);
  }
  if (outcome == Outcome::stop) return walk.halt == Halt::tape ? Verdict::tape : Verdict::rejudge;
  if (outcome == Outcome::invalid && !walk.isExact<mode>()) return Verdict::invalid;
  if (!walk.ended(cursor) || walk.report.overflows) return Verdict::rejudge;
  if constexpr (mode == Mode::value) walk.tape.finish(cursor);
  return outcome == Outcome::valid ? Verdict::valid : Verdict::invalid;
}

}  // namespace validlib
