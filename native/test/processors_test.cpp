// How many processors a process may use: what control groups of both versions say, in a folder that stands for /sys.
#include "processors.hpp"

#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#if defined(__linux__)
#include <sched.h>
#endif

#include "expect.hpp"

using validlib::cgroupProcessors;
using validlib::processors;

namespace {

namespace fs = std::filesystem;

struct Given {
  const char* name;
  std::string membership;
  std::vector<std::pair<std::string, std::string>> settings;
  std::size_t expected;
};

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

const std::vector<Given> cases = {
    {"no groups", "", {}, 0},
    {"a group without settings", "0::/a\n", {}, 0},
    {"no quota", "0::/a\n", {{"a/cpu.max", "max 100000\n"}}, 0},
    {"two processors", "0::/a\n", {{"a/cpu.max", "200000 100000\n"}}, 2},
    {"half of one", "0::/a\n", {{"a/cpu.max", "50000 100000\n"}}, 1},
    {"one and a half", "0::/a\n", {{"a/cpu.max", "150000 100000\n"}}, 2},
    {"the group around it has less",
     "0::/a/b/c\n",
     {{"a/b/c/cpu.max", "400000 100000"}, {"a/cpu.max", "100000 100000"}},
     1},
    {"the group around it has no quota",
     "0::/a/b\n",
     {{"a/b/cpu.max", "300000 100000"}, {"a/cpu.max", "max 100000"}},
     3},
    {"the mount itself, in a container", "0::/\n", {{"cpu.max", "300000 100000"}}, 3},
    {"a path of the host, in a container", "0::/docker/0123\n", {{"cpu.max", "300000 100000"}}, 3},
    {"no number", "0::/a\n", {{"a/cpu.max", "many 100000\n"}}, 0},
    {"a period of nothing", "0::/a\n", {{"a/cpu.max", "100000 0\n"}}, 0},
    {"version 1",
     "4:cpu,cpuacct:/a\n2:memory:/b\n",
     {{"cpu/a/cpu.cfs_quota_us", "250000\n"}, {"cpu/a/cpu.cfs_period_us", "100000\n"}},
     3},
    {"version 1 without a quota",
     "4:cpuacct,cpu:/a\n",
     {{"cpu/a/cpu.cfs_quota_us", "-1\n"}, {"cpu/a/cpu.cfs_period_us", "100000\n"}},
     0},
    {"version 1 in a container",
     "4:cpu:/docker/0123\n",
     {{"cpu/cpu.cfs_quota_us", "100000\n"}, {"cpu/cpu.cfs_period_us", "100000\n"}},
     1},
    {"another controller",
     "4:cpuset:/a\n",
     {{"cpu/a/cpu.cfs_quota_us", "100000\n"}, {"cpu/a/cpu.cfs_period_us", "100000\n"}},
     0},
    {"both versions",
     "4:cpu:/a\n0::/a\n",
     {{"cpu/a/cpu.cfs_quota_us", "400000"}, {"cpu/a/cpu.cfs_period_us", "100000"}, {"a/cpu.max", "200000 100000"}},
     2},
    {"no line at all", "something else", {{"cpu.max", "100000 100000"}}, 0},
    {"a path that is too long", "0::/" + std::string(5000, 'a') + "\n", {{"cpu.max", "100000 100000"}}, 1},
};

}  // namespace

int main() {
  const fs::path home = fs::temp_directory_path() / ("validlib-cgroup-" + std::to_string(std::random_device{}()));
  for (const auto& [name, membership, settings, expected] : cases) {
    fs::remove_all(home);
    write(home / "membership", membership);
    for (const auto& [file, text] : settings) write(home / "mount" / file, text);
    const std::size_t found = cgroupProcessors((home / "membership").c_str(), (home / "mount").c_str());
    EXPECT(found == expected, name);
  }
  fs::remove_all(home);
  EXPECT(cgroupProcessors((home / "membership").c_str(), (home / "mount").c_str()) == std::size_t{0}, "no such file");

  EXPECT(processors() >= 1, "this machine");
#if defined(__linux__)
  cpu_set_t before, one;
  EXPECT(sched_getaffinity(0, sizeof before, &before) == 0, "this machine");
  CPU_ZERO(&one);
  for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (CPU_ISSET(processor, &before) == 0) continue;
    CPU_SET(processor, &one);
    break;
  }
  EXPECT(sched_setaffinity(0, sizeof one, &one) == 0, "one processor");
  EXPECT(processors() == std::size_t{1}, "one processor in the affinity mask");
  EXPECT(sched_setaffinity(0, sizeof before, &before) == 0, "this machine");
#endif
  return validlib::test::ended();
}
