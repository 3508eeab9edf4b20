// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace usdscope {

/// One option of a verb. A handle: copy it freely. The functions return the option itself, so that
/// calls can be chained.
class VerbOption {
 public:
  explicit VerbOption(CLI::Option* option) : option_(option) {}

  VerbOption required();
  /// The opposite of required().
  VerbOption optional();
  /// Accepts only these words.
  VerbOption oneOf(std::initializer_list<const char*> words);
  /// Reads the value in lower case. Requires: the words of oneOf() are in lower case.
  VerbOption ignoresCase();
  /// Accepts only numbers in [first, last].
  VerbOption inRange(int first, int last);
  VerbOption inRange(double first, double last);
  VerbOption notNegative();
  /// Accepts only texts for which `problem` returns an empty string; else shows its result.
  VerbOption check(std::function<std::string(const std::string&)> problem);
  /// Refuses this option without `other`.
  VerbOption needs(VerbOption other);
  /// Refuses this option together with `other`.
  VerbOption excludes(VerbOption other);
  /// May be given several times; the values are collected.
  VerbOption repeats();
  /// May be given several times, with one value each. Further words after the value do not belong
  /// to the option.
  VerbOption repeatsOneByOne();
  /// Takes exactly this many words, which are collected.
  VerbOption takes(int count);
  /// Splits one word at this character into several values.
  VerbOption delimiter(char character);
  /// Shows the current value of the variable as the default in --help.
  VerbOption showDefault();
  /// Hides the option from --help.
  VerbOption hidden();
  VerbOption description(const std::string& text);
  /// Calls this when the option is given.
  VerbOption onGiven(std::function<void()> given);

 private:
  friend class VerbOptions;
  CLI::Option* option_;
};

/// Declares the options of one verb. Options are read into the given variables, which must live
/// until the verb has run.
///
/// It hides CLI11 from the verbs, because compiling its headers takes seconds in each source.
class VerbOptions {
 public:
  explicit VerbOptions(CLI::App& command) : command_(command) {}

  /// Adds an option, `names` being "-s,--long", or an argument by position, `names` being "NAME".
  VerbOption option(const char* names, std::string& value, const char* description = "");
  VerbOption option(const char* names, std::vector<std::string>& values, const char* description);
  VerbOption option(const char* names, int& value, const char* description);
  VerbOption option(const char* names, std::size_t& value, const char* description);
  /// Floating-point numbers must be finite.
  VerbOption option(const char* names, double& value, const char* description);
  VerbOption option(const char* names, std::optional<double>& value, const char* description);
  VerbOption flag(const char* names, bool& value, const char* description);
  /// Adds an option that names the file to write to. Without a name `target` becomes "-". Words
  /// after the name do not belong to the option.
  VerbOption fileOption(const char* names, std::optional<std::string>& target,
                        const char* description);
  /// Requires: the verb has an option of this name.
  VerbOption find(const char* name);
  /// Sets the text after the options in --help.
  void footer(const char* text);

 private:
  CLI::App& command_;
};

/// Reads a floating-point number. Empty when the text is not one, or has more than one.
std::optional<double> numberOption(const std::string& text);

/// Returns a sentence when the text is a number that is infinite or not a number; else empty. No
/// range excludes the latter, because no comparison with it is true.
std::string whyNotFinite(const std::string& text);

}  // namespace usdscope
