// Columns in Arrow's layout, filled from the tape with the values of some texts. JavaScript makes no object for a
// record: it appends the arrays of all of them to its own. src/engines/native/columns.ts says which columns there are,
// and how the values of a schema get into them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "border.hpp"
#include "buffer.hpp"

namespace validlib {

// What a run for columns has written, and the text that its strings are in: see `Tape::refer`. 32 bytes after each text
// are readable.
struct ColumnTape {
  std::span<const std::int32_t> integers;
  std::span<const double> numbers;
  std::span<const std::uint8_t> text;
  std::span<const std::uint8_t> decoded;
};

class ColumnFiller {
 public:
  enum class Added : std::int8_t {
    done,
    failed,   // there is not enough memory, or the tape has other values
    tooMuch,  // the columns would take more than the bytes that are allowed
  };

  // Call both before the first row; false if the numbers say nothing, or there is not enough memory. `layout` is the
  // tree of columns, `reads` how the values get into them; it may be set anew, for another plan of the same validator.
  bool setLayout(std::span<const std::int32_t> layout) noexcept;
  bool setReads(std::span<const std::int32_t> reads) noexcept;

  // Appends the first `rows` values of the tape. Unless it is done, the columns are as before.
  Added add(const ColumnTape& tape, std::size_t rows, double most) noexcept;

  // Bytes of all rows: what TypeScript counts for them.
  double used() const noexcept { return static_cast<double>(used_); }

  // Moves all rows to `into`, as `filled` of the border says. Returns how many bytes that takes; if there are fewer, or
  // if it is 0 for want of memory, nothing has changed. `into` is a multiple of 8 bytes in memory.
  std::size_t take(std::span<std::uint8_t> into) noexcept;

  ~ColumnFiller() { release(); }
  ColumnFiller() noexcept = default;
  ColumnFiller(const ColumnFiller&) = delete;
  ColumnFiller& operator=(const ColumnFiller&) = delete;

 private:
  // As far as rows are complete.
  struct Mark {
    std::int32_t length = 0;
    std::int32_t nulls = 0;
    std::size_t values = 0;
  };
  struct Column {
    ColumnData data;
    // The columns inside it are those from the next one to before this one.
    std::uint32_t end;
    std::int32_t length = 0;
    std::int32_t nulls = 0;
    Mark mark;
  };
  struct Arrays {
    // Bits, as far as the last null: those of all other rows are set.
    Buffer<std::uint8_t> validity;
    Buffer<std::uint8_t> values;
    Buffer<std::int32_t> offsets;
  };
  // What `ColumnRead` and the numbers behind it say.
  struct Read {
    ColumnRead how;
    std::uint32_t column;
    // Others, in order: from `first` on in `inner_`. Of a structure two for each key. Of a text: its Latin-1, in
    // `texts_`.
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::int64_t bits = 0;
  };
  // The positions in a tape.
  struct Source {
    const std::int32_t* at;
    const std::int32_t* end;
    const double* number;
    const double* lastNumber;
    std::span<const std::uint8_t> text;
    std::span<const std::uint8_t> decoded;
  };
  struct String;

  static constexpr std::uint32_t deepest = 64;

  bool parse(std::span<const std::int32_t> reads, std::size_t& at, std::uint32_t depth, std::uint32_t& into) noexcept;
  bool read(const Read& how, Source& source) noexcept;
  bool readInline(const Read& how, Source& source) noexcept;
  bool readRarer(const Read& how, Source& source) noexcept;
  bool readStructure(const Read& how, Source& source) noexcept;
  bool readMember(const Read& how, std::size_t key, Source& source) noexcept;
  bool readList(const Read& how, Source& source) noexcept;
  bool readString(const Read& how, Source& source) noexcept;
  bool readBigInteger(const Read& how, Source& source) noexcept;
  bool nextString(Source& source, String& string) noexcept;

  bool putNull(std::uint32_t column) noexcept;
  bool putInteger(std::uint32_t column, std::int32_t value) noexcept;
  bool putNumber(std::uint32_t column, double value) noexcept;
  bool putWord(std::uint32_t column, std::int64_t value) noexcept;
  bool putText(std::uint32_t column, const String& string) noexcept;
  bool putConstant(const Read& how) noexcept;
  // The row has a value, which was appended.
  bool ends(std::uint32_t column) noexcept {
    ++columns_[column].length;
    return true;
  }
  static bool hasValidity(const Column& column) noexcept {
    return column.nulls > 0 && column.data != ColumnData::nothing;
  }
  template <class T>
  bool append(std::uint32_t column, T value) noexcept;
  bool putBit(std::uint32_t column, bool bit) noexcept;
  bool fail(Added why) noexcept {
    if (added_ == Added::done) added_ = why;
    return false;
  }
  bool within() noexcept { return used_ <= most_ || fail(Added::tooMuch); }

  std::span<const std::uint8_t> part(std::size_t column, ColumnPart part) noexcept;
  bool clear() noexcept;
  void restore() noexcept;
  void release() noexcept;

  Buffer<Column> columns_;
  // By column. It has a destructor for each, so it is no Buffer.
  Arrays* arrays_ = nullptr;
  Buffer<Read> reads_;
  Buffer<std::uint32_t> inner_;
  Buffer<std::uint8_t> texts_;
  std::uint32_t root_ = 0;
  std::uint64_t used_ = 0;
  std::uint64_t most_ = 0;
  Added added_ = Added::done;
};

}  // namespace validlib
