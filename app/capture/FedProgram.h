// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace usdscope {

/// Returns the path of a program in the folders of $PATH; empty when there is none.
std::string findProgram(const std::string& name);

/// How long a program may do nothing before it is given up.
struct FeedPatience {
  std::chrono::milliseconds reading{30'000};     ///< Without reading a byte.
  std::chrono::milliseconds finishing{300'000};  ///< After its input has ended.
};

/// A program of another process that is fed through its standard input. It is started without a
/// shell; its standard output is dropped; the last lines of its standard error become part of
/// messages.
///
/// The functions return a sentence that says why they failed; empty on success. They return soon
/// after a stop, and when the program hangs or dies, which never ends this process. One thread at a
/// time.
class FedProgram {
 public:
  /// `name` stands in messages.
  explicit FedProgram(std::string name, FeedPatience patience = {});
  /// Kills the program if it still runs.
  ~FedProgram();
  FedProgram(const FedProgram&) = delete;
  FedProgram& operator=(const FedProgram&) = delete;

  /// Starts the program `arguments[0]`, a path.
  std::string start(const std::vector<std::string>& arguments);
  std::string write(std::span<const std::byte> bytes, const std::stop_token& stop);
  /// Ends the input, and waits until the program has ended with success.
  std::string finish(const std::stop_token& stop);
  /// Kills the program, and waits for its end.
  void kill();

 private:
  bool readErrors();
  bool hasEnded();
  std::string died();
  std::string withErrors(std::string sentence);
  void closeInput();
  std::string waitForEnd(std::chrono::milliseconds most, const std::stop_token& stop);

  std::string name_;
  FeedPatience patience_;
  int pid_ = -1;  ///< -1 when no program runs.
  int input_ = -1;
  int errors_ = -1;
  int status_ = 0;    ///< The status of a program that has ended, from waitpid().
  std::string said_;  ///< The end of what the program has written to its standard error.
};

}  // namespace usdscope
