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

}  // namespace
}  // namespace simdjson::VALIDLIB_KERNEL
