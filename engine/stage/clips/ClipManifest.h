// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "engine/stage/clips/ClipLayers.h"

namespace usdscope {

inline constexpr DiagnosticCode kEmptyManifest{"stage.empty-manifest", Severity::Warning};

/// The layer that declares which attributes have values in the clips of a set: a file, or made in
/// memory from all clips when it is first asked for. Internally synchronised.
class ClipManifest {
 public:
  /// `file` null: made from `clips`, in whose layers `primPath` is the prim of the set.
  ClipManifest(std::shared_ptr<const ClipFile> file,
               std::vector<std::shared_ptr<const ClipFile>> clips, Path primPath)
      : file_(std::move(file)), clips_(std::move(clips)), primPath_(primPath) {}

  bool isGenerated() const { return !file_; }

  /// Null when the file cannot be opened: then nothing is declared. One that declares nothing is
  /// reported, once.
  std::shared_ptr<const Layer> layer(ClipLayers& layers) const;

 private:
  std::shared_ptr<const Layer> generate(ClipLayers& layers) const;
  void examine(const Layer& manifest, ClipLayers& layers) const;

  std::shared_ptr<const ClipFile> file_;
  std::vector<std::shared_ptr<const ClipFile>> clips_;
  Path primPath_;
  mutable std::atomic<bool> isExamined_ = false;
  mutable std::mutex mutex_;
  mutable std::shared_future<std::shared_ptr<const Layer>> generated_;
};

/// Calls `visit(attribute)` for what a manifest declares for clips, until it returns false: the
/// attributes that vary at and below `primPath`, in the order of the layer.
void visitDeclaredAttributes(const Layer& manifest, Path primPath,
                             const std::function<bool(const PropertySpec&)>& visit);

/// A manifest for clips: the attributes at and below `primPath` that have time samples or a spline
/// in one of them, without values; type and variability as in the first that has the attribute.
/// An attribute that has a spline and no samples in any clip has an empty spline. (UsdClipsAPI's
/// GenerateClipManifest.)
std::shared_ptr<const Layer> generateClipManifest(
    std::span<const std::shared_ptr<const Layer>> clips, Path primPath);

}  // namespace usdscope
