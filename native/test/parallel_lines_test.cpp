// Several threads find the same verdicts on lines as one thread does: for all pieces, if threads start late, and if
// other tasks wait for the threads.
#include <atomic>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "expect.hpp"
#include "parallel-lines.hpp"

using namespace validlib;

namespace {

// The states of its last pattern are made while threads share it.
const std::string plan =
    R"({"root":{"__class__":"Dict","schema":{"a":{"__class__":"Str","pattern":{"__value__":"pattern","source":"^x+$",)"
    R"("flags":""}},"n":{"__class__":"List","item":{"__class__":"Int"}},"p":{"__class__":"Str","pattern":)"
    R"({"__value__":"pattern","source":".*y.{0,400}x$","flags":""}}},"optional":["p"]},"aliases":{}})";
constexpr LineLimits limits{{512, 0}, 200'000};

std::uint32_t seed = 1;
std::size_t below(std::size_t bound) {
  seed = seed * 1'664'525 + 1'013'904'223;
  return (seed >> 8) % bound;
}

// Lines of every kind, most of them valid; some are longer than a piece, or too long.
std::string randomLines(std::size_t size) {
  const std::vector<std::string> kinds = {
      R"({"a":"xx","n":[1,2,3]})",           R"({"n":[],"a":"x"})", R"({"a":"y","n":[]})", R"({"a":"x)", "", "{}",
      R"({"a":"x","n":[],"p":"xyxyyx"})",    R"({"a":"x","n":[],"p":"xx"})"};
  std::string text;
  while (text.size() < size) {
    const std::size_t kind = below(100);
    const std::size_t length = kind == 99 ? 250'000 : kind > 96 ? 40'000 : 0;
    text += kinds[kind < 90 ? 0 : kind % kinds.size()] + std::string(length, ' ') + '\n';
  }
  if (below(2) == 0) text.pop_back();
  return text;
}

std::vector<std::string> randomTexts(std::size_t blocks, std::size_t size) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < blocks; ++i) texts.push_back(below(5) == 0 ? "" : randomLines(below(size) + 1));
  return texts;
}

// For each block how many numbers follow, and those, as one thread finds them.
std::vector<std::uint32_t> expectedOf(const Schema& schema, const std::vector<std::string>& texts) {
  Engine engine;
  Lines lines(engine);
  std::vector<std::uint32_t> all;
  for (const std::string& text : texts) {
    EXPECT(lines.validate(schema, reinterpret_cast<const std::uint8_t*>(text.data()), text.size(), limits), plan);
    all.push_back(static_cast<std::uint32_t>(3 * lines.runs().size()));
    for (const auto& [end, count, verdict] : lines.runs())
      all.insert(all.end(), {end, count, static_cast<std::uint32_t>(verdict)});
  }
  return all;
}

// One caller, with what it has to validate.
class Caller {
 public:
  Caller(const Schema& schema, std::size_t threads, std::size_t blocks, std::size_t size)
      : Caller(schema, threads, randomTexts(blocks, size)) {}

  Caller(const Schema& schema, std::size_t threads, std::vector<std::string> texts)
      : schema_(schema), parallel_(new ParallelLines(threads)), texts_(std::move(texts)) {
    for (const std::string& text : texts_)
      blocks_.emplace_back(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    expected_ = expectedOf(schema, texts_);
  }

  bool isRight(Pool* pool) {
    if (!ParallelLines::validate(parallel_, pool, lines_, nullptr, {schema_, limits, blocks_})) return false;
    const Buffer<std::uint32_t>& found = parallel_->numbers();
    return found.size() == expected_.size() &&
           (found.empty() || std::memcmp(found.data(), expected_.data(), found.size() * sizeof(std::uint32_t)) == 0);
  }

  // How many bytes the last piece had that the calling thread has validated.
  std::uint64_t work() const { return lines_.work(); }

 private:
  const Schema& schema_;
  const ParallelLinesRef parallel_;
  Engine engine_;
  Lines lines_{engine_};
  std::vector<std::string> texts_;
  std::vector<ParallelLines::Block> blocks_;
  std::vector<std::uint32_t> expected_;
};

// Has a thread of the pool, until it is let go.
class Holds final : public Task {
 public:
  explicit Holds(std::atomic<bool>& go, std::atomic<int>& begun) : go_(go), begun_(begun) {}
  void run(Worker&) noexcept override {
    ++begun_;
    while (!go_) std::this_thread::yield();
  }
  void finish(std::unique_ptr<Task>) noexcept override {}

 private:
  std::atomic<bool>& go_;
  std::atomic<int>& begun_;
};

void validatesAsOneThread(const Schema& schema) {
  Pool pool(4, 50);
  for (std::size_t threads = 1; threads <= 6; ++threads) {
    for (int round = 0; round < 12; ++round) {
      Caller caller(schema, threads, below(6), below(2) == 0 ? 3000 : 1'000'000);
      for (int call = 0; call < 5; ++call) EXPECT(caller.isRight(&pool), std::to_string(threads) + " threads");
      EXPECT(caller.isRight(nullptr), "no pool");
    }
    // The next object finds no threads.
    while (threads % 2 == 0 && pool.running() > 0) std::this_thread::yield();
  }
}

// A short line, and one that does not fit into the same piece: there are no more pieces of so many bytes. Each has a
// run.
void hasRoomForEachPiece(const Schema& schema) {
  std::string text;
  for (int i = 0; i < 400; ++i)
    text += R"({"a":"x","n":[]})"
            "\n[" +
            std::string(16 * 1024, ' ') + "]\n";
  for (const std::size_t threads : {1, 3, 1000}) {
    Caller caller(schema, threads, {text, "", text, "\n"});
    EXPECT(caller.isRight(nullptr), std::to_string(threads) + " threads");
  }
}

// The last piece is the last line: a calling thread that has not validated it had a worker.
void haveWorkers(const Schema& schema) {
  const std::string last = R"({"a":"x","n":[]})";
  Pool pool(1, 300);
  Caller caller(schema, 2, {randomLines(1'000'000), last});
  EXPECT(caller.isRight(nullptr) && caller.work() == last.size(), "no worker");
  for (int round = 0; round < 3; ++round) {
    bool shared = false;
    for (int call = 0; call < 10'000 && !shared; ++call) {
      EXPECT(caller.isRight(&pool), "a call");
      shared = caller.work() != last.size();
    }
    EXPECT(shared, "a worker, added again when the thread has ended");
    while (pool.running() > 0) std::this_thread::yield();
  }
}

// A call does not wait for threads that are busy with other tasks.
void needsNoWorker(const Schema& schema) {
  std::atomic<bool> go = false;
  std::atomic<int> begun = 0;
  Pool pool(2);
  for (int i = 0; i < 2; ++i) EXPECT(pool.add(std::make_unique<Holds>(go, begun)), "add");
  while (begun < 2) std::this_thread::yield();
  Caller caller(schema, 3, 3, 500'000);
  for (int call = 0; call < 20; ++call) EXPECT(caller.isRight(&pool), "a pool that is busy");
  go = true;
  for (int call = 0; call < 20; ++call) EXPECT(caller.isRight(&pool), "a pool that is free again");
}

// A caller that never stops leaves the thread to other tasks: its worker ends the call it is in, and works on no other
// before them.
void leavesRoom(const Schema& schema) {
  const std::string last = R"({"a":"x","n":[]})";
  std::atomic<bool> go = true;
  std::atomic<int> begun = 0;
  Pool pool(1);
  Caller caller(schema, 2, {randomLines(500'000), last});
  for (int task = 1; task <= 30; ++task) {
    for (int call = 0; call < 10; ++call) EXPECT(caller.isRight(&pool), "a call");
    EXPECT(pool.add(std::make_unique<Holds>(go, begun)), "add");
    int shared = 0;
    while (begun < task) {
      EXPECT(caller.isRight(&pool), "a call");
      if (caller.work() != last.size() && begun < task) ++shared;
    }
    EXPECT(shared <= 1, "a worker for " + std::to_string(shared) + " calls while another task waits");
  }
}

// Objects and pools end in any order, also with workers that are late.
void ends(const Schema& schema) {
  for (int round = 0; round < 30; ++round) {
    auto pool = std::make_unique<Pool>(2);
    std::vector<std::unique_ptr<Caller>> callers;
    for (int i = 0; i < 3; ++i) callers.push_back(std::make_unique<Caller>(schema, 4, 2, 300'000));
    for (const auto& caller : callers) EXPECT(caller->isRight(pool.get()), "an object of several");
    if (round % 2 == 0) callers.clear();
    pool.reset();
    for (const auto& caller : callers) EXPECT(caller->isRight(nullptr), "an object without its pool");
  }
}

// Pools of two environments share a schema.
void sharesSchema(const Schema& schema) {
  Caller first(schema, 2, 4, 300'000);
  Caller second(schema, 2, 4, 300'000);
  bool right = true;
  std::thread other([&] {
    Pool pool(1);
    for (int call = 0; call < 50; ++call) right = second.isRight(&pool) && right;
  });
  Pool pool(1);
  for (int call = 0; call < 50; ++call) EXPECT(first.isRight(&pool), "one of two callers");
  other.join();
  EXPECT(right, "the other caller");
}

}  // namespace

int main() {
  const auto schema = Schema::compile(plan);
  EXPECT(schema != nullptr, plan);
  if (schema == nullptr) return validlib::test::ended();
  validatesAsOneThread(*schema);
  hasRoomForEachPiece(*schema);
  haveWorkers(*schema);
  needsNoWorker(*schema);
  leavesRoom(*schema);
  ends(*schema);
  sharesSchema(*schema);
  return validlib::test::ended();
}
