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
  /// `progress` is the line on the terminal that messages interrupt; null for none.
  explicit PrintableStream(std::ostream& target, ProgressLine* progress = nullptr)
      : std::ostream(nullptr), buffer_(target), progress_(progress) {
    rdbuf(&buffer_);
  }

  ProgressLine* progress() const { return progress_; }

 private:
  class Buffer : public std::streambuf {
   public:
    explicit Buffer(std::ostream& target) : target_(target) {}

   protected:
    int_type overflow(int_type character) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override;

   private:
    std::ostream& target_;
  };

  Buffer buffer_;
  ProgressLine* progress_;
};

}  // namespace usdscope
