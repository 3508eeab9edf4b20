// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace usdscope {

/// The two sides of one bracket of a package path.
struct PackagePathParts {
  std::string package;
  std::string entry;
};

/// Whether `path` names something in a package: `p.usdz[a.usd]`, `p.usdz[q.usdz[a.usd]]`.
bool isPackagePath(std::string_view path);

/// The file outside all packages and the rest: `p.usdz[q.usdz[a.usd]]` → `p.usdz`,
/// `q.usdz[a.usd]`. A path in no package comes back whole, without an entry.
PackagePathParts splitOuterPackage(std::string_view path);

/// The innermost package and the name of the entry in it: `p.usdz[q.usdz[a.usd]]` →
/// `p.usdz[q.usdz]`, `a.usd`. A path in no package comes back whole, without an entry.
PackagePathParts splitInnerPackage(std::string_view path);

/// The inverse of splitInnerPackage. Brackets in the name of the entry get a `\` before them.
std::string joinPackagePath(std::string_view package, std::string_view entry);

/// Puts a path, which may itself be one of a package, inside the innermost package of another:
/// `p.usdz[q.usdz]`, `r.usdz[a.usd]` → `p.usdz[q.usdz[r.usdz[a.usd]]]`.
std::string nestPackagePath(std::string_view package, std::string_view path);

/// The folder of a file, ending in `/`; empty for a bare name. In a package that of the entry.
std::string_view folderOf(std::string_view path);

/// The path without `.`, empty and resolvable `..` parts, by its text alone: symbolic links are not
/// followed. `a/./b//../c` → `a/c`; nothing left gives `.`; `..` at the root is dropped.
std::string normalizedPath(std::string_view path);

}  // namespace usdscope
