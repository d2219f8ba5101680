// Validates lines on several threads at once: the calling thread and workers of a thread pool. Each thread takes one
// piece after another until none is left, so a thread that starts late or is interrupted does less. The call returns
// after the last of them: the caller cannot free the bytes meanwhile, so they are not copied for other threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "buffer.hpp"
#include "lines.hpp"
#include "pool.hpp"
#include "thread.hpp"

namespace validlib {

class ParallelLinesRef;

class ParallelLines {
 public:
  // Whole lines: fewer than 2^31 bytes.
  using Block = std::span<const std::uint8_t>;

  struct Call {
    const Schema& schema;
    LineLimits limits;
    std::span<const Block> blocks;
  };

  // `threads` is the maximum, including the calling thread.
  explicit ParallelLines(std::size_t threads) noexcept : threads_(threads > 0 ? threads : 1) {}

  std::size_t threads() const noexcept { return threads_; }

  // Validates the lines of all blocks: on the calling thread with `own` and the shapes learned there, and on threads of
  // the pool if it is not null. Returns false if there is not enough memory. Only one thread at a time may call it.
  static bool validate(const ParallelLinesRef& ref, Pool* pool, Lines& own, const Learned* learned,
                       const Call& call) noexcept;

  // The result of the last call: for each block the count of the numbers that follow, and three for each run of its
  // lines.
  const Buffer<std::uint32_t>& numbers() const noexcept { return numbers_; }

  // Drops buffers of more than `keep` bytes.
  void trim(std::size_t keep) noexcept;

 private:
  friend class ParallelLinesRef;
  friend class LinesTask;

  struct Piece {
    std::size_t block = 0;
    // Its offset in the block.
    std::size_t begin = 0;
    std::size_t size = 0;
    Buffer<LineRun> runs{};
  };

  bool begin(const Call& call) noexcept VALIDLIB_THREADS(requires_capability(mutex_));
  // The number of workers that the call can use in addition to those that it has.
  std::size_t missingWorkers(const Pool& pool) const noexcept VALIDLIB_THREADS(requires_capability(mutex_));
  // Validates pieces until there are none.
  void work(Lines& lines, const Learned* learned) noexcept VALIDLIB_THREADS(requires_capability(mutex_));
  // The next piece; the caller knows that one is left.
  Piece& take() noexcept VALIDLIB_THREADS(requires_capability(mutex_));
  // Waits for the threads that still have a piece.
  void await() noexcept VALIDLIB_THREADS(requires_capability(mutex_));
  // Joins the results of the pieces.
  bool write(std::size_t blocks) noexcept VALIDLIB_THREADS(requires_capability(mutex_));
  // Frees the results of the pieces.
  void drop() noexcept VALIDLIB_THREADS(requires_capability(mutex_));
  // Runs on a thread of the pool. Calls follow each other closely, so the worker spin-waits for the next one, unless
  // other tasks wait for its thread.
  void serve(Worker& worker, const Pool& pool) noexcept VALIDLIB_THREADS(locks_excluded(mutex_));

  const std::size_t threads_;
  std::atomic<std::size_t> owners_{0};
  // Calls so far, and pieces that a thread is validating. Spin-waits read them without the mutex.
  std::atomic<std::uint32_t> calls_{0};
  std::atomic<std::size_t> open_{0};

  Mutex mutex_;
  // The last open piece of a call was validated.
  Signal finished_;
  const Call* call_ VALIDLIB_THREADS(guarded_by(mutex_)) = nullptr;
  // The block and the offset of the next piece, and the number of bytes left in all blocks.
  std::size_t block_ VALIDLIB_THREADS(guarded_by(mutex_)) = 0;
  std::size_t at_ VALIDLIB_THREADS(guarded_by(mutex_)) = 0;
  std::size_t left_ VALIDLIB_THREADS(guarded_by(mutex_)) = 0;
  // Room for the maximum number of pieces of a call, and their number.
  std::unique_ptr<Piece[]> pieces_ VALIDLIB_THREADS(guarded_by(mutex_));
  std::size_t room_ VALIDLIB_THREADS(guarded_by(mutex_)) = 0;
  std::size_t count_ VALIDLIB_THREADS(guarded_by(mutex_)) = 0;
  bool failed_ VALIDLIB_THREADS(guarded_by(mutex_)) = false;
  // Workers that are running, or whose task is queued.
  std::size_t workers_ VALIDLIB_THREADS(guarded_by(mutex_)) = 0;
  Buffer<std::uint32_t> numbers_;
};

// A reference-counted pointer. std::shared_ptr would need newer libraries than the oldest supported system has.
class ParallelLinesRef {
 public:
  explicit ParallelLinesRef(ParallelLines* object) noexcept : object_(object) { ++object_->owners_; }
  ParallelLinesRef(const ParallelLinesRef& other) noexcept : ParallelLinesRef(other.object_) {}
  ParallelLinesRef& operator=(const ParallelLinesRef&) = delete;
  ~ParallelLinesRef() {
    if (--object_->owners_ == 0) delete object_;
  }

  ParallelLines& operator*() const noexcept { return *object_; }
  ParallelLines* operator->() const noexcept { return object_; }

 private:
  ParallelLines* const object_;
};

}  // namespace validlib
