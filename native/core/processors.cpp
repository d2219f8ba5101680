#include "processors.hpp"

#if defined(_WIN32)
#include <windows.h>
#else
#include <unistd.h>
#endif
#if defined(__linux__)
#include <sched.h>
#endif

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace validlib {

namespace {

constexpr std::size_t mostPath = 4096;

// Reads a small file as text; false if it does not exist or does not fit.
template <std::size_t Size>
bool read(const char* path, char (&text)[Size]) noexcept {
  std::FILE* const file = std::fopen(path, "r");
  if (file == nullptr) return false;
  const std::size_t size = std::fread(text, 1, Size - 1, file);
  const bool isWhole = std::feof(file) != 0;
  std::fclose(file);
  text[size] = '\0';
  return isWhole;
}

struct Quota {
  long long microseconds = -1;
  long long period = 0;
};

// Version 2: "max 100000", or "150000 100000".
Quota quotaOf2(const char* folder) noexcept {
  char path[mostPath], text[64];
  Quota quota;
  if (std::snprintf(path, sizeof path, "%s/cpu.max", folder) >= static_cast<int>(sizeof path)) return {};
  if (!read(path, text) || std::sscanf(text, "%lld %lld", &quota.microseconds, &quota.period) != 2) return {};
  return quota;
}

// Version 1: -1 means no quota.
Quota quotaOf1(const char* folder) noexcept {
  char path[mostPath], text[64];
  Quota quota;
  const auto number = [&](const char* name, long long& value) noexcept {
    return std::snprintf(path, sizeof path, "%s/%s", folder, name) < static_cast<int>(sizeof path) &&
           read(path, text) && std::sscanf(text, "%lld", &value) == 1;
  };
  return number("cpu.cfs_quota_us", quota.microseconds) && number("cpu.cfs_period_us", quota.period) ? quota : Quota{};
}

// The least quota of a group and its ancestors. In a container the path may be that of the host, which does not exist
// there: the group is then the mount itself, which the walk reaches last.
std::size_t leastOf(const char* mount, std::string_view group, Quota (*quotaOf)(const char*) noexcept) noexcept {
  std::size_t least = 0;
  for (;;) {
    while (!group.empty() && group.back() == '/') group.remove_suffix(1);
    char folder[mostPath];
    const int length = std::snprintf(folder, sizeof folder, "%s%.*s", mount, static_cast<int>(group.size()),
                                     group.empty() ? "" : group.data());
    if (length >= 0 && length < static_cast<int>(sizeof folder)) {
      const auto [microseconds, period] = quotaOf(folder);
      if (microseconds > 0 && period > 0) {
        const auto count = static_cast<std::size_t>(microseconds / period + (microseconds % period != 0 ? 1 : 0));
        least = least == 0 ? count : std::min(least, count);
      }
    }
    if (group.empty()) return least;
    const std::size_t slash = group.rfind('/');
    group = slash == std::string_view::npos ? std::string_view{} : group.substr(0, slash);
  }
}

// Tests whether a line such as "cpu,cpuacct" names a controller.
bool names(std::string_view controllers, std::string_view name) noexcept {
  while (!controllers.empty()) {
    const std::size_t comma = std::min(controllers.find(','), controllers.size());
    if (controllers.substr(0, comma) == name) return true;
    controllers.remove_prefix(std::min(comma + 1, controllers.size()));
  }
  return false;
}

#if !defined(_WIN32)
std::size_t online() noexcept {
#if defined(__linux__)
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return static_cast<std::size_t>(CPU_COUNT(&set));
  // A machine has more processors than the set has bits: the process is assumed to have all of them.
#endif
  const long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? static_cast<std::size_t>(count) : 1;
}
#endif

}  // namespace

std::size_t cgroupProcessors(const char* membership, const char* mount) noexcept {
  char text[16 * 1024];
  if (!read(membership, text)) return 0;
  std::size_t least = 0;
  const auto note = [&](std::size_t count) noexcept {
    if (count > 0) least = least == 0 ? count : std::min(least, count);
  };
  // Each line: the number of the hierarchy, its controllers, the path of the group. Version 2 has number 0 and no
  // controllers.
  std::string_view lines = text;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string_view::npos ? first : line.find(':', first + 1);
    if (second == std::string_view::npos) continue;
    const std::string_view controllers = line.substr(first + 1, second - first - 1);
    const std::string_view group = line.substr(second + 1);
    if (controllers.empty()) {
      note(leastOf(mount, group, quotaOf2));
    } else if (names(controllers, "cpu")) {
      char folder[mostPath];
      if (std::snprintf(folder, sizeof folder, "%s/cpu", mount) < static_cast<int>(sizeof folder))
        note(leastOf(folder, group, quotaOf1));
    }
  }
  return least;
}

std::size_t processors() noexcept {
#if defined(_WIN32)
  DWORD_PTR own = 0, all = 0;
  if (GetProcessAffinityMask(GetCurrentProcess(), &own, &all) != 0 && own != 0) {
    std::size_t count = 0;
    for (; own != 0; own &= own - 1) ++count;
    return count;
  }
  SYSTEM_INFO info;
  GetSystemInfo(&info);
  return info.dwNumberOfProcessors;
#else
  const std::size_t most = std::max(online(), std::size_t{1});
  const std::size_t quota = cgroupProcessors("/proc/self/cgroup", "/sys/fs/cgroup");
  return quota == 0 ? most : std::min(most, quota);
#endif
}

}  // namespace validlib
