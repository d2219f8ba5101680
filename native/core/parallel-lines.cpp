#include "parallel-lines.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace validlib {

namespace {

// Bytes of the shortest piece, and bytes that justify another worker.
constexpr std::size_t smallest = std::size_t{16} * 1024;
constexpr std::size_t worthwhile = std::size_t{64} * 1024;

// Numbers of a run.
constexpr std::size_t runSize = 3;

}  // namespace

class LinesTask final : public Task {
 public:
  LinesTask(const ParallelLinesRef& parallel, const Pool& pool) noexcept : parallel_(parallel), pool_(pool) {}

  void run(Worker& worker) noexcept override { parallel_->serve(worker, pool_); }
  void finish(std::unique_ptr<Task>) noexcept override {}

 private:
  const ParallelLinesRef parallel_;
  const Pool& pool_;
};

bool ParallelLines::validate(const ParallelLinesRef& ref, Pool* pool, Lines& own, const Learned* learned,
                             const Call& call) noexcept {
  ParallelLines& self = *ref;
  const Lock lock(self.mutex_);
  if (!self.begin(call)) return false;
  for (std::size_t left = pool == nullptr ? 0 : self.missingWorkers(*pool); left > 0; --left) {
    std::unique_ptr<Task> task(new (std::nothrow) LinesTask(ref, *pool));
    if (task == nullptr || !pool->add(std::move(task))) break;
    ++self.workers_;
  }
  self.work(own, learned);
  self.await();
  self.call_ = nullptr;
  const bool written = !self.failed_ && self.write(call.blocks.size());
  self.drop();
  return written;
}

// The results of a call are dropped at its end, even if it fails.
void ParallelLines::drop() noexcept {
  for (std::size_t i = 0; i < count_; ++i) pieces_[i].runs.release();
  count_ = 0;
}

bool ParallelLines::begin(const Call& call) noexcept {
  std::size_t size = 0;
  for (const Block& block : call.blocks) size += block.size();
  // Of two adjacent pieces of a block, the first has at least `smallest` bytes, or the second begins with a line of
  // that size.
  const std::size_t most = call.blocks.size() + 2 * (size / smallest);
  if (most > room_) {
    pieces_.reset(new (std::nothrow) Piece[most]);
    room_ = pieces_ == nullptr ? 0 : most;
    if (room_ == 0) return false;
  }
  call_ = &call;
  block_ = at_ = count_ = 0;
  left_ = size;
  failed_ = false;
  ++calls_;
  return true;
}

std::size_t ParallelLines::missingWorkers(const Pool& pool) const noexcept {
  const std::size_t useful = std::min({threads_, pool.most() + 1, left_ / worthwhile});
  return useful > workers_ + 1 ? useful - 1 - workers_ : 0;
}

void ParallelLines::work(Lines& lines, const Learned* learned) noexcept {
  while (left_ > 0) {
    Piece& piece = take();
    const Call& call = *call_;
    const Block bytes = call.blocks[piece.block].subspan(piece.begin, piece.size);
    ++open_;
    mutex_.unlock();
    const bool validated = lines.validate(call.schema, bytes.data(), bytes.size(), call.limits, learned);
    piece.runs = lines.take();
    mutex_.lockSoon();
    if (!validated) failed_ = true;
    if (--open_ == 0 && left_ == 0) finished_.wakeOne();
  }
}

// Guided scheduling: a piece is one thread's share of the rest. So there are few pieces, and the last ones are short:
// all threads end at about the same time.
ParallelLines::Piece& ParallelLines::take() noexcept {
  while (at_ == call_->blocks[block_].size()) {
    ++block_;
    at_ = 0;
  }
  const Block rest = call_->blocks[block_].subspan(at_);
  const std::size_t share = std::max(left_ / threads_, smallest);
  Piece& piece = pieces_[count_++];
  piece.block = block_;
  piece.begin = at_;
  piece.size = Lines::wholeLines(rest.data(), rest.size(), share);
  at_ += piece.size;
  left_ -= piece.size;
  return piece;
}

void ParallelLines::await() noexcept {
  if (open_ > 0) {
    mutex_.unlock();
    SpinWait spinWait;
    while (open_ > 0 && spinWait.wait()) {
    }
    mutex_.lockSoon();
  }
  while (open_ > 0) static_cast<void>(finished_.wait(mutex_, 1000));
}

// Merges runs that meet at the border of two pieces.
bool ParallelLines::write(std::size_t blocks) noexcept {
  numbers_.truncate(0);
  Piece* piece = pieces_.get();
  const Piece* const end = piece + count_;
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t head = numbers_.size();
    if (!numbers_.push(0)) return false;
    for (; piece != end && piece->block == block; ++piece) {
      for (const LineRun& run : piece->runs) {
        const auto verdict = static_cast<std::uint32_t>(run.verdict);
        const std::size_t size = numbers_.size();
        const bool goesOn = size > head + 1 && numbers_[size - 1] == verdict;
        if (!goesOn) {
          if (!numbers_.extend(size + runSize)) return false;
          numbers_[size + 1] = 0;
          numbers_[size + 2] = verdict;
        }
        std::uint32_t* const written = numbers_.end() - runSize;
        written[0] = static_cast<std::uint32_t>(piece->begin) + run.end;
        written[1] += run.lines;
      }
    }
    numbers_[head] = static_cast<std::uint32_t>(numbers_.size() - head - 1);
  }
  return true;
}

// Returns when other tasks wait for the thread; the next call adds a new task.
void ParallelLines::serve(Worker& worker, const Pool& pool) noexcept {
  mutex_.lockSoon();
  for (bool called = true; called;) {
    if (call_ != nullptr) work(worker.lines, nullptr);
    const std::uint32_t calls = calls_;
    mutex_.unlock();
    worker.trim();
    SpinWait spinWait;
    while (calls_ == calls && !pool.isAwaited() && spinWait.wait()) {
    }
    mutex_.lockSoon();
    called = calls_ != calls && !pool.isAwaited();
  }
  --workers_;
  mutex_.unlock();
}

void ParallelLines::trim(std::size_t keep) noexcept {
  const Lock lock(mutex_);
  if (numbers_.bytes() > keep) numbers_.release();
  if (room_ * sizeof(Piece) > keep) {
    pieces_.reset();
    room_ = 0;
  }
}

}  // namespace validlib
