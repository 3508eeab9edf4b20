// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

namespace usdscope {

/// Maps the first `byteSize` bytes of an open file for reading; null if the system refuses, with
/// the reason in errno.
///
/// The bytes stay readable whatever happens to the file. When another program cuts it short, the
/// bytes that are gone read as zeros; when it writes into the file, the new bytes appear. Readers
/// must therefore check what they read each time. Installs a handler for SIGBUS, which passes on
/// faults at other addresses. Thread-safe.
std::shared_ptr<const std::byte> mapFile(int descriptor, std::size_t byteSize);

}  // namespace usdscope
