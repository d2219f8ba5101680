// The pass of a walk: every state against everything that may happen in it.
#include "pass.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "expect.hpp"

using validlib::Pass;
using validlib::Stop;
using State = validlib::Pass::State;

namespace {

struct Event {
  std::string name;
  std::function<void(Pass&)> happens;
  // Where a state comes to. What is not listed remains as it is.
  std::vector<std::pair<State, State>> changes;
};

const std::vector<State> states = {State::first,       State::refusedEarly, State::exhaustive,
                                   State::surveyed,    State::memoized,     State::needsExhaustive,
                                   State::needsSurvey, State::needsTape,    State::needsFallBack};

std::vector<std::pair<State, State>> all(State to) {
  std::vector<std::pair<State, State>> changes;
  for (const State from : states) changes.emplace_back(from, to);
  return changes;
}
std::vector<std::pair<State, State>> running(State unsurveyed, State surveyed) {
  return {{State::first, unsurveyed},
          {State::refusedEarly, unsurveyed},
          {State::exhaustive, unsurveyed},
          {State::surveyed, surveyed},
          {State::memoized, surveyed}};
}

std::vector<Event> events() {
  auto beginsMode = all(State::first);
  for (auto& [from, to] : beginsMode) {
    if (from == State::surveyed || from == State::memoized) to = State::surveyed;
  }
  return {
      {"a new text", [](Pass& pass) { pass.begin(); }, all(State::first)},
      {"another mode", [](Pass& pass) { pass.beginMode(); }, beginsMode},
      {"an early refusal", [](Pass& pass) { pass.refuseEarly(); }, {{State::first, State::refusedEarly}}},
      {"no early refusal", [](Pass& pass) { pass.forgetEarlyRefusal(); }, {{State::refusedEarly, State::first}}},
      {"an object to skip",
       [](Pass& pass) {
         const bool refusedEarly = pass.hasRefusedEarly();
         EXPECT(pass.maySkipObject() != refusedEarly, "skips unless keys might matter");
       },
       {{State::refusedEarly, State::needsExhaustive}}},
      {"an exhaustive pass",
       [](Pass& pass) {
         const bool needed = pass.state() == State::needsExhaustive;
         EXPECT(pass.beginExhaustive() == needed, "begins only where it is needed");
       },
       {{State::needsExhaustive, State::exhaustive}}},
      {"a survey",
       [](Pass& pass) {
         const bool needed = pass.needsSurvey();
         EXPECT(pass.beginSurveyed() == needed, "begins only where it is needed");
       },
       {{State::needsSurvey, State::surveyed}}},
      {"a memo",
       [](Pass& pass) {
         const bool surveyed = pass.state() == State::surveyed;
         EXPECT(pass.beginMemoized() == surveyed, "begins only after a survey");
       },
       {{State::surveyed, State::memoized}}},
      {"falls back", [](Pass& pass) { pass.stop(Stop::fallBack); },
       running(State::needsFallBack, State::needsFallBack)},
      {"too costly", [](Pass& pass) { pass.stop(Stop::costly); }, running(State::needsSurvey, State::needsFallBack)},
      {"a full tape", [](Pass& pass) { pass.stop(Stop::tapeFull); }, running(State::needsTape, State::needsTape)},
  };
}

// A pass that has come to the state.
Pass passIn(State state) {
  Pass pass;
  const auto survey = [&pass]() {
    pass.stop(Stop::costly);
    EXPECT(pass.beginSurveyed(), "surveyed");
  };
  switch (state) {
    case State::first: break;
    case State::refusedEarly: pass.refuseEarly(); break;
    case State::exhaustive:
    case State::needsExhaustive:
      pass.refuseEarly();
      EXPECT(!pass.maySkipObject(), "an object must not be skipped");
      if (state == State::exhaustive) EXPECT(pass.beginExhaustive(), "exhaustive");
      break;
    case State::surveyed: survey(); break;
    case State::memoized:
      survey();
      EXPECT(pass.beginMemoized(), "memoized");
      break;
    case State::needsSurvey: pass.stop(Stop::costly); break;
    case State::needsTape: pass.stop(Stop::tapeFull); break;
    case State::needsFallBack: pass.stop(Stop::fallBack); break;
  }
  return pass;
}

}  // namespace

int main() {
  for (const Event& event : events()) {
    for (const State from : states) {
      State expected = from;
      for (const auto& [state, to] : event.changes) {
        if (state == from) expected = to;
      }
      Pass pass = passIn(from);
      const std::string what = event.name + " in state " + std::to_string(static_cast<int>(from));
      EXPECT(pass.state() == from, what);
      event.happens(pass);
      EXPECT(pass.state() == expected, what);
    }
  }
  return validlib::test::ended();
}
