// A thread pool. Threads are started on demand, and end and free their memory after a time without tasks, so an idle
// pool costs nothing.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine.hpp"
#include "lines.hpp"
#include "processors.hpp"
#include "thread.hpp"

namespace validlib {

// The state of one thread.
struct Worker {
  Engine engine;
  Lines lines{engine};

  // Drops large buffers.
  void trim() noexcept;
};

// Runs once, on a thread of the pool.
class Task {
 public:
  Task() noexcept = default;
  virtual ~Task() = default;
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  // Called on a thread of the pool.
  virtual void run(Worker& worker) noexcept = 0;
  // Called on that thread after `run`: the task then owns itself.
  virtual void finish(std::unique_ptr<Task> self) noexcept = 0;

 private:
  friend class Pool;
  std::unique_ptr<Task> next_;
};

class Pool {
 public:
  // One program cannot use more threads, and each has memory of its own.
  static constexpr std::size_t mostThreads = 16;
  static constexpr std::uint32_t idleMilliseconds = 1000;

  explicit Pool(std::size_t threads = processors(), std::uint32_t idle = idleMilliseconds) noexcept;
  // Waits for the running tasks, and drops the others.
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  // Runs the task when a thread is free, first in, first out. False if no thread can be started: the task is dropped.
  // Must be called by one thread only.
  bool add(std::unique_ptr<Task> task) noexcept VALIDLIB_THREADS(locks_excluded(mutex_));

  // Maximum number of threads.
  std::size_t most() const noexcept { return most_; }

  // True if tasks wait for a thread. A long-running task may call it at any time.
  bool isAwaited() const noexcept { return waiting_ > 0; }

  // Threads that have been started, and have not ended.
  std::size_t running() noexcept VALIDLIB_THREADS(locks_excluded(mutex_));

 private:
  enum class State : std::uint8_t { empty, running, ended };
  struct Seat {
    Pool* pool = nullptr;
    State state = State::empty;
    Thread thread;
  };

  // The main function of a thread.
  static void work(void* seat) noexcept;
  // Waits for the next task; null after a timeout, or if the pool ends.
  std::unique_ptr<Task> next() noexcept VALIDLIB_THREADS(requires_capability(mutex_));
  // Starts one more thread; false if that is not possible.
  bool start() noexcept VALIDLIB_THREADS(requires_capability(mutex_));

  Mutex mutex_;
  Signal signal_;
  Seat seats_[mostThreads];
  const std::size_t most_;
  const std::uint32_t idle_;
  // The queue: its first and last task, and its length, which is also read without the mutex.
  std::unique_ptr<Task> first_ VALIDLIB_THREADS(guarded_by(mutex_));
  Task* last_ VALIDLIB_THREADS(guarded_by(mutex_)) = nullptr;
  std::atomic<std::size_t> waiting_{0};
  // Running threads, and those of them that are idle.
  std::size_t threads_ VALIDLIB_THREADS(guarded_by(mutex_)) = 0;
  std::size_t idlers_ VALIDLIB_THREADS(guarded_by(mutex_)) = 0;
  bool ends_ VALIDLIB_THREADS(guarded_by(mutex_)) = false;
};

}  // namespace validlib
