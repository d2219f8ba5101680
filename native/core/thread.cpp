#include "thread.hpp"

#if defined(_WIN32)
#include <process.h>
#include <windows.h>

#include <cstdlib>
#else
#include <sched.h>
#include <sys/time.h>
#include <unistd.h>

#include <ctime>
#endif

// The oldest versions of these functions, as in stack.cpp.
#if defined(__GLIBC__) && defined(__x86_64__)
__asm__(".symver pthread_create, pthread_create@GLIBC_2.2.5");
__asm__(".symver pthread_join, pthread_join@GLIBC_2.2.5");
__asm__(".symver pthread_attr_setstacksize, pthread_attr_setstacksize@GLIBC_2.2.5");
__asm__(".symver pthread_mutex_trylock, pthread_mutex_trylock@GLIBC_2.2.5");
#elif defined(__GLIBC__) && defined(__aarch64__)
__asm__(".symver pthread_create, pthread_create@GLIBC_2.17");
__asm__(".symver pthread_join, pthread_join@GLIBC_2.17");
__asm__(".symver pthread_attr_setstacksize, pthread_attr_setstacksize@GLIBC_2.17");
__asm__(".symver pthread_mutex_trylock, pthread_mutex_trylock@GLIBC_2.17");
#endif

namespace validlib {

namespace {
// Yields to other threads that wait for a processor.
void giveWay() noexcept;
// Any monotonic or wall clock.
std::uint64_t microseconds() noexcept;
// A yield that takes more microseconds than this has let another thread run.
constexpr std::uint64_t busy = 50;
}  // namespace

// Uses a system call, not the PAUSE instruction: hypervisors stop a virtual processor after a few of those.
bool SpinWait::wait() noexcept {
  if (left_ == 0) return false;
  const std::uint64_t before = microseconds();
  giveWay();
  left_ = microseconds() - before < busy ? left_ - 1 : 0;
  return true;
}

void Mutex::lockSoon() noexcept {
  SpinWait spinWait;
  do {
    if (tryLock()) return;
  } while (spinWait.wait());
  lock();
}

#if defined(_WIN32)

static_assert(sizeof(SRWLOCK) == sizeof(void*) && sizeof(CONDITION_VARIABLE) == sizeof(void*), "they start as zero");

void Mutex::lock() noexcept { AcquireSRWLockExclusive(reinterpret_cast<SRWLOCK*>(&lock_)); }
bool Mutex::tryLock() noexcept { return TryAcquireSRWLockExclusive(reinterpret_cast<SRWLOCK*>(&lock_)) != 0; }
void Mutex::unlock() noexcept { ReleaseSRWLockExclusive(reinterpret_cast<SRWLOCK*>(&lock_)); }

bool Signal::wait(Mutex& mutex, std::uint32_t milliseconds) noexcept {
  return SleepConditionVariableSRW(reinterpret_cast<CONDITION_VARIABLE*>(&signal_),
                                   reinterpret_cast<SRWLOCK*>(&mutex.lock_), milliseconds, 0) != 0;
}
void Signal::wakeOne() noexcept { WakeConditionVariable(reinterpret_cast<CONDITION_VARIABLE*>(&signal_)); }
void Signal::wakeAll() noexcept { WakeAllConditionVariable(reinterpret_cast<CONDITION_VARIABLE*>(&signal_)); }

unsigned __stdcall Thread::begin(void* self) noexcept {
  const auto* const thread = static_cast<const Thread*>(self);
  thread->act_(thread->with_);
  return 0;
}

bool Thread::start(void (*act)(void*) noexcept, void* with) noexcept {
  act_ = act;
  with_ = with;
  const auto handle = _beginthreadex(nullptr, static_cast<unsigned>(stackSize), begin, this,
                                     STACK_SIZE_PARAM_IS_A_RESERVATION, nullptr);
  handle_ = reinterpret_cast<void*>(handle);
  return handle != 0;
}

void Thread::join() noexcept {
  WaitForSingleObject(handle_, INFINITE);
  CloseHandle(handle_);
}

namespace {
void giveWay() noexcept { SwitchToThread(); }
std::uint64_t microseconds() noexcept {
  LARGE_INTEGER ticks, second;
  QueryPerformanceCounter(&ticks);
  QueryPerformanceFrequency(&second);
  const auto [seconds, rest] = std::lldiv(ticks.QuadPart, second.QuadPart);
  return static_cast<std::uint64_t>(seconds * 1'000'000 + rest * 1'000'000 / second.QuadPart);
}
}  // namespace

#else

void Mutex::lock() noexcept { pthread_mutex_lock(&lock_); }
bool Mutex::tryLock() noexcept { return pthread_mutex_trylock(&lock_) == 0; }
void Mutex::unlock() noexcept { pthread_mutex_unlock(&lock_); }

bool Signal::wait(Mutex& mutex, std::uint32_t milliseconds) noexcept {
  timeval now{};
  gettimeofday(&now, nullptr);
  // If the clock is set meanwhile, only the length of the wait changes.
  const std::uint64_t microseconds = static_cast<std::uint64_t>(now.tv_usec) + std::uint64_t{milliseconds} * 1000;
  timespec until{};
  until.tv_sec = now.tv_sec + static_cast<decltype(until.tv_sec)>(microseconds / 1'000'000);
  until.tv_nsec = static_cast<decltype(until.tv_nsec)>(microseconds % 1'000'000 * 1000);
  return pthread_cond_timedwait(&signal_, &mutex.lock_, &until) == 0;
}
void Signal::wakeOne() noexcept { pthread_cond_signal(&signal_); }
void Signal::wakeAll() noexcept { pthread_cond_broadcast(&signal_); }

void* Thread::begin(void* self) noexcept {
  const auto* const thread = static_cast<const Thread*>(self);
  thread->act_(thread->with_);
  return nullptr;
}

bool Thread::start(void (*act)(void*) noexcept, void* with) noexcept {
  act_ = act;
  with_ = with;
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  const bool started =
      pthread_attr_setstacksize(&attributes, stackSize) == 0 && pthread_create(&handle_, &attributes, begin, this) == 0;
  pthread_attr_destroy(&attributes);
  return started;
}

void Thread::join() noexcept { pthread_join(handle_, nullptr); }

namespace {
void giveWay() noexcept { static_cast<void>(sched_yield()); }
std::uint64_t microseconds() noexcept {
  timeval now{};
  gettimeofday(&now, nullptr);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000 + static_cast<std::uint64_t>(now.tv_usec);
}
}  // namespace

#endif

}  // namespace validlib
