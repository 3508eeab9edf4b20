// SPDX-License-Identifier: Apache-2.0
#pragma once

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

/// A layer, and what reading it reported.
struct OpenedLayer {
  std::shared_ptr<const Layer> layer;  ///< Null when there is none; then there is an error.
  Diagnostics diagnostics;
  /// Of the file when it was read (AssetResolver::modificationTime); empty for layers of no file.
  std::optional<std::int64_t> modificationTime;
};

/// The layers that are open, each file once. The front door of the file formats.
///
/// Internally synchronised: many threads may ask at once, also for the same file, which is then
/// read by the first and awaited by the others. A layer stays until another one takes its place or
/// the cache dies; whoever holds an older one keeps it.
class LayerCache {
 public:
  explicit LayerCache(Environment environment);
  /// With OpenUSD's own definitions and fields.
  explicit LayerCache(std::shared_ptr<AssetResolver> resolver);
  LayerCache(const LayerCache&) = delete;
  LayerCache& operator=(const LayerCache&) = delete;

  /// The environment that all layers are read with.
  const Environment& environment() const { return environment_; }
  const AssetResolver& resolver() const { return environment_.resolver(); }

  /// The layer of an identifier that the resolver gave. Failures are kept too: the same file is
  /// not tried again before reload(). Never null.
  std::shared_ptr<const OpenedLayer> findOrOpen(const std::string& identifier);

  /// What is open already under this identifier, or null.
  std::shared_ptr<const OpenedLayer> find(const std::string& identifier) const;

  /// Makes `layer` the one of its identifier: the next version after an edit, or a layer of no
  /// file.
  void replace(std::shared_ptr<const Layer> layer);

  /// Reads the file again. The result takes the old one's place unless it has no layer and the old
  /// one does: a file that was broken meanwhile takes nothing away. Never null.
  std::shared_ptr<const OpenedLayer> reload(const std::string& identifier);

  /// Identifiers of all layers that are open, sorted by code point.
  std::vector<std::string> identifiers() const;

 private:
  using Opened = std::shared_ptr<const OpenedLayer>;

  Opened open(const std::string& identifier) const;
  void publish(const std::string& identifier, Opened opened);

  const Environment environment_;
  mutable std::shared_mutex mutex_;
  std::unordered_map<std::string, std::shared_future<Opened>> layers_;
};

}  // namespace usdscope
