// Runs schemas over texts as the addon does, in memory of exactly the size that is promised.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine.hpp"

namespace validlib::test {

class Runner {
 public:
  explicit Runner(std::size_t integers = 4096, std::size_t numbers = 1024)
      : integerCount_(integers),
        numberCount_(numbers),
        integers_(new std::int32_t[integers]),
        numbers_(new double[numbers]) {}

  Verdict run(const Schema& schema, std::string_view text, Purpose purpose, Limits limits = {512, 10'000}) {
    load(text);
    return validate(schema, purpose, limits);
  }

  void load(std::string_view text) {
    size_ = text.size();
    text_.reset(new std::uint8_t[text.size() + textPadding]);
    if (!text.empty()) std::memcpy(text_.get(), text.data(), text.size());
    std::memset(text_.get() + text.size(), ' ', textPadding);
  }

  const std::uint8_t* text() const noexcept { return text_.get(); }

  // The text that was loaded last.
  Verdict validate(const Schema& schema, Purpose purpose, Limits limits = {512, 10'000}) {
    if (!engine.walk.tape.begin(seeksRepeats ? size_ : 0, integers_.get(), integerCount_, numbers_.get(), numberCount_))
      return Verdict::fallBack;
    return engine.run(schema, text_.get(), size_, limits, purpose);
  }

  // Makes the tape larger until the value fits.
  Verdict value(const Schema& schema, std::string_view text, Limits limits = {512, 10'000}) {
    for (;;) {
      const Verdict verdict = run(schema, text, Purpose::value, limits);
      if (verdict != Verdict::tape) return verdict;
      integerCount_ *= 2;
      numberCount_ *= 2;
      integers_.reset(new std::int32_t[integerCount_]);
      numbers_.reset(new double[numberCount_]);
    }
  }

  // What the last run has written of a value.
  std::span<const std::int32_t> written() const { return {integers_.get(), engine.walk.tape.written}; }

  Engine engine;
  // Strings that come more than once are sought.
  bool seeksRepeats = true;

 private:
  std::size_t integerCount_;
  std::size_t numberCount_;
  std::size_t size_ = 0;
  std::unique_ptr<std::int32_t[]> integers_;
  std::unique_ptr<double[]> numbers_;
  std::unique_ptr<std::uint8_t[]> text_;
};

}  // namespace validlib::test
