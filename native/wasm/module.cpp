// The border to JavaScript in a WebAssembly module: what node/addon.cpp is for the addon, with the same calls, in the
// same order. src/engines/native/wasm/port.ts makes a port of it. A pointer is a number, and 0 if there is not enough
// memory. All memory, the arrays of both sides included, is the module's.
//
// There are no exceptions: where the addon would throw for want of memory, the module traps, and JavaScript drops it.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <utility>

#include "../core/columns.hpp"
#include "../core/json/items.hpp"
#include "../core/lines.hpp"
#include "../core/position.hpp"
#include "../core/run.hpp"
#include "../core/validators/dict.hpp"

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace {

using namespace validlib;

// What a call returns beside its result: usually the number of elements that the result points to.
std::uint32_t returned = 0;

template <class T>
T* found(const T* data, std::size_t size) {
  returned = static_cast<std::uint32_t>(size);
  return const_cast<T*>(data);
}

struct Instance {
  Engine engine{};
  Lines lines{engine};
  Arrays arrays{};

  const Tape* tape() const noexcept { return engine.result() == Engine::Result::value ? &engine.walk.tape : nullptr; }
};

struct Compiled {
  Instance& instance;
  std::unique_ptr<const Schema> schema;
  Learned learned;
  std::unique_ptr<std::int32_t[]> kinds;

  Run run() noexcept { return {instance.engine, *schema, learned, instance.arrays}; }
};

}  // namespace

EXPORT(format) std::int32_t format() { return formatVersion; }

// The address of what calls return beside their result.
EXPORT(returned) std::uint32_t* addressOfReturned() { return &returned; }

EXPORT(allocate) void* allocate(std::size_t bytes) { return std::malloc(bytes); }

EXPORT(free) void release(void* memory) { std::free(memory); }

EXPORT(open) Instance* open(bool minimal) {
  minimalBuffers = minimal;
  return new Instance();
}

EXPORT(attachText) void attachText(Instance& instance, std::uint8_t* text, std::size_t size) {
  instance.engine.discard();
  instance.arrays.text = {text, size};
}

EXPORT(attachTape)
void attachTape(Instance& instance, std::int32_t* integers, std::size_t size, double* numbers, std::size_t count) {
  instance.arrays.integers = {integers, size};
  instance.arrays.numbers = {numbers, count};
}

EXPORT(release) void releaseBuffers(Instance& instance) {
  instance.engine.release(keptBytes());
  instance.lines.trim(keptBytes());
}

EXPORT(compile) Compiled* compile(Instance& instance, const char* plan, std::size_t size) {
  auto schema = Schema::compile({plan, size});
  if (schema == nullptr) return nullptr;
  const std::size_t count = schema->nodes().size();
  auto kinds = std::make_unique<std::int32_t[]>(count);
  for (std::size_t id = 0; id < count; ++id) {
    const Node& node = *schema->nodes()[id];
    kinds[id] = static_cast<std::int32_t>(node.kind) | (node.mayBeDelegated ? mayDelegateBit : 0);
  }
  return new Compiled{instance, std::move(schema), Learned(count), std::move(kinds)};
}

EXPORT(destroy) void destroy(Compiled* compiled) { delete compiled; }

EXPORT(kinds) std::int32_t* kinds(const Compiled& compiled) {
  return found(compiled.kinds.get(), compiled.schema->nodes().size());
}

EXPORT(learn)
bool learn(Compiled& compiled, std::uint32_t id, const std::int32_t* orders, std::size_t size) {
  const auto& nodes = compiled.schema->nodes();
  if (id >= nodes.size() || nodes[id]->kind != Kind::dict) return false;
  auto shapes = std::make_unique<Shapes>();
  if (!shapes->build({orders, size}, static_cast<const Dict&>(*nodes[id]).keys.members)) return false;
  compiled.learned.set(id, std::move(shapes));
  return true;
}

// The first chunk of the Latin-1 strings of a value, or null.
EXPORT(run) std::uint8_t* run(Compiled& compiled) {
  validate(compiled.run());
  const auto chunk = firstChunk(compiled.instance.engine);
  return chunk.empty() ? nullptr : found(chunk.data(), chunk.size());
}

EXPORT(runMany)
std::uint8_t* runMany(Compiled& compiled, BatchText* texts, std::size_t room, std::size_t given,
                      std::uint32_t maxBytes) {
  validateMany(compiled.run(), {{texts, room}, given, maxBytes});
  const auto chunk = firstChunk(compiled.instance.engine);
  return chunk.empty() ? nullptr : found(chunk.data(), chunk.size());
}

// Null if it is no layout, or there is not enough memory.
EXPORT(columns) ColumnFiller* columns(const std::int32_t* layout, std::size_t size) {
  auto columns = std::make_unique<ColumnFiller>();
  return columns->setLayout({layout, size}) ? columns.release() : nullptr;
}

EXPORT(destroyColumns) void destroyColumns(ColumnFiller* columns) { delete columns; }

EXPORT(setReads) bool setReads(ColumnFiller& columns, const std::int32_t* reads, std::size_t size) {
  return columns.setReads({reads, size});
}

// The bytes of all rows; -1 if nothing was added, -2 if there would be more than `most`.
EXPORT(addRows)
double addRows(ColumnFiller& columns, const Instance& instance, std::size_t rows, double most) {
  const auto added = addTo(columns, instance.engine, instance.arrays, rows, most);
  return added == ColumnFiller::Added::done ? columns.used() : added == ColumnFiller::Added::failed ? -1 : -2;
}

EXPORT(takeRows) std::size_t takeRows(ColumnFiller& columns, std::uint8_t* into, std::size_t size) {
  return columns.take({into, size});
}

// Three numbers for each run of lines with the same verdict.
EXPORT(validateLines)
const LineRun* validateLines(Compiled& compiled, const std::uint8_t* bytes, std::size_t size, std::uint32_t maxDepth,
                             std::uint32_t maxBytes) {
  Lines& lines = compiled.instance.lines;
  const bool validated = lines.validate(*compiled.schema, bytes, size, {{maxDepth, 0}, maxBytes}, &compiled.learned);
  return validated ? found(lines.runs().data(), lines.runs().size()) : nullptr;
}

// Where the items end; `parts` as `ItemPart` says.
EXPORT(itemsToLines) std::size_t linesOfItems(std::uint8_t* bytes, std::size_t size, double* parts) {
  return itemsToLines({bytes, size}, std::span<double, itemParts>(parts, itemParts));
}

EXPORT(extent) void extent(const std::uint8_t* bytes, std::size_t size, std::uint32_t* into) {
  const auto [lineFeeds, characters] = Extent::of(bytes, size);
  into[0] = lineFeeds;
  into[1] = characters;
}

EXPORT(narrow) std::uint8_t* narrow(const Instance& instance, std::uint32_t index) {
  const Tape* const tape = instance.tape();
  if (tape == nullptr || index >= tape->narrow.count()) return nullptr;
  return found(tape->narrow.data(index), tape->narrow.length(index));
}

EXPORT(wide) char16_t* wide(const Instance& instance, std::uint32_t index) {
  const Tape* const tape = instance.tape();
  if (tape == nullptr || index >= tape->wide.count()) return nullptr;
  return found(tape->wide.data(index), tape->wide.length(index));
}

EXPORT(repeats) const char* repeats(const Instance& instance) {
  const Tape* const tape = instance.tape();
  return tape == nullptr ? nullptr : found(tape->repeats.data(), tape->repeats.size());
}
