// Emoji of UTS #51. Only TypeScript knows these characters; but none of them is in ASCII alone.
#include "index.hpp"

namespace validlib {

namespace {
constexpr FormatEntry entries[] = {
    {"emoji", isBeyondAscii, anyText},
};
}  // namespace

constinit const FormatTable emojiFormats = entries;

}  // namespace validlib
