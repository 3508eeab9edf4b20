// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <future>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace usdscope {

/// Whether an authored path is the id of an asset and not the name of a file: it begins with a
/// scheme of at least two characters, as `asset:lamp?v=3` and `studio://lamp` do.
bool isAssetId(std::string_view authored);

/// Splits the line of a command at white space; quotation marks join words.
std::vector<std::string> commandWords(std::string_view line);

/// A program that finds the files of asset ids, as a studio's asset manager has it.
///
/// The command is a line of words, in which `%p` is the id; without `%p` the id is the last word.
/// See commandWords(). The program runs without a shell and has no input. It prints one
/// absolute path and ends with status 0; every other answer is a problem.
///
/// Answers are kept until they are forgotten. After a program has been silent for too long, no id
/// is asked about until an answer is forgotten. Thread-safe; several programs may run at the same
/// time.
class ResolverCommand {
 public:
  struct Answer {
    std::string file;     ///< An absolute path; empty if there is none.
    std::string problem;  ///< A sentence that says why there is none; else empty.
    bool operator==(const Answer&) const = default;
  };

  /// Requires: `line` has words.
  ResolverCommand(std::string_view line, std::chrono::milliseconds patience);

  /// Returns the answer for an id. Waits for the program when the id is asked about first.
  Answer ask(const std::string& id) const;

  /// Drops the answer for an id, so that the program is asked again. Does nothing while it is
  /// asked.
  void forget(const std::string& id);

  /// Returns the words that are run for an id, joined by spaces, for messages.
  std::string text(std::string_view id) const;

 private:
  std::vector<std::string> wordsFor(std::string_view id) const;
  Answer run(const std::string& id) const;

  std::vector<std::string> words_;
  std::chrono::milliseconds patience_;
  mutable std::atomic<bool> isSilent_ = false;  ///< The program did not answer in time.
  mutable std::mutex mutex_;
  mutable std::unordered_map<std::string, std::shared_future<Answer>> answers_;
};

}  // namespace usdscope
