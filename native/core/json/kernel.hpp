// Stage 1 for one kernel of simdjson: structure.cpp includes this file once for each, with its name as VALIDLIB_KERNEL,
// compiled for the processors of that kernel.

namespace simdjson::VALIDLIB_KERNEL {
namespace {

// As `json_structural_indexer` does it, two blocks at a time, but each block is also marked.
validlib::Scan scan(const std::uint8_t* text, std::size_t size, std::uint32_t* positions,
                    std::uint8_t* blocks) noexcept {
  constexpr std::size_t width = 64;
  using Block = simd::simd8x64<std::uint8_t>;
  stage1::json_scanner scanner{};
  utf8_checker utf8{};
  stage1::bit_indexer indexer(positions);
  std::uint64_t controls = 0;
  std::size_t others = 0;
  const auto finish = [&](const Block& in, const stage1::json_block& block, std::size_t at) {
    utf8.check_next_input(in);
    controls |= block.non_quote_inside_string(in.lteq(0x1f));
    const std::uint8_t other = in.eq('\\') != 0 || !is_ascii(in) ? 1 : 0;
    blocks[at / width] = other;
    others += other;
    indexer.write(static_cast<std::uint32_t>(at), block.structural_start());
  };
  std::size_t at = 0;
  for (; at + width < size; at += 2 * width) {
    const Block first(text + at);
    const Block second(text + at + width);
    const auto firstBlock = scanner.next(first);
    const auto secondBlock = scanner.next(second);
    finish(first, firstBlock, at);
    finish(second, secondBlock, at + width);
  }
  if (at < size) {
    const Block last(text + at);
    finish(last, scanner.next(last), at);
  }
  utf8.check_eof();
  const bool valid = scanner.finish() == SUCCESS && controls == 0 && utf8.errors() == SUCCESS;
  return {indexer.tail, others, valid};
}

std::size_t markBlocks(const std::uint8_t* text, std::size_t count, validlib::Quoting& quoting,
                       validlib::Marks* marks) noexcept {
  constexpr std::size_t width = 64;
  using Block = simd::simd8x64<std::uint8_t>;
  stage1::json_escape_scanner escapes{};
  escapes.next_is_escaped = quoting.escaped ? 1 : 0;
  std::uint64_t before = quoting.inString ? ~std::uint64_t{0} : 0;
  std::size_t marked = 0;
  for (; marked < count; ++marked) {
    const Block in(text + marked * width);
    const std::uint64_t backslashes = in.eq('\\');
    auto next = escapes;
    // As `json_string_scanner` does it, from anywhere in a string. The opening quote is inside, the closing one is not.
    const std::uint64_t inside = prefix_xor(in.eq('"') & ~next.next(backslashes).escaped) ^ before;
    if ((backslashes & ~inside) != 0) break;
    escapes = next;
    before = static_cast<std::uint64_t>(static_cast<std::int64_t>(inside) >> 63);
    marks[marked] = {(in.eq('[') | in.eq('{')) & ~inside, (in.eq(']') | in.eq('}')) & ~inside, in.eq(',') & ~inside,
                     ~in.lteq(' '), in.eq('\n')};
  }
  quoting = {before != 0, escapes.next_is_escaped != 0};
  return marked;
}

}  // namespace
}  // namespace simdjson::VALIDLIB_KERNEL
