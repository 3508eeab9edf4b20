// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace usdscope {

/// The two parts of a package path: a package, and an entry in it.
struct PackagePathParts {
  std::string package;
  std::string entry;
};

/// True when `path` names an entry of a package: `p.usdz[a.usd]`, `p.usdz[q.usdz[a.usd]]`.
bool isPackagePath(std::string_view path);

/// Whether a file is named like a package: `.usdz` in upper or lower case, or `.zip`, as capsules
/// may be named.
bool hasPackageExtension(std::string_view file);

/// Splits at the outermost package: `p.usdz[q.usdz[a.usd]]` → `p.usdz`, `q.usdz[a.usd]`. A path
/// outside of packages is returned whole, with an empty entry.
PackagePathParts splitOuterPackage(std::string_view path);

/// Splits at the innermost package: `p.usdz[q.usdz[a.usd]]` → `p.usdz[q.usdz]`, `a.usd`. A path
/// outside of packages is returned whole, with an empty entry.
PackagePathParts splitInnerPackage(std::string_view path);

/// The inverse of splitInnerPackage(). Escapes brackets in the entry's name with `\`.
std::string joinPackagePath(std::string_view package, std::string_view entry);

/// Puts `path`, which may itself be a package path, inside the innermost package of `package`:
/// `p.usdz[q.usdz]`, `r.usdz[a.usd]` → `p.usdz[q.usdz[r.usdz[a.usd]]]`.
std::string nestPackagePath(std::string_view package, std::string_view path);

/// The folder of a file or, in a package, of the entry. Ends in `/`; empty for a bare name.
std::string_view folderOf(std::string_view path);

/// The path without `.`, empty and resolvable `..` parts. Works on the text alone and does not
/// follow symbolic links. `a/./b//../c` → `a/c`; an empty result is `.`; `..` at the root is
/// dropped.
std::string normalizedPath(std::string_view path);

}  // namespace usdscope
