// What the C++ library calls for want of memory, and for a virtual function without a body. Its own functions print a
// message, for which the module would contain printf and the streams of C. Linked first, so that it takes their place.

namespace std::inline __1 {
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) { __builtin_trap(); }
}  // namespace std::inline __1

extern "C" [[noreturn]] void __cxa_pure_virtual() { __builtin_trap(); }
