#include "columns.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <new>

#include "json/text.hpp"

namespace validlib {

// A string of the tape, in one of its two forms.
struct ColumnFiller::String {
  const std::uint8_t* narrow = nullptr;
  const char16_t* wide = nullptr;
  std::size_t size = 0;  // UTF-16 units
  bool null = false;
};

namespace {

constexpr std::size_t bitsOf(std::size_t rows) noexcept { return (rows + 7) / 8; }

void setBit(std::uint8_t* bytes, std::size_t index, bool bit) noexcept {
  std::uint8_t& byte = bytes[index >> 3];
  const auto mask = static_cast<std::uint8_t>(1U << (index & 7));
  byte = static_cast<std::uint8_t>(bit ? byte | mask : byte & ~mask);
}

bool isAscii(const std::uint8_t* text, std::size_t size) noexcept {
  std::uint8_t high = 0;
  for (std::size_t i = 0; i < size; ++i) high = static_cast<std::uint8_t>(high | text[i]);
  return high < 0x80;
}

std::uint8_t* writeNarrow(const std::uint8_t* text, std::size_t size, std::uint8_t* out) noexcept {
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

// Half of a surrogate pair becomes U+FFFD, as TextEncoder makes it.
std::uint8_t* writeWide(const char16_t* text, std::size_t size, std::uint8_t* out) noexcept {
  char* end = reinterpret_cast<char*>(out);
  for (std::size_t i = 0; i < size; ++i) {
    char32_t point = text[i];
    if (detail::isSurrogate(point)) {
      const bool paired = detail::isHighSurrogate(point) && i + 1 < size && detail::isSurrogate(text[i + 1]) &&
                          !detail::isHighSurrogate(text[i + 1]);
      point = paired ? 0x10000 + ((point & 0x3ff) << 10) + (text[++i] & 0x3ff) : 0xfffd;
    }
    end = writeUtf8(point, end);
  }
  return reinterpret_cast<std::uint8_t*>(end);
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

ColumnFiller::Added ColumnFiller::add(const Tape& tape, std::span<const std::int32_t> integers,
                                      std::span<const double> numbers, std::size_t rows, double most) noexcept {
  if (reads_.empty()) return Added::failed;
  for (Column& column : columns_) {
    const std::size_t values = arrays_[&column - columns_.data()].values.size();
    column.mark = {column.length, column.nulls, values};
  }
  const double usedBefore = used_;
  added_ = Added::done;
  // Offsets have 32 bits.
  most_ = std::min(most, static_cast<double>(std::numeric_limits<std::int32_t>::max() / 2));
  Source source{tape, integers.data(), integers.data() + integers.size(), numbers.data(),
                numbers.data() + numbers.size()};
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

bool ColumnFiller::read(const Read& how, Source& source) noexcept {
  const std::uint32_t column = how.column;
  const auto take = [&](std::int32_t& value) noexcept {
    if (source.at == source.end) return false;
    value = *source.at++;
    return true;
  };
  const auto takeNumber = [&](double& value) noexcept {
    if (source.number == source.lastNumber) return false;
    value = *source.number++;
    return true;
  };
  std::int32_t value = 0;
  double number = 0;
  switch (how.how) {
    case ColumnRead::nothing:
      return putNull(column);
    case ColumnRead::integer:
      if (!take(value)) return false;
      if (value > mark::null) return putInteger(column, value);
      if (value == mark::null) return putNull(column);
      return takeNumber(number) && putNumber(column, number);
    case ColumnRead::bigInteger:
      return readBigInteger(how, source);
    case ColumnRead::nullableFloating:
      if (!take(value)) return false;
      if (value == mark::null) return putNull(column);
      [[fallthrough]];
    case ColumnRead::floating:
      return takeNumber(number) && putNumber(column, number);
    case ColumnRead::boolean:
      if (!take(value)) return false;
      return value == mark::null ? putNull(column) : putBit(column, value == 1);
    case ColumnRead::string:
      return readString(how, source);
    case ColumnRead::option:
      if (!take(value)) return false;
      return value == mark::noString ? putNull(column) : putInteger(column, value);
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
      return putText(column, {how.count == 0 ? nullptr : texts_.data() + how.first, nullptr, how.count});
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
  }
  return false;
}

bool ColumnFiller::readMember(const Read& how, std::size_t key, Source& source) noexcept {
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
      if (!readMember(how, key, source)) return false;
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
  return endsValid(column) && within();
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
    if (!read(item, source) || !within()) return false;
  }
  return arrays_[column].offsets.push(columns_[item.column].length) && endsValid(column);
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
  if (digits.narrow == nullptr || digits.size > 19) return false;
  // The limits of the column have 64 bits, so 19 digits fit.
  std::uint64_t amount = 0;
  for (std::size_t i = 0; i < digits.size; ++i) amount = amount * 10 + (digits.narrow[i] - std::uint64_t{'0'});
  if (value == mark::negativeDigits) amount = ~amount + 1;
  return putWord(how.column, static_cast<std::int64_t>(amount));
}

bool ColumnFiller::nextString(Source& source, String& string) noexcept {
  if (source.end - source.at < 2) return false;
  const std::int32_t begin = source.at[0];
  const std::int32_t end = source.at[1];
  source.at += 2;
  if (begin == mark::noString) {
    string.null = true;
    // No strings are sought that come more than once.
    return end == 0;
  }
  const bool turns = end < 0;
  const auto last = static_cast<std::size_t>(turns ? ~end : end);
  if (begin >= 0) {
    if (turns) ++source.narrow;
    const auto& chunks = source.tape.narrow;
    const auto first = static_cast<std::size_t>(begin);
    if (source.narrow >= chunks.count() || first > last || last > chunks.length(source.narrow)) return false;
    string.narrow = chunks.data(source.narrow) + first;
    string.size = last - first;
    return true;
  }
  if (turns) source.wide = source.hasWide ? source.wide + 1 : 1;
  source.hasWide = true;
  const auto& chunks = source.tape.wide;
  const auto first = static_cast<std::size_t>(-2 - begin);
  if (source.wide >= chunks.count() || first > last || last > chunks.length(source.wide)) return false;
  string.wide = chunks.data(source.wide) + first;
  string.size = last - first;
  return true;
}

bool ColumnFiller::readString(const Read& how, Source& source) noexcept {
  String string;
  if (!nextString(source, string)) return false;
  return string.null ? putNull(how.column) : putText(how.column, string);
}

template <class T>
bool ColumnFiller::append(std::uint32_t column, T value) noexcept {
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
  return endsValid(column);
}

bool ColumnFiller::putInteger(std::uint32_t column, std::int32_t value) noexcept {
  const bool fits = columns_[column].data == ColumnData::float64 ? append(column, static_cast<double>(value))
                                                                 : append(column, value);
  return fits && endsValid(column);
}

bool ColumnFiller::putNumber(std::uint32_t column, double value) noexcept {
  if (columns_[column].data == ColumnData::float64) return append(column, value) && endsValid(column);
  // The limits of the column have 32 bits.
  if (!(value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max()))
    return false;
  return append(column, static_cast<std::int32_t>(value)) && endsValid(column);
}

bool ColumnFiller::putWord(std::uint32_t column, std::int64_t value) noexcept {
  return append(column, value) && endsValid(column);
}

bool ColumnFiller::putText(std::uint32_t column, const String& string) noexcept {
  // At least so many bytes.
  used_ += static_cast<double>(sizeof(std::int32_t) + string.size);
  if (!within()) return false;
  Arrays& arrays = arrays_[column];
  const std::size_t size = arrays.values.size();
  std::size_t end = size;
  if (string.wide != nullptr) {
    if (!arrays.values.reserve(size + 3 * string.size)) return false;
    end = static_cast<std::size_t>(writeWide(string.wide, string.size, arrays.values.data() + size) -
                                   arrays.values.data());
  } else if (string.size > 0) {
    const bool ascii = isAscii(string.narrow, string.size);
    if (!arrays.values.reserve(size + (ascii ? 1 : 2) * string.size)) return false;
    std::uint8_t* const out = arrays.values.data() + size;
    if (ascii) std::memcpy(out, string.narrow, string.size);
    end = ascii ? size + string.size
                : static_cast<std::size_t>(writeNarrow(string.narrow, string.size, out) - arrays.values.data());
  }
  used_ += static_cast<double>(end - size - string.size);
  return arrays.values.extend(end) && arrays.offsets.push(static_cast<std::int32_t>(end)) && endsValid(column);
}

bool ColumnFiller::putNull(std::uint32_t index) noexcept {
  Column& column = columns_[index];
  Arrays& arrays = arrays_[index];
  const auto row = static_cast<std::size_t>(column.length);
  if (column.data != ColumnData::nothing) {
    if (column.nulls == 0) arrays.validity.truncate(0);
    if (!arrays.validity.resize(bitsOf(row + 1), 0xff)) return false;
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

// The row has a value, which was appended.
bool ColumnFiller::endsValid(std::uint32_t index) noexcept {
  Column& column = columns_[index];
  const auto row = static_cast<std::size_t>(column.length);
  if (column.nulls > 0) {
    Buffer<std::uint8_t>& validity = arrays_[index].validity;
    if (!validity.resize(bitsOf(row + 1), 0xff)) return false;
    setBit(validity.data(), row, true);
  }
  ++column.length;
  return true;
}

void ColumnFiller::restore() noexcept {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    Column& column = columns_[i];
    column.length = column.mark.length;
    column.nulls = column.mark.nulls;
    Arrays& arrays = arrays_[i];
    arrays.values.truncate(column.mark.values);
    arrays.validity.truncate(bitsOf(static_cast<std::size_t>(column.length)));
    arrays.offsets.truncate(static_cast<std::size_t>(column.length) + 1);
  }
}

std::span<const std::uint8_t> ColumnFiller::part(std::size_t index, ColumnPart part) noexcept {
  const Column& column = columns_[index];
  Arrays& arrays = arrays_[index];
  const auto rows = static_cast<std::size_t>(column.length);
  // Bits behind the last row.
  const auto trimmed = [rows](Buffer<std::uint8_t>& bits) noexcept -> std::span<const std::uint8_t> {
    if (rows % 8 != 0) {
      std::uint8_t& last = bits[rows / 8];
      last = static_cast<std::uint8_t>(last & ((1U << (rows % 8)) - 1));
    }
    return {bits.data(), bitsOf(rows)};
  };
  switch (part) {
    case ColumnPart::validity:
      if (column.nulls == 0 || column.data == ColumnData::nothing) return {};
      return trimmed(arrays.validity);
    case ColumnPart::values:
      if (column.data == ColumnData::bits && rows > 0) return trimmed(arrays.values);
      return {arrays.values.data(), arrays.values.size()};
    case ColumnPart::offsets:
      return {reinterpret_cast<const std::uint8_t*>(arrays.offsets.data()),
              arrays.offsets.size() * sizeof(std::int32_t)};
  }
  return {};
}

std::size_t ColumnFiller::take(std::span<std::uint8_t> into) noexcept {
  constexpr std::size_t alignment = 8;
  constexpr ColumnPart parts[] = {ColumnPart::validity, ColumnPart::values, ColumnPart::offsets};
  const std::size_t head = columns_.size() * columnHead * sizeof(std::int32_t);
  const auto each = [&](auto visit) noexcept {
    std::size_t at = head;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      for (const ColumnPart which : parts) {
        const auto bytes = part(column, which);
        visit(column, which, bytes, at);
        at += (bytes.size() + alignment - 1) / alignment * alignment;
      }
    }
    return at;
  };
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
    if (!bytes.empty()) std::memcpy(into.data() + at, bytes.data(), bytes.size());
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
