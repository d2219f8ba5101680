#include "index.hpp"

namespace validlib {

namespace {

struct Named {
  Bytes name;
  Format format;
  Format exceptions = nullptr;
};

constexpr Named formats[] = {
    {"email", isEmail},
    {"uuid", isUuid},
    {"ipv4", isIpv4},
    {"ipv6", isIpv6},
    {"hostname", isDomain, hasALabel},
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

const Named* find(Bytes name) noexcept {
  for (const Named& one : formats) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

}  // namespace

Format formatNamed(Bytes name) noexcept {
  const Named* const one = find(name);
  return one == nullptr ? nullptr : one->format;
}

Format exceptionsOf(Bytes name) noexcept {
  const Named* const one = find(name);
  return one == nullptr ? nullptr : one->exceptions;
}

}  // namespace validlib
