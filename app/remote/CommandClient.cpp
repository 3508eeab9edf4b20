// SPDX-License-Identifier: Apache-2.0
#include "app/remote/CommandClient.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/remote/UnixSocket.h"

namespace usdscope {
namespace {

constexpr std::size_t kReadBytes = 65536;
constexpr int kMostWaiting = 16;  // More lines of a client stay in the socket.
constexpr int kMostInTurn = 16;   // More lines wait for the next turn of the event loop.

}  // namespace

CommandClient::CommandClient(int socket, CommandRunner& runner, QObject* parent)
    : QObject(parent),
      socket_(socket),
      runner_(runner),
      readable_(socket, QSocketNotifier::Read),
      writable_(socket, QSocketNotifier::Write) {
  writable_.setEnabled(false);
  connect(&readable_, &QSocketNotifier::activated, this, &CommandClient::read);
  connect(&writable_, &QSocketNotifier::activated, this, &CommandClient::write);
}

CommandClient::~CommandClient() {
  readable_.setEnabled(false);
  writable_.setEnabled(false);
  closeSocket(socket_);
}

void CommandClient::read() {
  std::array<char, kReadBytes> bytes;
  const long count = receiveSome(socket_, bytes.data(), bytes.size());
  if (count < 0) return;
  in_.append(bytes.data(), static_cast<std::size_t>(count));
  hasEnded_ = count == 0;
  takeLines();
  endIfDone();
}

void CommandClient::takeLines() {
  std::size_t begin = 0;
  for (int taken = 0; taken < kMostInTurn && waitingCount_ < kMostWaiting && !isDropped_; ++taken) {
    const std::size_t end = in_.find('\n', begin);
    if (end == std::string::npos) break;
    takeLine(in_.substr(begin, end - begin));
    begin = end + 1;
  }
  in_.erase(0, begin);
  const bool isLineWhole = in_.find('\n') != std::string::npos;
  if (!isLineWhole && in_.size() > kMostLineBytes) {
    answer(refusal("A line has more than 1 MiB."));
    in_.clear();
    hasEnded_ = true;
  } else if (!isLineWhole && hasEnded_ && !in_.empty()) {
    // The last line needs no line end.
    takeLine(std::exchange(in_, {}));
  }
  readable_.setEnabled(!hasEnded_ && !isDropped_ && !isLineWhole);
  if (!isLineWhole || waitingCount_ >= kMostWaiting || isDropped_) return;
  QMetaObject::invokeMethod(
      this,
      [this] {
        takeLines();
        endIfDone();
      },
      Qt::QueuedConnection);
}

void CommandClient::takeLine(const std::string& line) {
  if (line.size() > kMostLineBytes) return answer(refusal("A line has more than 1 MiB."));
  if (waitingCount_ == 0) {
    if (const auto now = runner_.runAtOnce(line)) return answer(*now);
  }
  ++waitingCount_;
  runner_.run(line, this, [this](const Json& json) {
    --waitingCount_;
    answer(json);
    takeLines();
    endIfDone();
  });
}

void CommandClient::answer(const Json& json) {
  if (isDropped_) return;
  std::string text = toLine(json) + '\n';
  if (text.size() > kMostUnreadBytes) {
    text = toLine(refusal("The answer has more than 4 MiB.")) + '\n';
  }
  out_ += text;
  write();
  if (out_.size() <= kMostUnreadBytes) return;
  disconnectNow();
  Q_EMIT dropped(tr("A client of --listen does not read its answers, and was disconnected."));
}

void CommandClient::write() {
  if (isDropped_) return;
  const long count = out_.empty() ? 0 : sendSome(socket_, out_.data(), out_.size());
  if (count < 0) return disconnectNow();
  out_.erase(0, static_cast<std::size_t>(count));
  writable_.setEnabled(!out_.empty());
  endIfDone();
}

void CommandClient::endIfDone() {
  if (hasEnded_ && waitingCount_ == 0 && out_.empty() && in_.empty()) disconnectNow();
}

void CommandClient::disconnectNow() {
  if (isDropped_) return;
  isDropped_ = true;
  readable_.setEnabled(false);
  writable_.setEnabled(false);
  in_.clear();
  out_.clear();
  deleteLater();
}

}  // namespace usdscope
