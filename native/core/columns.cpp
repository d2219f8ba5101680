#include "columns.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <new>

#include "json/text.hpp"

namespace validlib {

// A string of the tape: WTF-8 if it was written with escapes, else UTF-8.
struct ColumnFiller::String {
  const std::uint8_t* data = nullptr;
  std::size_t size = 0;
  bool isDecoded = false;
  bool isNull = false;
};

namespace {

constexpr std::size_t bitsOf(std::size_t rows) noexcept { return (rows + 7) / 8; }

void setBit(std::uint8_t* bytes, std::size_t index, bool bit) noexcept {
  std::uint8_t& byte = bytes[index >> 3];
  const auto mask = static_cast<std::uint8_t>(1U << (index & 7));
  byte = static_cast<std::uint8_t>(bit ? byte | mask : byte & ~mask);
}

// Writers may write this many bytes too far.
constexpr std::size_t slack = 32;

// Both sides may be read and written up to 31 bytes too far.
void copyShort(std::uint8_t* out, const std::uint8_t* text, std::size_t size) noexcept {
  if (size <= slack) [[likely]] {
    std::memcpy(out, text, slack / 2);
    if (size > slack / 2) std::memcpy(out + slack / 2, text + slack / 2, slack / 2);
  } else {
    std::memcpy(out, text, size);
  }
}

std::uint8_t* writeLatin1(const std::uint8_t* text, std::size_t size, std::uint8_t* out) noexcept {
  for (std::size_t i = 0; i < size; ++i) {
    if (text[i] < 0x80) {
      *out++ = text[i];
    } else {
      *out++ = static_cast<std::uint8_t>(0xc0 | (text[i] >> 6));
      *out++ = static_cast<std::uint8_t>(0x80 | (text[i] & 0x3f));
    }
  }
  return out;
}

// A surrogate by itself takes three bytes: it becomes U+FFFD, as TextEncoder makes it, which takes as many.
void replaceSurrogates(std::uint8_t* text, std::size_t size) noexcept {
  for (std::size_t i = 0; i + 2 < size; ++i) {
    if (text[i] != 0xed || text[i + 1] < 0xa0) continue;
    text[i] = 0xef;
    text[i + 1] = 0xbf;
    text[i + 2] = 0xbd;
  }
}

}  // namespace

bool ColumnFiller::setLayout(std::span<const std::int32_t> layout) noexcept {
  release();
  columns_.truncate(0);
  if (layout.empty() || layout.size() % 2 != 0) return false;
  const std::size_t count = layout.size() / 2;
  // How many columns of each column that is open are still to come.
  Buffer<std::uint32_t> open;
  Buffer<std::uint32_t> left;
  for (std::size_t i = 0; i < count; ++i) {
    const std::int32_t data = layout[2 * i];
    const std::int32_t inside = layout[2 * i + 1];
    const bool isKnown = data >= 0 && data <= static_cast<std::int32_t>(ColumnData::list) && inside >= 0;
    const auto kind = static_cast<ColumnData>(data);
    const bool fits = kind == ColumnData::structure || inside == (kind == ColumnData::list ? 1 : 0);
    if (!isKnown || !fits || (i > 0 && open.empty())) return false;
    const auto index = static_cast<std::uint32_t>(i);
    if (!columns_.push({kind, index + 1, 0, 0, {}})) return false;
    if (!open.empty()) --left[left.size() - 1];
    if (!open.push(index) || !left.push(static_cast<std::uint32_t>(inside)) || open.size() > deepest) return false;
    while (!open.empty() && left[left.size() - 1] == 0) {
      columns_[open[open.size() - 1]].end = index + 1;
      open.truncate(open.size() - 1);
      left.truncate(left.size() - 1);
    }
  }
  if (!open.empty()) return false;
  arrays_ = new (std::nothrow) Arrays[count];
  return arrays_ != nullptr && clear();
}

bool ColumnFiller::setReads(std::span<const std::int32_t> reads) noexcept {
  reads_.truncate(0);
  inner_.truncate(0);
  texts_.truncate(0);
  std::size_t at = 0;
  if (parse(reads, at, 0, root_) && at == reads.size() && reads_[root_].column == 0) return true;
  reads_.truncate(0);
  return false;
}

bool ColumnFiller::parse(std::span<const std::int32_t> reads, std::size_t& at, std::uint32_t depth,
                    std::uint32_t& into) noexcept {
  const auto left = [&](std::size_t least) noexcept { return reads.size() - at >= least; };
  if (depth > 2 * deepest || !left(2)) return false;
  const auto column = static_cast<std::uint32_t>(reads[at]);
  const std::int32_t how = reads[at + 1];
  at += 2;
  if (column >= columns_.size() || how < 0 || how > static_cast<std::int32_t>(ColumnRead::handled)) return false;
  Read read{static_cast<ColumnRead>(how), column};
  const ColumnData data = columns_[column].data;
  const auto isOneOf = [data](auto... kinds) noexcept { return ((data == kinds) || ...); };
  const auto takeBits = [&]() noexcept {
    if (!left(2)) return false;
    const auto low = static_cast<std::uint32_t>(reads[at]);
    const auto high = static_cast<std::uint32_t>(reads[at + 1]);
    read.bits = static_cast<std::int64_t>(std::uint64_t{high} << 32 | low);
    at += 2;
    return true;
  };
  std::size_t inside = 0;
  switch (read.how) {
    case ColumnRead::nothing:
      break;
    case ColumnRead::integer:
    case ColumnRead::zero:
      if (!isOneOf(ColumnData::int32, ColumnData::float64)) return false;
      break;
    case ColumnRead::bigInteger:
      if (!isOneOf(ColumnData::int64)) return false;
      break;
    case ColumnRead::floating:
    case ColumnRead::nullableFloating:
      if (!isOneOf(ColumnData::float64)) return false;
      break;
    case ColumnRead::boolean:
      if (!isOneOf(ColumnData::bits)) return false;
      break;
    case ColumnRead::string:
      if (!isOneOf(ColumnData::texts)) return false;
      break;
    case ColumnRead::option:
      if (!isOneOf(ColumnData::int32)) return false;
      break;
    case ColumnRead::number:
      if (!isOneOf(ColumnData::bits, ColumnData::int32, ColumnData::int64, ColumnData::float64) || !takeBits())
        return false;
      break;
    case ColumnRead::text: {
      if (!isOneOf(ColumnData::texts) || !left(1) || reads[at] < 0) return false;
      read.count = static_cast<std::uint32_t>(reads[at++]);
      read.first = static_cast<std::uint32_t>(texts_.size());
      if (!left(read.count)) return false;
      for (std::uint32_t i = 0; i < read.count; ++i) {
        if (!texts_.push(static_cast<std::uint8_t>(reads[at++]))) return false;
      }
      break;
    }
    case ColumnRead::structure:
      if (!isOneOf(ColumnData::structure) || !left(1) || reads[at] < 0) return false;
      inside = 2 * static_cast<std::size_t>(reads[at++]);
      break;
    case ColumnRead::list:
      if (!isOneOf(ColumnData::list)) return false;
      inside = 1;
      break;
    case ColumnRead::choice:
      if (!left(1) || reads[at] < 0) return false;
      inside = static_cast<std::size_t>(reads[at++]);
      break;
    case ColumnRead::handled:
      inside = 1;
      break;
  }
  if (inside > 0) {
    if (!left(inside)) return false;
    read.count = static_cast<std::uint32_t>(inside);
    read.first = static_cast<std::uint32_t>(inner_.size());
    if (!inner_.extend(inner_.size() + inside)) return false;
    for (std::size_t i = 0; i < inside; ++i) {
      std::uint32_t number = 0;
      if (!parse(reads, at, depth + 1, number)) return false;
      inner_[read.first + i] = number;
      const std::uint32_t inner = reads_[number].column;
      const bool isInside = inner > column && inner < columns_[column].end;
      const bool isMember = read.how == ColumnRead::structure || read.how == ColumnRead::list;
      if (isMember ? !isInside : inner != column) return false;
      if (read.how == ColumnRead::structure && i % 2 == 1 && inner != reads_[inner_[read.first + i - 1]].column)
        return false;
    }
  }
  into = static_cast<std::uint32_t>(reads_.size());
  return reads_.push(read);
}

ColumnFiller::Added ColumnFiller::add(const ColumnTape& tape, std::size_t rows, double most) noexcept {
  if (reads_.empty()) return Added::failed;
  for (Column& column : columns_) {
    const std::size_t values = arrays_[&column - columns_.data()].values.size();
    column.mark = {column.length, column.nulls, values};
  }
  const std::uint64_t usedBefore = used_;
  added_ = Added::done;
  // Offsets have 32 bits.
  constexpr double mostBytes = std::numeric_limits<std::int32_t>::max() / 2;
  most_ = static_cast<std::uint64_t>(std::clamp(most, 0.0, mostBytes));
  Source source{tape.integers.data(), tape.integers.data() + tape.integers.size(), tape.numbers.data(),
                tape.numbers.data() + tape.numbers.size(), tape.text, tape.decoded};
  const Read& root = reads_[root_];
  for (std::size_t row = 0; row < rows; ++row) {
    if (!read(root, source) || !within()) {
      // No error of its own: the tape has ended.
      static_cast<void>(fail(Added::failed));
      restore();
      used_ = usedBefore;
      return added_;
    }
  }
  return Added::done;
}

bool ColumnFiller::read(const Read& how, Source& source) noexcept { return readInline(how, source); }

// What most members are, for loops over them.
[[gnu::always_inline]] inline bool ColumnFiller::readInline(const Read& how, Source& source) noexcept {
  const std::uint32_t column = how.column;
  switch (how.how) {
    case ColumnRead::integer:
      if (source.at == source.end) return false;
      if (*source.at <= mark::null) break;
      return putInteger(column, *source.at++);
    case ColumnRead::floating:
      return source.number != source.lastNumber && putNumber(column, *source.number++);
    case ColumnRead::boolean:
      if (source.at == source.end) return false;
      return *source.at++ == mark::null ? putNull(column) : putBit(column, source.at[-1] == 1);
    case ColumnRead::string:
      return readString(how, source);
    case ColumnRead::option:
      if (source.at == source.end) return false;
      return *source.at++ == mark::noString ? putNull(column) : putInteger(column, source.at[-1]);
    default:
      break;
  }
  return readRarer(how, source);
}

[[gnu::noinline]] bool ColumnFiller::readRarer(const Read& how, Source& source) noexcept {
  const std::uint32_t column = how.column;
  const auto take = [&](std::int32_t& value) noexcept {
    if (source.at == source.end) return false;
    value = *source.at++;
    return true;
  };
  std::int32_t value = 0;
  switch (how.how) {
    case ColumnRead::nothing:
      return putNull(column);
    case ColumnRead::integer:
      // Not one that `read` takes.
      if (!take(value)) return false;
      if (value == mark::null) return putNull(column);
      return source.number != source.lastNumber && putNumber(column, *source.number++);
    case ColumnRead::bigInteger:
      return readBigInteger(how, source);
    case ColumnRead::nullableFloating:
      if (!take(value)) return false;
      if (value == mark::null) return putNull(column);
      return source.number != source.lastNumber && putNumber(column, *source.number++);
    case ColumnRead::number:
      switch (columns_[column].data) {
        case ColumnData::bits:
          return putBit(column, std::bit_cast<double>(how.bits) != 0);
        case ColumnData::int64:
          return putWord(column, how.bits);
        default:
          return putNumber(column, std::bit_cast<double>(how.bits));
      }
    case ColumnRead::zero:
      return take(value) && putNumber(column, value == 1 ? -0.0 : 0.0);
    case ColumnRead::text:
      return putConstant(how);
    case ColumnRead::structure:
      return readStructure(how, source);
    case ColumnRead::list:
      return readList(how, source);
    case ColumnRead::choice:
      if (!take(value)) return false;
      if (value == mark::nullContainer) return putNull(column);
      return value >= 0 && static_cast<std::uint32_t>(value) < how.count &&
             read(reads_[inner_[how.first + static_cast<std::uint32_t>(value)]], source);
    case ColumnRead::handled:
      return take(value) && value == mark::handled && read(reads_[inner_[how.first]], source);
    default:
      return false;
  }
}

[[gnu::noinline]] bool ColumnFiller::readMember(const Read& how, std::size_t key, Source& source) noexcept {
  if (2 * key + 1 >= how.count) return false;
  const Read& member = reads_[inner_[how.first + 2 * key + 1]];
  // No key comes twice.
  return columns_[member.column].length == columns_[how.column].length && read(member, source);
}

bool ColumnFiller::readStructure(const Read& how, Source& source) noexcept {
  if (source.at == source.end) return false;
  const std::int32_t form = *source.at++;
  const std::uint32_t column = how.column;
  if (form == mark::nullContainer) return putNull(column);
  const std::size_t keys = how.count / 2;
  const std::int32_t row = columns_[column].length;
  bool others = false;
  if (form == 0) {
    for (std::size_t key = 0; key < keys; ++key) {
      if (!readInline(reads_[inner_[how.first + 2 * key + 1]], source)) return false;
    }
  } else if (form >= mark::subset) {
    const auto bits = static_cast<std::uint32_t>(form - mark::subset);
    others = (bits & 1) != 0;
    for (std::uint32_t came = bits >> 1; came != 0; came &= came - 1) {
      if (!readMember(how, static_cast<std::size_t>(std::countr_zero(came)), source)) return false;
    }
  } else if (form <= mark::cut) {
    others = true;
    const std::int32_t cut = mark::cut - form;
    // Only the order of the schema is expected.
    if (cut % maxShapes != 0) return false;
    for (std::size_t key = 0; key < static_cast<std::size_t>(cut / maxShapes); ++key) {
      if (!readMember(how, key, source)) return false;
    }
  } else {
    return false;
  }
  while (others) {
    if (source.at == source.end) return false;
    const std::int32_t key = *source.at++;
    if (key == mark::endOfMembers) break;
    if (key < 0 || !readMember(how, static_cast<std::size_t>(key), source)) return false;
  }
  for (std::size_t key = 0; key < keys && form != 0; ++key) {
    const Read& missing = reads_[inner_[how.first + 2 * key]];
    if (columns_[missing.column].length == row && !read(missing, source)) return false;
  }
  return ends(column) && within();
}

bool ColumnFiller::readList(const Read& how, Source& source) noexcept {
  if (source.at == source.end) return false;
  const std::int32_t size = *source.at++;
  const std::uint32_t column = how.column;
  if (size == mark::nullContainer) return putNull(column);
  if (size < 0) return false;
  used_ += sizeof(std::int32_t);
  const Read& item = reads_[inner_[how.first]];
  for (std::int32_t i = 0; i < size; ++i) {
    if (!readInline(item, source) || !within()) return false;
  }
  return arrays_[column].offsets.push(columns_[item.column].length) && ends(column);
}

bool ColumnFiller::readBigInteger(const Read& how, Source& source) noexcept {
  if (source.at == source.end) return false;
  const std::int32_t value = *source.at++;
  if (value > mark::word) return putWord(how.column, value);
  if (value == mark::null) return putNull(how.column);
  if (value == mark::word) {
    if (source.number == source.lastNumber) return false;
    return putWord(how.column, std::bit_cast<std::int64_t>(*source.number++));
  }
  String digits;
  if ((value != mark::digits && value != mark::negativeDigits) || !nextString(source, digits)) return false;
  if (digits.isNull || digits.size > 19) return false;
  // The limits of the column have 64 bits, so 19 digits fit.
  std::uint64_t amount = 0;
  for (std::size_t i = 0; i < digits.size; ++i) amount = amount * 10 + (digits.data[i] - std::uint64_t{'0'});
  if (value == mark::negativeDigits) amount = ~amount + 1;
  return putWord(how.column, static_cast<std::int64_t>(amount));
}

[[gnu::always_inline]] inline bool ColumnFiller::nextString(Source& source, String& string) noexcept {
  if (source.end - source.at < 2) return false;
  const std::int64_t begin = source.at[0];
  const std::int64_t end = source.at[1];
  source.at += 2;
  if (begin == mark::noString) {
    string.isNull = true;
    // No strings are sought that come more than once.
    return end == 0;
  }
  string.isDecoded = begin < 0;
  const std::span<const std::uint8_t> from = string.isDecoded ? source.decoded : source.text;
  const std::int64_t first = string.isDecoded ? -2 - begin : begin;
  if (first > end || end > static_cast<std::int64_t>(from.size())) return false;
  string.data = from.data() + first;
  string.size = static_cast<std::size_t>(end - first);
  return true;
}

[[gnu::always_inline]] inline bool ColumnFiller::readString(const Read& how, Source& source) noexcept {
  String string;
  if (!nextString(source, string)) return false;
  return string.isNull ? putNull(how.column) : putText(how.column, string);
}

template <class T>
[[gnu::always_inline]] inline bool ColumnFiller::append(std::uint32_t column, T value) noexcept {
  Buffer<std::uint8_t>& values = arrays_[column].values;
  const std::size_t size = values.size();
  if (!values.extend(size + sizeof value)) return false;
  std::memcpy(values.data() + size, &value, sizeof value);
  used_ += sizeof value;
  return true;
}

bool ColumnFiller::putBit(std::uint32_t column, bool bit) noexcept {
  Buffer<std::uint8_t>& values = arrays_[column].values;
  const auto row = static_cast<std::size_t>(columns_[column].length);
  if (row / 8 >= values.size() && !values.push(0)) return false;
  setBit(values.data(), row, bit);
  used_ += 1;
  return ends(column);
}

bool ColumnFiller::putInteger(std::uint32_t column, std::int32_t value) noexcept {
  const bool fits = columns_[column].data == ColumnData::float64 ? append(column, static_cast<double>(value))
                                                                 : append(column, value);
  return fits && ends(column);
}

bool ColumnFiller::putNumber(std::uint32_t column, double value) noexcept {
  if (columns_[column].data == ColumnData::float64) return append(column, value) && ends(column);
  // The limits of the column have 32 bits.
  if (!(value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max()))
    return false;
  return append(column, static_cast<std::int32_t>(value)) && ends(column);
}

bool ColumnFiller::putWord(std::uint32_t column, std::int64_t value) noexcept {
  return append(column, value) && ends(column);
}

[[gnu::always_inline]] inline bool ColumnFiller::putText(std::uint32_t column, const String& string) noexcept {
  used_ += sizeof(std::int32_t) + string.size;
  if (!within()) return false;
  auto& [validity, values, offsets] = arrays_[column];
  const std::size_t size = values.size();
  const std::size_t end = size + string.size;
  if (!values.reserve(end + slack)) return false;
  copyShort(values.data() + size, string.data, string.size);
  if (string.isDecoded) replaceSurrogates(values.data() + size, string.size);
  ++columns_[column].length;
  return values.extend(end) && offsets.push(static_cast<std::int32_t>(end));
}

// A text of the schema: nothing behind it may be read.
bool ColumnFiller::putConstant(const Read& how) noexcept {
  used_ += sizeof(std::int32_t) + how.count;
  if (!within()) return false;
  auto& [validity, values, offsets] = arrays_[how.column];
  const std::size_t size = values.size();
  // Latin-1: at most two bytes each.
  if (!values.reserve(size + 2 * std::size_t{how.count} + slack)) return false;
  std::uint8_t* const end = writeLatin1(texts_.data() + how.first, how.count, values.data() + size);
  const auto last = static_cast<std::size_t>(end - values.data());
  used_ += last - size - how.count;
  ++columns_[how.column].length;
  return values.extend(last) && offsets.push(static_cast<std::int32_t>(last));
}

bool ColumnFiller::putNull(std::uint32_t index) noexcept {
  Column& column = columns_[index];
  Arrays& arrays = arrays_[index];
  const auto row = static_cast<std::size_t>(column.length);
  if (column.data != ColumnData::nothing) {
    if (!arrays.validity.resize(std::max(arrays.validity.size(), bitsOf(row + 1)), 0xff)) return false;
    setBit(arrays.validity.data(), row, false);
  }
  bool fits = true;
  switch (column.data) {
    case ColumnData::nothing:
      break;
    case ColumnData::bits:
      used_ += 1;
      if (row / 8 >= arrays.values.size()) fits = arrays.values.push(0);
      if (fits) setBit(arrays.values.data(), row, false);
      break;
    case ColumnData::int32:
      fits = append(index, std::int32_t{0});
      break;
    case ColumnData::int64:
      fits = append(index, std::int64_t{0});
      break;
    case ColumnData::float64:
      fits = append(index, std::numeric_limits<double>::quiet_NaN());
      break;
    case ColumnData::texts:
    case ColumnData::list:
      used_ += sizeof(std::int32_t);
      fits = arrays.offsets.push(arrays.offsets[row]);
      break;
    case ColumnData::structure:
      for (std::uint32_t inner = index + 1; inner < column.end && fits; inner = columns_[inner].end)
        fits = putNull(inner);
      break;
  }
  if (!fits) return false;
  ++column.nulls;
  ++column.length;
  return within();
}

void ColumnFiller::restore() noexcept {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    Column& column = columns_[i];
    column.length = column.mark.length;
    column.nulls = column.mark.nulls;
    Arrays& arrays = arrays_[i];
    arrays.values.truncate(column.mark.values);
    // No bit behind the last row says null.
    const auto rows = static_cast<std::size_t>(column.length);
    arrays.validity.truncate(bitsOf(rows));
    if (rows % 8 != 0 && arrays.validity.size() == bitsOf(rows)) {
      std::uint8_t& last = arrays.validity[rows / 8];
      last = static_cast<std::uint8_t>(last | (0xffU << (rows % 8)));
    }
    arrays.offsets.truncate(static_cast<std::size_t>(column.length) + 1);
  }
}

std::span<const std::uint8_t> ColumnFiller::part(std::size_t index, ColumnPart part) noexcept {
  const Column& column = columns_[index];
  Arrays& arrays = arrays_[index];
  const auto rows = static_cast<std::size_t>(column.length);
  switch (part) {
    case ColumnPart::validity:
      if (!hasValidity(column)) return {};
      return {arrays.validity.data(), bitsOf(rows)};
    case ColumnPart::values:
      return {arrays.values.data(), column.data == ColumnData::bits ? bitsOf(rows) : arrays.values.size()};
    case ColumnPart::offsets:
      return {reinterpret_cast<const std::uint8_t*>(arrays.offsets.data()),
              arrays.offsets.size() * sizeof(std::int32_t)};
  }
  return {};
}

std::size_t ColumnFiller::take(std::span<std::uint8_t> into) noexcept {
  constexpr std::size_t alignment = 8;
  constexpr ColumnPart parts[] = {ColumnPart::validity, ColumnPart::values, ColumnPart::offsets};
  const auto padded = [](std::size_t size) noexcept { return (size + alignment - 1) / alignment * alignment; };
  const std::size_t head = columns_.size() * columnHead * sizeof(std::int32_t);
  const auto each = [&](auto visit) noexcept {
    std::size_t at = head;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      for (const ColumnPart which : parts) {
        const auto bytes = part(column, which);
        visit(column, which, bytes, at);
        at += padded(bytes.size());
      }
    }
    return at;
  };
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::size_t bytes = bitsOf(static_cast<std::size_t>(columns_[i].length));
    if (hasValidity(columns_[i]) && !arrays_[i].validity.resize(bytes, 0xff)) return 0;
  }
  const std::size_t needed = each([](auto&&...) noexcept {});
  if (needed > into.size()) return needed;
  auto* const numbers = reinterpret_cast<std::int32_t*>(into.data());
  static_cast<void>(each([&](std::size_t column, ColumnPart which, std::span<const std::uint8_t> bytes,
                             std::size_t at) noexcept {
    std::int32_t* const about = numbers + column * columnHead;
    const auto place = 2 + 2 * static_cast<std::size_t>(which);
    about[0] = columns_[column].length;
    about[1] = columns_[column].nulls;
    about[place] = static_cast<std::int32_t>(at);
    about[place + 1] = static_cast<std::int32_t>(bytes.size());
    if (bytes.empty()) return;
    std::memcpy(into.data() + at, bytes.data(), bytes.size());
    // The memory may be uninitialized.
    std::memset(into.data() + at + bytes.size(), 0, padded(bytes.size()) - bytes.size());
    const bool areBits = which == ColumnPart::validity || columns_[column].data == ColumnData::bits;
    if (const auto rows = static_cast<std::size_t>(columns_[column].length); areBits && rows % 8 != 0) {
      // Those behind the last row.
      std::uint8_t& last = into[at + rows / 8];
      last = static_cast<std::uint8_t>(last & ((1U << (rows % 8)) - 1));
    }
  }));
  return clear() ? needed : 0;
}

bool ColumnFiller::clear() noexcept {
  used_ = 0;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    Column& column = columns_[i];
    column.length = column.nulls = 0;
    Arrays& arrays = arrays_[i];
    arrays.values.truncate(0);
    arrays.validity.truncate(0);
    arrays.offsets.truncate(0);
    const bool hasOffsets = column.data == ColumnData::texts || column.data == ColumnData::list;
    if (hasOffsets && !arrays.offsets.push(0)) return false;
  }
  return true;
}

void ColumnFiller::release() noexcept {
  delete[] arrays_;
  arrays_ = nullptr;
}

}  // namespace validlib
