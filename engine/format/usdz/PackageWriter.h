// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/base/FileBytes.h"

namespace usdscope {

/// A file on its way into a package.
struct PackagedFile {
  std::string name;  ///< In the package: relative, `/` between folders.
  FileBytes bytes;
};

/// Whether a file in a package may have this name: a relative path with `/` and no empty, `.` or
/// `..` parts, and nothing that other systems take for a drive or for `/`.
bool isGoodEntryName(std::string_view name);

/// The bytes of a package: the files one after the other, stored as they are, the data of each at a
/// multiple of 64 bytes. The first is the root layer. The same files give the same bytes.
///
/// Empty, and `problem` a sentence, for names that come twice or leave the package, and for more
/// than a zip file without 64-bit sizes can hold.
std::string writePackage(std::span<const PackagedFile> files, std::string& problem);

}  // namespace usdscope
