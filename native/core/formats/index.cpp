#include "index.hpp"

namespace validlib {

namespace {

struct Named {
  Bytes name;
  Format format;
};

constexpr Named formats[] = {
    {"email", isEmail},
    {"uuid", isUuid},
    {"ipv4", isIpv4},
    {"ipv6", isIpv6},
    {"hostname", isHostname},
    {"uri", isUri},
    {"uri-reference", isUriReference},
    {"date", isDate},
    {"time", isTime},
    {"date-time", isDateTime},
    {"duration", isDuration},
    {"json-pointer", isJsonPointer},
    {"base64", isBase64},
    {"base64url", isBase64url},
    {"hex", isHex},
    {"ulid", isUlid},
    {"semver", isSemver},
};

}  // namespace

Format formatNamed(Bytes name) noexcept {
  for (const Named& one : formats) {
    if (one.name == name) return one.format;
  }
  return nullptr;
}

}  // namespace validlib
