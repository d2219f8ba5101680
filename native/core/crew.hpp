// Judges lines on several threads at once: the calling one, and helpers from a pool. Each takes a piece, and then the
// next one, until there are none: whoever comes late, or is interrupted, has less to do. The call ends with the last of
// them: nobody can free the bytes meanwhile, so they are not copied for other threads.
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

class CrewOwner;

class Crew {
 public:
  // Whole lines: fewer than 2^31 bytes.
  using Block = std::span<const std::uint8_t>;

  // What is asked of a crew.
  struct Call {
    const Schema& schema;
    LineLimits limits;
    std::span<const Block> blocks;
  };

  // So many threads at most, with the calling one.
  explicit Crew(std::size_t threads) noexcept : threads_(threads > 0 ? threads : 1) {}

  std::size_t threads() const noexcept { return threads_; }

  // Judges the lines of all blocks, here with `own` and by what was learned here, and on threads of the pool, if there
  // is one. False when there is no memory. One thread at a time may call it.
  static bool judge(const CrewOwner& crew, Pool* pool, Lines& own, const Learned* learned, const Call& call) noexcept;

  // What the last call has found: for each block how many numbers follow, and for each run of its lines three.
  const Buffer<std::uint32_t>& numbers() const noexcept { return numbers_; }

  // Drops buffers of more than `keep` bytes.
  void trim(std::size_t keep) noexcept;

 private:
  friend class CrewOwner;
  friend class Help;

  struct Piece {
    std::size_t block = 0;
    // Where it stands in the block.
    std::size_t begin = 0;
    std::size_t size = 0;
    Buffer<LineRun> runs{};
  };

  bool begin(const Call& call) noexcept VALIDLIB_THREADS(requires_capability(mutex_));
  // How many helpers are to be asked for, beside those that are there.
  std::size_t wanted(const Pool& pool) const noexcept VALIDLIB_THREADS(requires_capability(mutex_));
  // Judges pieces until there are none.
  void work(Lines& lines, const Learned* learned) noexcept VALIDLIB_THREADS(requires_capability(mutex_));
  // The next piece, of which there is one.
  Piece& take() noexcept VALIDLIB_THREADS(requires_capability(mutex_));
  // Waits for those who still have a piece.
  void await() noexcept VALIDLIB_THREADS(requires_capability(mutex_));
  // Puts together what was found in the pieces.
  bool write(std::size_t blocks) noexcept VALIDLIB_THREADS(requires_capability(mutex_));
  // Frees what was found in the pieces.
  void drop() noexcept VALIDLIB_THREADS(requires_capability(mutex_));
  // What a helper does: calls follow each other closely, so it waits for the next one for a moment. But not while other
  // tasks wait for its thread.
  void help(Worker& worker, const Pool& pool) noexcept VALIDLIB_THREADS(locks_excluded(mutex_));

  const std::size_t threads_;
  std::atomic<std::size_t> owners_{0};
  // Calls so far, and pieces that somebody has. Whoever waits for a moment reads them without the mutex.
  std::atomic<std::uint32_t> calls_{0};
  std::atomic<std::size_t> open_{0};

  Mutex mutex_;
  // The last open piece of a call was judged.
  Signal judged_;
  const Call* call_ VALIDLIB_THREADS(guarded_by(mutex_)) = nullptr;
  // Where the next piece begins, and how many bytes there are from there on in all blocks.
  std::size_t block_ VALIDLIB_THREADS(guarded_by(mutex_)) = 0;
  std::size_t at_ VALIDLIB_THREADS(guarded_by(mutex_)) = 0;
  std::size_t left_ VALIDLIB_THREADS(guarded_by(mutex_)) = 0;
  // Room for as many pieces as a call may have, and how many there are.
  std::unique_ptr<Piece[]> pieces_ VALIDLIB_THREADS(guarded_by(mutex_));
  std::size_t room_ VALIDLIB_THREADS(guarded_by(mutex_)) = 0;
  std::size_t count_ VALIDLIB_THREADS(guarded_by(mutex_)) = 0;
  bool failed_ VALIDLIB_THREADS(guarded_by(mutex_)) = false;
  // Helpers that are there, or on their way.
  std::size_t helpers_ VALIDLIB_THREADS(guarded_by(mutex_)) = 0;
  Buffer<std::uint32_t> numbers_;
};

// One of those that have a crew: the last of them deletes it. std::shared_ptr would ask for newer libraries than the
// oldest system has.
class CrewOwner {
 public:
  explicit CrewOwner(Crew* crew) noexcept : crew_(crew) { ++crew_->owners_; }
  CrewOwner(const CrewOwner& other) noexcept : CrewOwner(other.crew_) {}
  CrewOwner& operator=(const CrewOwner&) = delete;
  ~CrewOwner() {
    if (--crew_->owners_ == 0) delete crew_;
  }

  Crew& operator*() const noexcept { return *crew_; }
  Crew* operator->() const noexcept { return crew_; }

 private:
  Crew* const crew_;
};

}  // namespace validlib
