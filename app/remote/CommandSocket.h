// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QSocketNotifier>
#include <memory>
#include <string>

#include "app/remote/CommandRunner.h"
#include "app/remote/UnixSocket.h"

namespace usdscope {

/// A socket in the file system at which other programs of the same user control the window. A
/// client sends one command a line and gets one line of JSON for each. Several clients may be
/// connected; their lines run one after the other. GUI thread only.
class CommandSocket : public QObject {
  Q_OBJECT
 public:
  explicit CommandSocket(ActionContext context);
  /// Answers what is not answered yet, and removes the file.
  ~CommandSocket() override;

  /// Makes the socket. Returns a sentence that says why this is impossible; empty on success.
  std::string listen(const std::string& path);
  int clientCount() const { return clientCount_; }

 private:
  void acceptClients();

  ActionContext context_;
  CommandRunner runner_;
  UnixListener listener_;
  std::unique_ptr<QSocketNotifier> incoming_;
  int clientCount_ = 0;
};

}  // namespace usdscope
