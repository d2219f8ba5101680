#include "pool.hpp"

#include <algorithm>
#include <utility>

namespace validlib {

namespace {
// Bytes of a buffer that a thread keeps for its next task.
constexpr std::size_t keptBytes = std::size_t{4} * 1024 * 1024;
}  // namespace

void Worker::trim(std::size_t keep) noexcept {
  engine.walk.trim(keep);
  lines.trim(keep);
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
    // Only this thread makes an empty seat another.
    mutex_.lock();
    const bool begun = seat.state != State::empty;
    mutex_.unlock();
    if (begun) seat.thread.join();
  }
  // One by one: a long list that drops itself goes as deep as it is long.
  const Lock lock(mutex_);
  while (first_ != nullptr) first_ = std::move(first_->next_);
}

bool Pool::add(std::unique_ptr<Task> task) noexcept {
  const Lock lock(mutex_);
  Crew* const crew = task->crew_.get();
  const bool ready = crew == nullptr || crew->waiting_ + crew->running_ < crew->most_;
  if (ready) {
    if (ready_ + 1 > idlers_ && !start() && threads_ == 0) return false;
    ++ready_;
    signal_.wakeOne();
  }
  if (crew != nullptr) ++crew->waiting_;
  Task* const added = task.get();
  (last_ == nullptr ? first_ : last_->next_) = std::move(task);
  last_ = added;
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
  // It has left its work behind, so there is nothing to wait for.
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
  while (ready_ == 0 && !ends_ && early) early = signal_.wait(mutex_, idle_);
  --idlers_;
  return ready_ == 0 || ends_ ? nullptr : take();
}

std::unique_ptr<Task> Pool::take() noexcept {
  Task* before = nullptr;
  std::unique_ptr<Task>* link = &first_;
  const auto waits = [](const Crew* crew) { return crew != nullptr && crew->running_ == crew->most_; };
  while (waits((*link)->crew_.get())) {
    before = link->get();
    link = &before->next_;
  }
  std::unique_ptr<Task> task = std::move(*link);
  *link = std::move(task->next_);
  if (*link == nullptr) last_ = before;
  if (Crew* const crew = task->crew_.get(); crew != nullptr) {
    --crew->waiting_;
    ++crew->running_;
  }
  --ready_;
  return task;
}

// Whoever calls this takes the next task itself: nobody needs to be woken for the one that is ready now.
void Pool::leave(Crew& crew) noexcept {
  if (crew.waiting_ > crew.most_ - crew.running_) ++ready_;
  --crew.running_;
}

void Pool::work(void* data) noexcept {
  Seat& seat = *static_cast<Seat*>(data);
  Pool& pool = *seat.pool;
  Worker worker;
  pool.mutex_.lock();
  while (std::unique_ptr<Task> task = pool.next()) {
    pool.mutex_.unlock();
    task->run(worker);
    worker.trim(keptBytes);
    const CrewOwner crew = task->crew_;
    Task& self = *task;
    self.finish(std::move(task));
    pool.mutex_.lock();
    if (crew.get() != nullptr) pool.leave(*crew.get());
  }
  seat.state = State::ended;
  --pool.threads_;
  pool.mutex_.unlock();
}

}  // namespace validlib
