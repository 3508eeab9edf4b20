// SPDX-License-Identifier: Apache-2.0
#include "app/remote/UnixSocket.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace usdscope {
namespace {

constexpr int kWaitingClients = 16;

std::string whySystem(int error) { return std::generic_category().message(error) + "."; }

bool makeNonBlocking(int socket) {
  const int flags = fcntl(socket, F_GETFL);
  return fcntl(socket, F_SETFD, FD_CLOEXEC) == 0 && flags >= 0 &&
         fcntl(socket, F_SETFL, flags | O_NONBLOCK) == 0;
}

bool isOfThisUser(int socket) {
#if defined(SO_PEERCRED)
  ucred peer{};
  socklen_t size = sizeof(peer);
  return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
#else
  uid_t user = 0;
  gid_t group = 0;
  return getpeereid(socket, &user, &group) == 0 && user == geteuid();
#endif
}

// Removes a socket file at which nobody listens. Returns why the path cannot be used, else empty.
std::string clearPath(const std::string& path, const sockaddr_un& address) {
  struct stat found{};
  if (lstat(path.c_str(), &found) != 0) {
    return errno == ENOENT ? "" : path + ": " + whySystem(errno);
  }
  if (!S_ISSOCK(found.st_mode)) return path + " exists and is not a socket.";
  const int trial = socket(AF_UNIX, SOCK_STREAM, 0);
  if (trial < 0 || !makeNonBlocking(trial)) {
    closeSocket(trial);
    return path + ": " + whySystem(errno);
  }
  const bool isConnected =
      connect(trial, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  const int error = errno;
  closeSocket(trial);
  if (isConnected || error == EAGAIN) return "Another program listens at " + path + " already.";
  if (error == ENOENT) return {};
  if (error != ECONNREFUSED) return path + ": " + whySystem(error);
  return unlink(path.c_str()) == 0 || errno == ENOENT ? "" : path + ": " + whySystem(errno);
}

}  // namespace

UnixListener listenAt(const std::string& path) {
  UnixListener listener;
  std::error_code error;
  const auto absolute = std::filesystem::absolute(path, error);
  listener.path = error ? path : absolute.lexically_normal().string();
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || listener.path.size() >= sizeof(address.sun_path)) {
    listener.problem = path.empty() ? "Expected the path of a socket."
                                    : listener.path + ": The path of a socket has at most " +
                                          std::to_string(sizeof(address.sun_path) - 1) + " bytes.";
    return listener;
  }
  std::memcpy(address.sun_path, listener.path.data(), listener.path.size());
  listener.problem = clearPath(listener.path, address);
  if (!listener.problem.empty()) return listener;
  const int made = socket(AF_UNIX, SOCK_STREAM, 0);
  struct stat file{};
  // Nobody can connect before listen(), so the rights of the file are right in time.
  const bool isMade =
      made >= 0 && makeNonBlocking(made) &&
      bind(made, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0 &&
      chmod(listener.path.c_str(), S_IRUSR | S_IWUSR) == 0 && listen(made, kWaitingClients) == 0 &&
      lstat(listener.path.c_str(), &file) == 0;
  if (!isMade) {
    listener.problem = listener.path + ": " + whySystem(errno);
    closeSocket(made);
    return listener;
  }
  listener.socket = made;
  listener.device = file.st_dev;
  listener.inode = file.st_ino;
  return listener;
}

void closeListener(UnixListener& listener) {
  if (listener.socket < 0) return;
  struct stat file{};
  const bool isOwn = lstat(listener.path.c_str(), &file) == 0 && file.st_dev == listener.device &&
                     file.st_ino == listener.inode;
  if (isOwn) unlink(listener.path.c_str());
  closeSocket(listener.socket);
  listener.socket = -1;
}

int acceptOwn(const UnixListener& listener) {
  while (true) {
    const int client = accept(listener.socket, nullptr, nullptr);
    if (client < 0 && (errno == EINTR || errno == ECONNABORTED)) continue;
    if (client < 0 || (isOfThisUser(client) && makeNonBlocking(client))) return client;
    closeSocket(client);
  }
}

long receiveSome(int socket, char* bytes, unsigned long size) {
  const ssize_t count = recv(socket, bytes, size, 0);
  if (count >= 0) return count;
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? -1 : 0;
}

long sendSome(int socket, const char* bytes, unsigned long size) {
  const ssize_t count = send(socket, bytes, size, MSG_NOSIGNAL);
  if (count >= 0) return count;
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : -1;
}

void closeSocket(int socket) {
  if (socket >= 0) close(socket);
}

}  // namespace usdscope
