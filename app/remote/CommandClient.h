// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QSocketNotifier>
#include <string>

#include "app/remote/CommandRunner.h"

namespace usdscope {

/// One client of the socket: reads its lines, and writes an answer for each, in their order, also
/// for blank lines and comments. Whatever the client sends or does not read, the memory that it
/// costs is bounded. Deletes itself when the client is done. GUI thread only.
class CommandClient : public QObject {
  Q_OBJECT
 public:
  static constexpr std::size_t kMostLineBytes = std::size_t{1} << 20;
  static constexpr std::size_t kMostUnreadBytes = std::size_t{4} << 20;

  /// Takes over the socket. The runner must outlive this.
  CommandClient(int socket, CommandRunner& runner, QObject* parent);
  ~CommandClient() override;

 Q_SIGNALS:
  /// The client has been disconnected because of this problem, a sentence.
  void dropped(const QString& problem);

 private:
  void read();
  void takeLines();
  void takeLine(const std::string& line);
  void answer(const Json& json);
  void write();
  void endIfDone();
  void disconnectNow();

  int socket_;
  CommandRunner& runner_;
  QSocketNotifier readable_;
  QSocketNotifier writable_;
  std::string in_;         ///< Bytes of lines that are not taken yet.
  std::string out_;        ///< Bytes of answers that are not sent yet.
  int waitingCount_ = 0;   ///< Number of lines without an answer.
  bool hasEnded_ = false;  ///< The client sends no more, or nothing that is read.
  bool isDropped_ = false;
};

}  // namespace usdscope
