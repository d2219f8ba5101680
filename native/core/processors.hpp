// How many processors this process may use.
#pragma once

#include <cstddef>

namespace validlib {

// The processors of its affinity mask, or fewer where the quota of a control group (cgroup) allows it less time.
std::size_t processors() noexcept;

// The quota of the control groups in processors, rounded up; 0 where there is none. `membership` names the file that
// lists the groups of the process (/proc/self/cgroup), `mount` the folder where their settings are (/sys/fs/cgroup).
std::size_t cgroupProcessors(const char* membership, const char* mount) noexcept;

}  // namespace validlib
