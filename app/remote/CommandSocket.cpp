// SPDX-License-Identifier: Apache-2.0
#include "app/remote/CommandSocket.h"

#include "app/remote/CommandClient.h"

namespace usdscope {
namespace {

constexpr int kMostClients = 32;

}  // namespace

CommandSocket::CommandSocket(ActionContext context) : context_(context), runner_(context) {}

CommandSocket::~CommandSocket() {
  runner_.finish();
  incoming_.reset();
  // The clients use the runner.
  for (CommandClient* client : findChildren<CommandClient*>()) delete client;
  closeListener(listener_);
}

std::string CommandSocket::listen(const std::string& path) {
  listener_ = listenAt(path);
  if (!listener_.problem.empty()) return listener_.problem;
  incoming_ = std::make_unique<QSocketNotifier>(listener_.socket, QSocketNotifier::Read);
  connect(incoming_.get(), &QSocketNotifier::activated, this, &CommandSocket::acceptClients);
  return {};
}

void CommandSocket::acceptClients() {
  for (int socket = acceptOwn(listener_); socket >= 0; socket = acceptOwn(listener_)) {
    if (clientCount_ >= kMostClients) {
      const std::string refused = toLine(refusal("Too many clients are connected.")) + '\n';
      sendSome(socket, refused.data(), refused.size());
      closeSocket(socket);
      continue;
    }
    ++clientCount_;
    auto* client = new CommandClient(socket, runner_, this);
    connect(client, &QObject::destroyed, this, [this] { --clientCount_; });
    connect(client, &CommandClient::dropped, this,
            [this](const QString& problem) { context_.session.notify(problem.toStdString()); });
  }
}

}  // namespace usdscope
