// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace usdscope {

/// Makes a crash for lack of memory end the program with `status`, after `message` was written to
/// stderr and unfinished files were removed. Libraries crash or abort when they get no memory, and
/// nothing in the program can prevent this.
///
/// A crash is for lack of memory when nearly all memory that limitMemory() allows is in use. Others
/// stay what they are. When several threads crash at once, the message appears once. Does nothing
/// on systems other than Linux.
///
/// Requires: `message` lives until the program ends. Call it after limitMemory(), where that
/// returned true, and before threads start.
void endWithMessageWhenMemoryIsOut(const char* message, int status);

}  // namespace usdscope
