// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/format/Environment.h"
#include "engine/layer/Layer.h"

namespace usdscope {

inline constexpr DiagnosticCode kUnreadableFile{"format.unreadable-file", Severity::Error};

/// A layer, and the problems found while reading it.
struct OpenedLayer {
  /// Null when the file is unreadable; `diagnostics` then has an error.
  std::shared_ptr<const Layer> layer;
  Diagnostics diagnostics;
  /// The AssetResolver::modificationTime() of the file when it was read; empty without a file.
  std::optional<std::int64_t> modificationTime;
  /// The size of the file in bytes when it was read; empty without a file.
  std::optional<std::size_t> byteSize;
  /// The version of the layer that the file has. Expired if it was edited and nobody keeps it.
  std::weak_ptr<const Layer> savedLayer;

  /// Whether `layer` differs from its file because it was edited. False for a layer that was never
  /// read from a file.
  bool isModified() const { return layer && byteSize && savedLayer.lock() != layer; }
};

/// Opens layers, each file once. Other modules read layers only through such a cache.
///
/// Thread-safe: if several threads open the same file, the first one reads it and the others wait.
/// A layer stays open until another version replaces it or the cache is destroyed. A replaced
/// version stays alive while others hold it.
class LayerCache {
 public:
  explicit LayerCache(Environment environment);
  /// Uses the built-in definitions and fields of OpenUSD.
  explicit LayerCache(std::shared_ptr<AssetResolver> resolver);
  LayerCache(const LayerCache&) = delete;
  LayerCache& operator=(const LayerCache&) = delete;

  /// The environment with which all layers are read.
  const Environment& environment() const { return environment_; }
  const AssetResolver& resolver() const { return environment_.resolver(); }

  /// Returns the layer of an identifier from the resolver, and opens it if necessary. A failure is
  /// kept, too: the file is not read again before reload(). Never null. If memory runs out, throws
  /// std::bad_alloc here and in all threads that wait for the layer, and keeps nothing.
  std::shared_ptr<const OpenedLayer> findOrOpen(const std::string& identifier);

  /// Whether the file of an identifier is a crate that has the specs of `layer`, each with the same
  /// fields, so that only values differ. Does not open it. May return false for equal specs, see
  /// hasSpecsOf() of LayerFormat.h.
  bool hasSpecsOf(const std::string& identifier, const Layer& layer) const;

  /// Returns the layer that is already open with this identifier, or null.
  std::shared_ptr<const OpenedLayer> find(const std::string& identifier) const;

  /// Makes `layer` the open layer of its identifier: the next version after an edit, or a layer
  /// without a file.
  void replace(std::shared_ptr<const Layer> layer);

  /// Records that the file of `layer` was replaced and now has this version of it. The open version
  /// stays the one after later edits.
  void markSaved(const std::shared_ptr<const Layer>& layer);

  /// Reads the file again. The result replaces the open layer, unless the file has become
  /// unreadable. Never null.
  std::shared_ptr<const OpenedLayer> reload(const std::string& identifier);

  /// The identifier of the layer that was begun to be read last; empty if none was. For progress.
  std::string newest() const;
  /// Identifiers of all open layers, sorted by code point.
  std::vector<std::string> identifiers() const;
  /// Identifiers of all layers that could not be read, sorted by code point.
  std::vector<std::string> unreadableIdentifiers() const;

 private:
  using Opened = std::shared_ptr<const OpenedLayer>;

  Opened open(const std::string& identifier) const;
  // Removes the entry of a layer whose opening did not come to an end.
  void forgetUnread(const std::string& identifier);
  std::vector<std::string> identifiersOf(bool isReadable) const;
  Opened findLocked(const std::string& identifier) const;
  void publishLocked(const std::string& identifier, Opened opened);
  void publish(const std::string& identifier, Opened opened);

  const Environment environment_;
  mutable std::shared_mutex mutex_;
  std::string newest_;
  std::unordered_map<std::string, std::shared_future<Opened>> layers_;
};

}  // namespace usdscope
