#include "crew.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace validlib {

namespace {

// Bytes of the shortest piece, and of what a thread has to have to do to be asked for.
constexpr std::size_t smallest = std::size_t{16} * 1024;
constexpr std::size_t worthwhile = std::size_t{64} * 1024;

// Numbers of a run.
constexpr std::size_t runSize = 3;

}  // namespace

// A task of the pool.
class Help final : public Task {
 public:
  Help(const CrewOwner& crew, const Pool& pool) noexcept : crew_(crew), pool_(pool) {}

  void run(Worker& worker) noexcept override { crew_->help(worker, pool_); }
  void finish(std::unique_ptr<Task>) noexcept override {}

 private:
  const CrewOwner crew_;
  const Pool& pool_;
};

bool Crew::judge(const CrewOwner& crew, Pool* pool, Lines& own, const Learned* learned, const Call& call) noexcept {
  Crew& self = *crew;
  const Lock lock(self.mutex_);
  if (!self.begin(call)) return false;
  for (std::size_t left = pool == nullptr ? 0 : self.wanted(*pool); left > 0; --left) {
    std::unique_ptr<Task> help(new (std::nothrow) Help(crew, *pool));
    if (help == nullptr || !pool->add(std::move(help))) break;
    ++self.helpers_;
  }
  self.work(own, learned);
  self.await();
  self.call_ = nullptr;
  const bool written = !self.failed_ && self.write(call.blocks.size());
  self.drop();
  return written;
}

// What a call has found lives no longer than the call, also if it has failed.
void Crew::drop() noexcept {
  for (std::size_t i = 0; i < count_; ++i) pieces_[i].runs.release();
  count_ = 0;
}

bool Crew::begin(const Call& call) noexcept {
  std::size_t size = 0;
  for (const Block& block : call.blocks) size += block.size();
  // Of two pieces of a block, one behind the other, the first is that long, or the second begins with a line that is.
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

std::size_t Crew::wanted(const Pool& pool) const noexcept {
  const std::size_t useful = std::min({threads_, pool.most() + 1, left_ / worthwhile});
  return useful > helpers_ + 1 ? useful - 1 - helpers_ : 0;
}

void Crew::work(Lines& lines, const Learned* learned) noexcept {
  while (left_ > 0) {
    Piece& piece = take();
    const Call& call = *call_;
    const Block bytes = call.blocks[piece.block].subspan(piece.begin, piece.size);
    ++open_;
    mutex_.unlock();
    const bool judged = lines.judge(call.schema, bytes.data(), bytes.size(), call.limits, learned);
    piece.runs = lines.take();
    mutex_.lockSoon();
    if (!judged) failed_ = true;
    if (--open_ == 0 && left_ == 0) judged_.wakeOne();
  }
}

// Of what is left, what one thread would get of it. So there are few pieces, and the last ones are short: all threads
// end at about the same time.
Crew::Piece& Crew::take() noexcept {
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

void Crew::await() noexcept {
  if (open_ > 0) {
    mutex_.unlock();
    Patience patience;
    while (open_ > 0 && patience.wait()) {
    }
    mutex_.lockSoon();
  }
  while (open_ > 0) static_cast<void>(judged_.wait(mutex_, 1000));
}

// Runs that meet where pieces do are one.
bool Crew::write(std::size_t blocks) noexcept {
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

// It leaves where other tasks wait for its thread, and is asked for again by the next call.
void Crew::help(Worker& worker, const Pool& pool) noexcept {
  mutex_.lockSoon();
  for (bool called = true; called;) {
    if (call_ != nullptr) work(worker.lines, nullptr);
    const std::uint32_t calls = calls_;
    mutex_.unlock();
    worker.trim();
    Patience patience;
    while (calls_ == calls && !pool.isAwaited() && patience.wait()) {
    }
    mutex_.lockSoon();
    called = calls_ != calls && !pool.isAwaited();
  }
  --helpers_;
  mutex_.unlock();
}

void Crew::trim(std::size_t keep) noexcept {
  const Lock lock(mutex_);
  if (numbers_.bytes() > keep) numbers_.release();
  if (room_ * sizeof(Piece) > keep) {
    pieces_.reset();
    room_ = 0;
  }
}

}  // namespace validlib
