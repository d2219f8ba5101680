#include "stack.hpp"

#include <cstddef>

#if defined(_WIN32)
#include <windows.h>
#elif !defined(__wasm__)
#include <pthread.h>
#endif
#if defined(__linux__) && !defined(__GLIBC__)
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

// The oldest versions of these functions, which do the same, so that an addon built on a new system runs on an old one.
#if defined(__GLIBC__) && defined(__x86_64__)
__asm__(".symver pthread_getattr_np, pthread_getattr_np@GLIBC_2.2.5");
__asm__(".symver pthread_attr_getstack, pthread_attr_getstack@GLIBC_2.2.5");
#elif defined(__GLIBC__) && defined(__aarch64__)
__asm__(".symver pthread_getattr_np, pthread_getattr_np@GLIBC_2.17");
__asm__(".symver pthread_attr_getstack, pthread_attr_getstack@GLIBC_2.17");
#endif

namespace validlib {

#if defined(_WIN32)

Stack::Stack() noexcept {
  ULONG_PTR low = 0;
  ULONG_PTR high = 0;
  GetCurrentThreadStackLimits(&low, &high);
  lowest_ = low;
  highest_ = high;
}

#elif defined(__APPLE__)

Stack::Stack() noexcept {
  highest_ = reinterpret_cast<std::uintptr_t>(pthread_get_stackaddr_np(pthread_self()));
  lowest_ = highest_ - pthread_get_stacksize_np(pthread_self());
}

#elif defined(__linux__)

Stack::Stack() noexcept {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  void* low = nullptr;
  std::size_t size = 0;
  if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
    lowest_ = reinterpret_cast<std::uintptr_t>(low);
    highest_ = lowest_ + size;
#if !defined(__GLIBC__)
    // The main thread's stack grows when it is used, up to a limit, and musl only reports its current size. Arguments
    // and environment are above it and take a quarter of the limit at most.
    rlimit most{};
    if (getpid() == syscall(SYS_gettid)) {
      const bool limited = getrlimit(RLIMIT_STACK, &most) == 0 && most.rlim_cur < highest_;
      lowest_ = limited ? highest_ - static_cast<std::uintptr_t>(most.rlim_cur / 4 * 3) : 0;
      if (!limited) highest_ = 0;
    }
#endif
  }
  pthread_attr_destroy(&attributes);
}

#elif defined(__wasm__)

// The linker puts the stack of variables first, so that it cannot grow into data. The runtime bounds the other one.
Stack::Stack() noexcept : highest_(VALIDLIB_STACK_SIZE) {}

#else

Stack::Stack() noexcept = default;

#endif

}  // namespace validlib
