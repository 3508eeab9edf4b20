// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace usdscope {

/// The parts of a sandbox that the system has.
struct Sandbox {
  bool guardsCalls = false;  ///< No sockets, programs, other processes, or new rights.
  bool guardsFiles = false;  ///< No files are written outside of some folders.
};

/// Takes from this thread, and from all threads that it starts, what drawing a picture does not
/// need: sockets, starting programs and processes, typing into a terminal, signals to other
/// processes, changing who owns or may read a file, and writing outside of `folders`. Refused calls
/// fail with EPERM or EACCES. Folders in `folders` stay writable, and so do the devices of graphics
/// cards; reading is not limited. There is no way back.
///
/// `folders` may name single files, too; those that do not exist are ignored. A system without
/// seccomp or Landlock, and processors other than x86-64 and 64-bit ARM, lack that part. So do
/// builds with kernel headers that are older than Landlock. Callers may ignore what is missing.
///
/// Requires: the process has one thread, because others would keep their rights.
Sandbox enterSandbox(const std::vector<std::string>& folders);

}  // namespace usdscope
