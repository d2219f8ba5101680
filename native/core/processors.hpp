// The number of processors that this process may use.
#pragma once

#include <cstddef>

namespace validlib {

// The processors of its affinity mask, or fewer if the quota of a control group (cgroup) is lower.
std::size_t processors() noexcept;

// The quota of the control groups in processors, rounded up; 0 if there is none. `membership` names the file that lists
// the groups of the process (/proc/self/cgroup), `mount` the folder of their settings (/sys/fs/cgroup).
std::size_t cgroupProcessors(const char* membership, const char* mount) noexcept;

}  // namespace validlib
