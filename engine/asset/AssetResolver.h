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

/// Finds the files that layers refer to, and opens them.
///
/// The identifier of a file is its absolute, normalised path with symbolic links kept. For an entry
/// of a package it is `/a/p.usdz[dir/b.usdc]`. Thread-safe.
class AssetResolver {
 public:
  virtual ~AssetResolver() = default;

  /// Returns the identifiers to which an authored asset path may resolve, best first. `anchorLayer`
  /// is the identifier of the layer that authors it; empty or `anon:…` for a layer without a file.
  /// Returns none for an empty path.
  virtual std::vector<std::string> candidates(std::string_view authored,
                                              std::string_view anchorLayer) const = 0;

  /// Calls `visit` with one candidate after the other until it returns true. Each candidate is
  /// computed only when it is visited, because usually the first one exists.
  using PlaceVisitor = std::function<bool(const std::string& place)>;
  virtual void visitCandidates(std::string_view authored, std::string_view anchorLayer,
                               const PlaceVisitor& visit) const;

  /// Whether there is a file, or an entry of a package, with this identifier.
  virtual bool exists(const std::string& identifier) const = 0;

  /// Returns the bytes of a file or of an entry. The bytes of an entry share the storage of its
  /// package.
  virtual FileBytesResult open(const std::string& identifier) const = 0;

  /// Returns the time of the file's last change, in nanoseconds since 1970; for an entry, that of
  /// the outermost package. Empty when there is no file.
  virtual std::optional<std::int64_t> modificationTime(const std::string& identifier) const = 0;

  /// Drops cached data about a file. Call it before the file is read again.
  virtual void forget(const std::string& identifier) = 0;

  /// Returns the first of the candidates() that exists; empty when none exists.
  std::string resolve(std::string_view authored, std::string_view anchorLayer) const;

  /// Returns the result of resolve() or, when no candidate exists, the first candidate. Messages
  /// use it as the name of the asset.
  std::string identifierFor(std::string_view authored, std::string_view anchorLayer) const;
};

}  // namespace usdscope
