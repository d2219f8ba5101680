// The pool: threads that share one schema validate as one does, end when they are idle, and leave nothing behind.
#include "pool.hpp"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "expect.hpp"
#include "runner.hpp"

using namespace validlib;
using validlib::test::Runner;

namespace {

const std::string plan =
    R"({"root":{"__class__":"Dict","schema":{"a":{"__class__":"Str","pattern":{"__value__":"pattern","source":"^x+$",)"
    R"("flags":""}},"n":{"__class__":"List","item":{"__class__":"LazyRef","use":"x"}}}},"aliases":{"x":)"
    R"({"__class__":"OneOf","steps":[{"__class__":"Int"},{"__class__":"List","item":{"__class__":"LazyRef","use":"x"}}]}}})";

// Lines of every kind, `size` of them; not the same for another `seed`.
std::string linesOf(int seed, int size) {
  const std::vector<std::string> kinds = {R"({"a":"xx","n":[1,[2,[3]]]})", R"({"a":"y","n":[]})", R"({"a":"x)", "",
                                          R"({"n":[[[[[]]]]],"a":"x"})"};
  std::string text;
  for (int i = 0; i < size; ++i) text += kinds[static_cast<std::size_t>(i * seed + i / 7) % kinds.size()] + '\n';
  return text;
}

std::vector<std::uint32_t> flat(const Buffer<LineRun>& runs) {
  std::vector<std::uint32_t> all;
  for (const auto& [end, lines, verdict] : runs) {
    all.insert(all.end(), {end, lines, static_cast<std::uint32_t>(verdict)});
  }
  return all;
}

// What has become of the tasks.
struct Score {
  std::atomic<int> validated = 0;
  std::atomic<int> wrong = 0;
  std::atomic<int> dropped = 0;

  void await(int count) const {
    while (validated < count) {
    }
  }
};

class Run final : public Task {
 public:
  Run(const Schema& schema, const std::string& text, const std::vector<std::uint32_t>& expected, Score& score)
      : schema_(schema), text_(text), expected_(expected), score_(score) {}
  ~Run() override {
    if (!ran_) ++score_.dropped;
  }

  void run(Worker& worker) noexcept override {
    ran_ = true;
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text_.data());
    if (!worker.lines.validate(schema_, bytes, text_.size(), {{512, 0}, 1 << 20})) ++score_.wrong;
    if (flat(worker.lines.runs()) != expected_) ++score_.wrong;
  }
  void finish(std::unique_ptr<Task> self) noexcept override {
    Score& score = score_;
    self.reset();
    ++score.validated;
  }

 private:
  const Schema& schema_;
  const std::string& text_;
  const std::vector<std::uint32_t>& expected_;
  Score& score_;
  bool ran_ = false;
};

struct Given {
  std::string text;
  std::vector<std::uint32_t> expected;
};

std::vector<Given> givens(const Schema& schema) {
  Engine engine;
  Lines lines(engine);
  std::vector<Given> all;
  for (int seed = 1; seed <= 8; ++seed) {
    std::string text = linesOf(seed, 2000);
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    EXPECT(lines.validate(schema, bytes, text.size(), {{512, 0}, 1 << 20}), plan);
    all.push_back({std::move(text), flat(lines.runs())});
  }
  return all;
}

void sharesSchema(const Schema& schema, const std::vector<Given>& all) {
  Score score;
  Pool pool(4, 50);
  int added = 0;
  for (int round = 0; round < 10; ++round) {
    for (const Given& given : all) {
      EXPECT(pool.add(std::make_unique<Run>(schema, given.text, given.expected, score)), "add");
      ++added;
    }
    EXPECT(pool.running() >= 1 && pool.running() <= 4, "threads");
    // Some rounds find threads that are idle, others threads that have ended.
    if (round % 3 == 1) score.await(added);
    if (round == 7) {
      while (pool.running() > 0) {
      }
    }
  }
  score.await(added);
  EXPECT(score.wrong == 0 && score.dropped == 0, "tasks");
}

// Tasks that have not begun are dropped when the pool ends, and none is lost.
void dropsTasks(const Schema& schema, const std::vector<Given>& all) {
  for (int round = 0; round < 20; ++round) {
    Score score;
    {
      Pool pool(2);
      for (int i = 0; i < 200; ++i) {
        const Given& given = all[static_cast<std::size_t>(i) % all.size()];
        EXPECT(pool.add(std::make_unique<Run>(schema, given.text, given.expected, score)), "add");
      }
      score.await(round);
    }
    EXPECT(score.wrong == 0 && score.validated + score.dropped == 200, "tasks");
  }
}

// A pool that has never had anything to do.
void idles() {
  Pool pool;
  EXPECT(pool.running() == 0, "threads");
}

// A text as deep as the limits allow is walked over on another thread.
void walksDeep() {
  const std::string deep = R"({"root":{"__class__":"LazyRef","use":"x"},"aliases":{"x":{"__class__":"OneOf","steps":[)"
                           R"({"__class__":"Int"},{"__class__":"List","item":{"__class__":"LazyRef","use":"x"}}]}}})";
  const auto schema = Schema::compile(deep);
  EXPECT(schema != nullptr, deep);
  if (schema == nullptr) return;
  const std::string text = std::string(512, '[') + std::string(512, ']');
  const std::vector<std::uint32_t> expected = {1024, 1, static_cast<std::uint32_t>(LineVerdict::valid)};
  Score score;
  Pool pool(1);
  EXPECT(pool.add(std::make_unique<Run>(*schema, text, expected, score)), "add");
  score.await(1);
  EXPECT(score.wrong == 0, "512 levels");
}

}  // namespace

int main() {
  const auto schema = Schema::compile(plan);
  EXPECT(schema != nullptr, plan);
  if (schema == nullptr) return validlib::test::ended();
  const auto all = givens(*schema);
  sharesSchema(*schema, all);
  dropsTasks(*schema, all);
  idles();
  walksDeep();
  return validlib::test::ended();
}
