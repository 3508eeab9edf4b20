// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/FileBytes.h"

namespace usdscope {

/// Finds the files that layers name, and their bytes.
///
/// A file is known by its identifier: its absolute, normalised path (symbolic links stay), or the
/// path of an entry in a package, `/a/p.usdz[dir/b.usdc]`. Implementations are internally
/// synchronised: any thread may ask.
class AssetResolver {
 public:
  virtual ~AssetResolver() = default;

  /// The places where an asset path that was authored in a layer is looked for: identifiers, best
  /// first. `anchorLayer` is the identifier of that layer; empty or `anon:…` when it lies in no
  /// file. No places for an empty path.
  virtual std::vector<std::string> candidates(std::string_view authored,
                                              std::string_view anchorLayer) const = 0;

  /// Calls `visit` with one candidate after the other until it says true. They are made one by one:
  /// mostly the first one is what is wanted.
  using PlaceVisitor = std::function<bool(const std::string& place)>;
  virtual void visitCandidates(std::string_view authored, std::string_view anchorLayer,
                               const PlaceVisitor& visit) const;

  /// Whether there is a file, or an entry in a package, of this name.
  virtual bool exists(const std::string& identifier) const = 0;

  /// The bytes of the file or the entry; those of an entry share the storage of its package.
  virtual FileBytesResult open(const std::string& identifier) const = 0;

  /// When the file (of a packaged one: the outermost package) was last changed, in nanoseconds
  /// since 1970. Empty when there is none.
  virtual std::optional<std::int64_t> modificationTime(const std::string& identifier) const = 0;

  /// Drops what is remembered about a file, before it is read again.
  virtual void forget(const std::string& identifier) = 0;

  /// The first of the candidates() that exists; empty when none does.
  std::string resolve(std::string_view authored, std::string_view anchorLayer) const;

  /// What resolve() gives or, when nothing is there, the first place where it was looked for: the
  /// name for messages.
  std::string identifierFor(std::string_view authored, std::string_view anchorLayer) const;
};

}  // namespace usdscope
