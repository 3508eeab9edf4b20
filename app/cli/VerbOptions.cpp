// SPDX-License-Identifier: Apache-2.0
#include "app/cli/VerbOptions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>

namespace usdscope {

VerbOption VerbOption::optional() {
  option_->required(false);
  return *this;
}

VerbOption VerbOption::required() { return VerbOption(option_->required()); }

VerbOption VerbOption::oneOf(std::initializer_list<const char*> words) {
  const std::vector<std::string> accepted(words.begin(), words.end());
  const auto problem = [accepted](const std::string& word) -> std::string {
    if (std::ranges::find(accepted, word) != accepted.end()) return {};
    return fmt::format("Expected {}, not \"{}\".", fmt::join(accepted, " or "), word);
  };
  return VerbOption(option_->check(problem, fmt::format("{{{}}}", fmt::join(accepted, ","))));
}

VerbOption VerbOption::ignoresCase() {
  return VerbOption(option_->transform([](std::string word) {
    for (char& letter : word) {
      if (letter >= 'A' && letter <= 'Z') letter = char(letter - 'A' + 'a');
    }
    return word;
  }));
}

VerbOption VerbOption::inRange(int first, int last) {
  return VerbOption(option_->check(CLI::Range(first, last)));
}

VerbOption VerbOption::inRange(double first, double last) {
  return VerbOption(option_->check(CLI::Range(first, last)));
}

VerbOption VerbOption::notNegative() { return VerbOption(option_->check(CLI::NonNegativeNumber)); }

VerbOption VerbOption::check(std::function<std::string(const std::string&)> problem) {
  return VerbOption(option_->check(std::move(problem)));
}

VerbOption VerbOption::needs(VerbOption other) { return VerbOption(option_->needs(other.option_)); }

VerbOption VerbOption::excludes(VerbOption other) {
  return VerbOption(option_->excludes(other.option_));
}

VerbOption VerbOption::repeats() { return VerbOption(option_->take_all()); }

VerbOption VerbOption::repeatsOneByOne() {
  return VerbOption(option_->allow_extra_args(false)->take_all());
}

VerbOption VerbOption::takes(int count) { return VerbOption(option_->expected(count)); }

VerbOption VerbOption::delimiter(char character) {
  return VerbOption(option_->delimiter(character));
}

VerbOption VerbOption::showDefault() { return VerbOption(option_->capture_default_str()); }

VerbOption VerbOption::hidden() { return VerbOption(option_->group("")); }

VerbOption VerbOption::description(const std::string& text) {
  return VerbOption(option_->description(text));
}

VerbOption VerbOption::onGiven(std::function<void()> given) {
  return VerbOption(option_->each([given = std::move(given)](const std::string&) { given(); }));
}

VerbOption VerbOptions::option(const char* names, std::string& value, const char* description) {
  return VerbOption(command_.add_option(names, value, description));
}

VerbOption VerbOptions::option(const char* names, std::vector<std::string>& values,
                               const char* description) {
  return VerbOption(command_.add_option(names, values, description));
}

VerbOption VerbOptions::option(const char* names, int& value, const char* description) {
  return VerbOption(command_.add_option(names, value, description));
}

VerbOption VerbOptions::option(const char* names, std::size_t& value, const char* description) {
  return VerbOption(command_.add_option(names, value, description));
}

VerbOption VerbOptions::option(const char* names, double& value, const char* description) {
  return VerbOption(command_.add_option(names, value, description)->check(whyNotFinite));
}

VerbOption VerbOptions::option(const char* names, std::optional<double>& value,
                               const char* description) {
  return VerbOption(command_.add_option(names, value, description)->check(whyNotFinite));
}

VerbOption VerbOptions::flag(const char* names, bool& value, const char* description) {
  return VerbOption(command_.add_flag(names, value, description));
}

VerbOption VerbOptions::fileOption(const char* names, std::optional<std::string>& target,
                                   const char* description) {
  const auto read = [&target](const std::vector<std::string>& given) {
    target = given.empty() || given[0].empty() ? "-" : given[0];
  };
  return VerbOption(
      command_.add_option_function<std::vector<std::string>>(names, read, description)
          ->expected(0, 1)
          ->allow_extra_args(false)
          ->option_text("[FILE]"));
}

VerbOption VerbOptions::find(const char* name) { return VerbOption(command_.get_option(name)); }

void VerbOptions::footer(const char* text) { command_.footer(text); }

std::optional<double> numberOption(const std::string& text) {
  double number = 0.0;
  if (!CLI::detail::lexical_cast(text, number)) return std::nullopt;
  return number;
}

std::string whyNotFinite(const std::string& text) {
  const std::optional<double> number = numberOption(text);
  if (!number || std::isfinite(*number)) return {};
  return fmt::format("Expected a finite number, not \"{}\".", text);
}

}  // namespace usdscope
