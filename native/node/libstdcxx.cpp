// What newer versions of libstdc++ have beyond the one of the oldest system the addon is for (CentOS 8, Debian 10), and
// what containers refer to wherever they grow.

#include <new>

#ifdef __GLIBCXX__
namespace std {

// GLIBCXX_3.4.29. NOLINTNEXTLINE: the name is the library's.
[[noreturn]] void __throw_bad_array_new_length() { throw bad_alloc(); }

}  // namespace std
#endif
