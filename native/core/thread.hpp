// Threads, and their synchronization: only what a pool needs. Those of the C++ library have a stack of 128 kB on musl,
// and would need a newer library than the oldest supported systems have.
#pragma once

#include <cstddef>
#include <cstdint>

#if !defined(_WIN32)
#include <pthread.h>
#endif

// Annotations for clang's -Wthread-safety.
#if defined(__clang__)
#define VALIDLIB_THREADS(attribute) __attribute__((attribute))
#else
#define VALIDLIB_THREADS(attribute)
#endif

namespace validlib {

// A bounded spin-wait: some hundred microseconds, and less if other threads wait for a processor. Waking a sleeping
// thread takes about as long as validating 64 kB.
class SpinWait {
 public:
  // Yields the processor once; returns false when it is time to sleep.
  bool wait() noexcept;

 private:
  int left_ = 300;
};

class VALIDLIB_THREADS(capability("mutex")) Mutex {
 public:
  Mutex() noexcept = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void lock() noexcept VALIDLIB_THREADS(acquire_capability());
  void unlock() noexcept VALIDLIB_THREADS(release_capability());
  // As `lock`, with a spin-wait first: for a mutex that is held briefly, sleeping and waking would take longer.
  void lockSoon() noexcept VALIDLIB_THREADS(acquire_capability());

 private:
  friend class Signal;
  bool tryLock() noexcept VALIDLIB_THREADS(try_acquire_capability(true));
#if defined(_WIN32)
  void* lock_ = nullptr;
#else
  pthread_mutex_t lock_ = PTHREAD_MUTEX_INITIALIZER;
#endif
};

// Holds a mutex for its lifetime.
class VALIDLIB_THREADS(scoped_lockable) Lock {
 public:
  explicit Lock(Mutex& mutex) noexcept VALIDLIB_THREADS(acquire_capability(mutex)) : mutex_(mutex) { mutex_.lock(); }
  ~Lock() VALIDLIB_THREADS(release_capability()) { mutex_.unlock(); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  Mutex& mutex_;
};

class Signal {
 public:
  Signal() noexcept = default;
  Signal(const Signal&) = delete;
  Signal& operator=(const Signal&) = delete;

  // Releases the mutex until there is a signal, or spuriously; false after that many milliseconds without one.
  bool wait(Mutex& mutex, std::uint32_t milliseconds) noexcept VALIDLIB_THREADS(requires_capability(mutex));
  void wakeOne() noexcept;
  void wakeAll() noexcept;

 private:
#if defined(_WIN32)
  void* signal_ = nullptr;
#else
  pthread_cond_t signal_ = PTHREAD_COND_INITIALIZER;
#endif
};

// A thread that must be joined before its object is destroyed.
class Thread {
 public:
  // Enough for 1,024 levels of the deepest walk.
  static constexpr std::size_t stackSize = std::size_t{2} * 1024 * 1024;

  // False if the system cannot start another thread.
  bool start(void (*act)(void*) noexcept, void* with) noexcept;
  void join() noexcept;

 private:
  void (*act_)(void*) noexcept = nullptr;
  void* with_ = nullptr;
#if defined(_WIN32)
  static unsigned __stdcall begin(void* self) noexcept;
  void* handle_ = nullptr;
#else
  static void* begin(void* self) noexcept;
  pthread_t handle_{};
#endif
};

}  // namespace validlib
