// SPDX-License-Identifier: Apache-2.0
#include "app/cli/ProgressLine.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <iostream>
#include <new>

#include "app/cli/PrintableStream.h"

namespace usdscope {
namespace {

constexpr std::chrono::milliseconds kPeriod(250);

// A pager shows what it reads from a pipe on the same terminal.
bool isOutputPipe() {
  struct stat info{};
  return ::fstat(STDOUT_FILENO, &info) == 0 && S_ISFIFO(info.st_mode);
}

}  // namespace

ProgressLine::ProgressLine(const Place& place, std::string name, std::chrono::milliseconds delay)
    : place_(place),
      name_(std::move(name)),
      delay_(delay),
      tied_(place.err.tie(nullptr)),
      outBuffer_(*this, place.out),
      errBuffer_(*this, place.err),
      shownOut_(&outBuffer_),
      shownErr_(&errBuffer_),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

ProgressLine::~ProgressLine() {
  thread_.request_stop();
  thread_.join();
  erase();
  place_.err.tie(tied_);
}

std::unique_ptr<ProgressLine> ProgressLine::onTerminal(std::ostream& out, std::ostream& err,
                                                       std::string name) {
  const bool isOfProcess = out.rdbuf() == std::cout.rdbuf() && err.rdbuf() == std::cerr.rdbuf();
  if (!isOfProcess || ::isatty(STDERR_FILENO) == 0 || isOutputPipe()) return nullptr;
  const bool isOutOnTerminal = ::isatty(STDOUT_FILENO) != 0;
  return std::make_unique<ProgressLine>(Place{out, err, isOutOnTerminal}, std::move(name));
}

bool ProgressLine::isOutput(const std::ostream& stream) {
  const auto* buffer = dynamic_cast<const Buffer*>(stream.rdbuf());
  return buffer && buffer->isStandardOutput();
}

bool ProgressLine::isShown() const {
  const std::lock_guard lock(mutex_);
  return !shown_.empty();
}

void ProgressLine::set(std::int64_t done, std::int64_t total, std::string_view unit) {
  const std::lock_guard lock(mutex_);
  steps_ = fmt::format("{} of {} {}, ", done, total, unit);
}

void ProgressLine::run(const std::stop_token& stop) {
  const auto never = [] { return false; };
  std::unique_lock lock(mutex_);
  wake_.wait_for(lock, stop, delay_, never);
  try {
    while (!stop.stop_requested()) {
      draw();
      wake_.wait_for(lock, stop, kPeriod, never);
    }
  } catch (const std::bad_alloc&) {
    // The verb itself reports that memory ends.
  }
}

void ProgressLine::draw() {
  if (!isAtLineStart_) return;
  const auto elapsed = std::chrono::steady_clock::now() - start_;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(elapsed).count();
  std::string text = fmt::format("{}: {}{} s", name_, steps_, seconds);
  if (text == shown_) return;
  erase();
  place_.err << text << std::flush;
  shown_ = std::move(text);
}

void ProgressLine::erase() {
  if (shown_.empty()) return;
  // Spaces work on every terminal, and with NO_COLOR.
  place_.err << '\r' + std::string(shown_.size(), ' ') + '\r' << std::flush;
  shown_.clear();
}

bool ProgressLine::Buffer::isStandardOutput() const { return target_.rdbuf() == std::cout.rdbuf(); }

ProgressLine::Buffer::int_type ProgressLine::Buffer::overflow(int_type character) {
  if (traits_type::eq_int_type(character, traits_type::eof()))
    return traits_type::not_eof(character);
  const char single = traits_type::to_char_type(character);
  return xsputn(&single, 1) == 1 ? character : traits_type::eof();
}

std::streamsize ProgressLine::Buffer::xsputn(const char* text, std::streamsize size) {
  if (size <= 0) return 0;
  const std::lock_guard lock(line_.mutex_);
  line_.erase();
  target_.write(text, size);
  // Whole lines appear before the progress does again.
  line_.isAtLineStart_ = text[size - 1] == '\n';
  if (line_.isAtLineStart_) target_.flush();
  return target_ ? size : 0;
}

int ProgressLine::Buffer::sync() {
  const std::lock_guard lock(line_.mutex_);
  return target_.flush() ? 0 : -1;
}

void showProgress(const std::ostream& err, std::int64_t done, std::int64_t total,
                  std::string_view unit) {
  const auto* messages = dynamic_cast<const PrintableStream*>(&err);
  if (messages && messages->progress()) messages->progress()->set(done, total, unit);
}

}  // namespace usdscope
