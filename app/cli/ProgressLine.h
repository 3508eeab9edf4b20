// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>
#include <thread>

namespace usdscope {

/// A line on a terminal that says how far a verb is, or how long it has been running. The line
/// appears after a delay. It is erased before other texts are written, and at the end.
///
/// Texts must be written through out() and err(), each by one thread at a time. Thread-safe
/// otherwise.
class ProgressLine {
 public:
  struct Place {
    std::ostream& out;
    std::ostream& err;             ///< The terminal.
    bool isOutOnTerminal = false;  ///< Results appear on the terminal, too.
  };

  ProgressLine(const Place& place, std::string name,
               std::chrono::milliseconds delay = std::chrono::seconds(1));
  ~ProgressLine();

  /// Returns a line for the streams of the process; null if standard error is not a terminal, if
  /// standard output is a pipe, or if these streams are others.
  static std::unique_ptr<ProgressLine> onTerminal(std::ostream& out, std::ostream& err,
                                                  std::string name);

  std::ostream& out() { return place_.isOutOnTerminal ? shownOut_ : place_.out; }
  std::ostream& err() { return shownErr_; }

  /// Whether a stream is out() of a line that onTerminal() has returned, which writes to standard
  /// output.
  static bool isOutput(const std::ostream& stream);

  bool isShown() const;

  /// Shows `12 of 90 pictures` from now on.
  void set(std::int64_t done, std::int64_t total, std::string_view unit);

 private:
  /// Writes to a stream between two states of the line.
  class Buffer : public std::streambuf {
   public:
    Buffer(ProgressLine& line, std::ostream& target) : line_(line), target_(target) {}

    bool isStandardOutput() const;

   protected:
    int_type overflow(int_type character) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override;

   private:
    ProgressLine& line_;
    std::ostream& target_;
  };

  void run(const std::stop_token& stop);
  void draw();
  void erase();

  const Place place_;
  const std::string name_;
  const std::chrono::milliseconds delay_;
  /// The stream that `err` would flush. This thread must not write to it.
  std::ostream* const tied_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Buffer outBuffer_;
  Buffer errBuffer_;
  std::ostream shownOut_;
  std::ostream shownErr_;
  mutable std::mutex mutex_;   ///< Guards what follows, and the terminal.
  std::string steps_;          ///< Text of set().
  std::string shown_;          ///< The line on the terminal.
  bool isAtLineStart_ = true;  ///< The last text has ended its line.
  std::condition_variable_any wake_;
  std::jthread thread_;  ///< Last, because it uses everything else.
};

/// Shows `12 of 90 pictures` on the line of the verb that writes its messages to `err`. Does
/// nothing if it has none.
void showProgress(const std::ostream& err, std::int64_t done, std::int64_t total,
                  std::string_view unit);

}  // namespace usdscope
