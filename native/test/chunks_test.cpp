// Chunks of strings: how much of them there is, and what a long string leaves behind.
#include "chunks.hpp"

#include <cstring>

#include "expect.hpp"

using namespace validlib;

int main() {
  constexpr std::size_t small = Chunks<char>::chunkSize;
  Chunks<char> chunks;
  char* at = chunks.open(nullptr, 10);
  EXPECT(chunks.fits(at, small) && !chunks.fits(at, small + 1), "a small chunk");
  std::memset(at, 'a', 10);
  at = chunks.open(at + 10, 3 * small);
  EXPECT(chunks.fits(at, 3 * small) && !chunks.fits(at, 3 * small + 1), "a chunk for a long string");
  chunks.close(at + 3 * small);
  EXPECT(chunks.count() == 2 && chunks.length(0) == 10 && chunks.length(1) == 3 * small, "their lengths");

  chunks.clear();
  at = chunks.open(nullptr, 1);
  at = chunks.open(at, 1);
  EXPECT(chunks.fits(at, small) && !chunks.fits(at, small + 1), "small again, where the long one was");
  at = chunks.open(at, 2 * small);
  chunks.restore(2);
  EXPECT(chunks.count() == 2 && chunks.fits(chunks.data(1), small) && !chunks.fits(chunks.data(1), small + 1),
         "as small when it is come back to");
  return validlib::test::ended();
}
