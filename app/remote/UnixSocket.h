// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

// The calls of the operating system that a socket in the file system needs.
namespace usdscope {

/// A socket that waits for clients, and the identity of its file.
struct UnixListener {
  int socket = -1;      ///< Does not block. -1 if there is none.
  std::string path;     ///< The path as it was given, made absolute.
  std::string problem;  ///< A sentence that says why there is no socket; empty on success.
  unsigned long long device = 0;
  unsigned long long inode = 0;
};

/// Makes a socket at a path, which only this user may connect to. Replaces a socket file at which
/// nobody listens any more, but no other file.
UnixListener listenAt(const std::string& path);

/// Closes a listener and removes its file, unless another program has replaced the file.
void closeListener(UnixListener& listener);

/// Returns the socket of the next client, which does not block; -1 when no client waits. Closes
/// sockets of other users' programs at once.
int acceptOwn(const UnixListener& listener);

/// Reads bytes that have arrived, at most `size`. Returns their number, 0 when the client sends no
/// more, and -1 when none have arrived yet.
long receiveSome(int socket, char* bytes, unsigned long size);

/// Sends bytes without waiting. Returns how many were sent, which may be 0, and -1 when the client
/// is gone.
long sendSome(int socket, const char* bytes, unsigned long size);

void closeSocket(int socket);

}  // namespace usdscope
