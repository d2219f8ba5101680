// What newer versions of libstdc++ have beyond the one of the oldest system the addon is for (CentOS 8, Debian 10), and
// what containers refer to wherever they grow. Nothing is thrown here: a size that cannot be is the end of the process,
// as it is where libstdc++ throws through code without exceptions.

#include <cstdlib>

#ifdef __GLIBCXX__
namespace std {

// GLIBCXX_3.4.29. NOLINTNEXTLINE: the name is the library's.
[[noreturn]] void __throw_bad_array_new_length() { abort(); }

}  // namespace std
#endif
