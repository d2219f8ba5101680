#include "pool.hpp"

#include <algorithm>
#include <utility>

namespace validlib {

void Worker::trim() noexcept {
  engine.release(keptBytes());
  lines.trim(keptBytes());
}

Pool::Pool(std::size_t threads, std::uint32_t idle) noexcept
    : most_(std::clamp(threads, std::size_t{1}, mostThreads)), idle_(idle) {
  for (Seat& seat : seats_) seat.pool = this;
}

Pool::~Pool() {
  {
    const Lock lock(mutex_);
    ends_ = true;
    signal_.wakeAll();
  }
  for (Seat& seat : seats_) {
    // Only this thread changes the state of an empty seat.
    mutex_.lock();
    const bool begun = seat.state != State::empty;
    mutex_.unlock();
    if (begun) seat.thread.join();
  }
  // One by one: the recursive destructor of a long list would overflow the stack.
  const Lock lock(mutex_);
  while (first_ != nullptr) first_ = std::move(first_->next_);
}

bool Pool::add(std::unique_ptr<Task> task) noexcept {
  const Lock lock(mutex_);
  if (waiting_ + 1 > idlers_ && !start() && threads_ == 0) return false;
  ++waiting_;
  Task* const added = task.get();
  (last_ == nullptr ? first_ : last_->next_) = std::move(task);
  last_ = added;
  signal_.wakeOne();
  return true;
}

std::size_t Pool::running() noexcept {
  const Lock lock(mutex_);
  return threads_;
}

bool Pool::start() noexcept {
  if (threads_ == most_) return false;
  Seat* const seat =
      std::find_if(seats_, seats_ + mostThreads, [](const Seat& one) { return one.state != State::running; });
  // It has no work left, so joining does not wait.
  if (seat->state == State::ended) seat->thread.join();
  seat->state = State::empty;
  if (!seat->thread.start(work, seat)) return false;
  seat->state = State::running;
  ++threads_;
  return true;
}

std::unique_ptr<Task> Pool::next() noexcept {
  ++idlers_;
  bool early = true;
  while (waiting_ == 0 && !ends_ && early) early = signal_.wait(mutex_, idle_);
  --idlers_;
  if (waiting_ == 0 || ends_) return nullptr;
  --waiting_;
  std::unique_ptr<Task> task = std::move(first_);
  first_ = std::move(task->next_);
  if (first_ == nullptr) last_ = nullptr;
  return task;
}

void Pool::work(void* data) noexcept {
  Seat& seat = *static_cast<Seat*>(data);
  Pool& pool = *seat.pool;
  Worker worker;
  pool.mutex_.lock();
  while (std::unique_ptr<Task> task = pool.next()) {
    pool.mutex_.unlock();
    task->run(worker);
    worker.trim();
    Task& self = *task;
    self.finish(std::move(task));
    pool.mutex_.lock();
  }
  seat.state = State::ended;
  --pool.threads_;
  pool.mutex_.unlock();
}

}  // namespace validlib
