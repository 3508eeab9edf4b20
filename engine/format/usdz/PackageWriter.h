// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/base/FileBytes.h"

namespace usdscope {

/// A file to be put into a package.
struct PackagedFile {
  std::string name;  ///< The name in the package: relative, with `/` between folders.
  FileBytes bytes;
};

/// Whether a file in a package may have this name: a relative path with `/`, without empty, `.` or
/// `..` parts, and without characters that some systems take for a drive letter or for `/`.
bool isGoodEntryName(std::string_view name);

/// Returns the bytes of a package with the files in order, uncompressed and aligned to 64 bytes.
/// The first file is the root layer. Equal files result in equal bytes.
///
/// Returns an empty string and sets `problem` to a sentence when a name is duplicate or leads out
/// of the package, or when the files are too large for a zip file without 64-bit sizes.
std::string writePackage(std::span<const PackagedFile> files, std::string& problem);

}  // namespace usdscope
