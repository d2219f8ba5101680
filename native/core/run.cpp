#include "run.hpp"

#include <cstring>

#include "json/syntax.hpp"

namespace validlib {
namespace {

// Records whether the text was refused because it is not JSON, and where.
void noteSyntax(std::int32_t* head, const std::uint8_t* text, std::size_t size) noexcept {
  Position position;
  const auto maxDepth = static_cast<std::uint32_t>(head[Head::maxDepth]);
  if (!findSyntax(text, size, maxDepth, static_cast<Unit>(head[Head::unit]), position)) return;
  head[Head::verdict] = static_cast<std::int32_t>(Verdict::notJson);
  head[Head::offset] = static_cast<std::int32_t>(position.offset);
  head[Head::line] = static_cast<std::int32_t>(position.line);
  head[Head::column] = static_cast<std::int32_t>(position.column);
}

// Returns whether the run has left a buffer that `release` would free. Most texts are small and valid, so their buffers
// are small.
bool leavesMuch(const Walk& walk, std::size_t size, Verdict outcome) noexcept {
  constexpr std::size_t small = std::size_t{64} * 1024;
  return (size > small || outcome != Verdict::valid) && walk.largestBuffer() > keptBytes();
}

// The size of the text, with padding after it; false if it does not fit.
bool padText(const Arrays& arrays, std::size_t& size) noexcept {
  size = static_cast<std::size_t>(static_cast<std::uint32_t>(arrays.integers[Head::size]));
  if (size + textPadding > arrays.text.size()) return false;
  std::memset(arrays.text.data() + size, ' ', textPadding);
  return true;
}

Limits limitsOf(const std::int32_t* head) noexcept {
  return {static_cast<std::uint32_t>(head[Head::maxDepth]), static_cast<std::uint32_t>(head[Head::maxErrors])};
}

bool beginTape(const Run& run, std::size_t sought) noexcept {
  const auto& [text, integers, numbers] = run.arrays;
  return run.engine.walk.tape.begin(sought, integers.data() + headSize, integers.size() - headSize, numbers.data(),
                                    numbers.size());
}

}  // namespace

void validate(const Run& run) noexcept {
  const auto& [engine, schema, learned, arrays] = run;
  engine.discard();
  std::int32_t* const head = arrays.integers.data();
  const std::uint8_t* const text = arrays.text.data();
  std::size_t length = 0;
  if (!padText(arrays, length)) {
    head[Head::verdict] = static_cast<std::int32_t>(Verdict::fallBack);
    return;
  }
  const auto purpose = static_cast<Purpose>(head[Head::purpose]);
  const bool ready = purpose != Purpose::value || beginTape(run, head[Head::repeats] != 0 ? length : 0);
  const Verdict outcome =
      ready ? engine.run(schema, text, length, limitsOf(head), purpose, &learned) : Verdict::fallBack;
  head[Head::verdict] = static_cast<std::int32_t>(outcome);
  if (outcome == Verdict::fallBack) noteSyntax(head, text, length);
  if (outcome == Verdict::invalid) head[Head::nested] = engine.walk.report.isNested() ? 1 : 0;
  head[Head::delegated] = static_cast<std::int32_t>(engine.walk.delegations.count);
  head[Head::depth] = static_cast<std::int32_t>(engine.walk.delegations.depth);
  head[Head::schemaDepth] = static_cast<std::int32_t>(engine.walk.delegations.schemaDepth);
  head[Head::references] = static_cast<std::int32_t>(engine.walk.delegations.references);
  head[Head::large] = leavesMuch(engine.walk, length, outcome) ? 1 : 0;
}

void validateMany(const Run& run, const Texts& texts) noexcept {
  const auto& [engine, schema, learned, arrays] = run;
  std::int32_t* const head = arrays.integers.data();
  const auto given = static_cast<Purpose>(head[Head::purpose]);
  const bool fillsColumns = given == Purpose::columns;
  const Purpose purpose = fillsColumns ? Purpose::value : given;
  Batch batch(engine, schema, fillsColumns ? nullptr : &learned, {limitsOf(head), texts.maxBytes});
  std::size_t size = 0;
  const bool ready = padText(arrays, size) && (purpose != Purpose::value || beginTape(run, 0));
  if (ready && fillsColumns) engine.walk.tape.refer(arrays.text.first(size));
  const std::size_t count = ready ? batch.run(arrays.text.data(), size, purpose, texts.room, texts.given) : 0;
  const Verdict verdict = batch.full() ? Verdict::tape : Verdict::valid;
  head[Head::verdict] = static_cast<std::int32_t>(verdict);
  head[Head::texts] = static_cast<std::int32_t>(count);
  head[Head::delegated] = 0;
  head[Head::large] = leavesMuch(engine.walk, size, Verdict::valid) ? 1 : 0;
}

ColumnFiller::Added addTo(ColumnFiller& columns, const Engine& engine, const Arrays& arrays, std::size_t rows,
                     double most) noexcept {
  const Tape& tape = engine.walk.tape;
  const bool isWhole = tape.written + headSize <= arrays.integers.size() && arrays.text.size() >= textPadding;
  if (engine.result() != Engine::Result::value || !isWhole) return ColumnFiller::Added::failed;
  return columns.add({arrays.integers.subspan(headSize, tape.written), arrays.numbers,
                      arrays.text.first(arrays.text.size() - textPadding),
                      {tape.decoded.data(), tape.decoded.size()}},
                     rows, most);
}

std::span<const std::uint8_t> firstChunk(const Engine& engine) noexcept {
  const auto& strings = engine.walk.tape.narrow;
  if (engine.result() != Engine::Result::value || strings.length(0) == 0) return {};
  return {strings.data(0), strings.length(0)};
}

}  // namespace validlib
