// Functions of newer versions of libstdc++ that the version of the oldest supported systems (CentOS 8, Debian 10)
// lacks, and that growing containers refer to.

#include <new>

#ifdef __GLIBCXX__
namespace std {

// GLIBCXX_3.4.29. NOLINTNEXTLINE: the name is the library's.
[[noreturn]] void __throw_bad_array_new_length() { throw bad_alloc(); }

}  // namespace std
#endif
