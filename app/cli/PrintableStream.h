// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <streambuf>

namespace usdscope {

class ProgressLine;

/// A stream that writes to another one and escapes control characters, because messages repeat
/// arguments and names of files, which must not control the terminal. Each text must hold whole
/// characters.
class PrintableStream : public std::ostream {
 public:
  /// `progress` is the line on the terminal that messages interrupt; null for none. `hasColors`
  /// colours the words that say how bad something is; see withColoredSeverities().
  explicit PrintableStream(std::ostream& target, ProgressLine* progress = nullptr,
                           bool hasColors = false)
      : std::ostream(nullptr), buffer_(target, hasColors), progress_(progress) {
    rdbuf(&buffer_);
  }

  ProgressLine* progress() const { return progress_; }

 private:
  class Buffer : public std::streambuf {
   public:
    Buffer(std::ostream& target, bool hasColors) : target_(target), hasColors_(hasColors) {}

   protected:
    int_type overflow(int_type character) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override;

   private:
    std::ostream& target_;
    const bool hasColors_;
    bool isAtLineStart_ = true;
  };

  Buffer buffer_;
  ProgressLine* progress_;
};

}  // namespace usdscope
