// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "engine/stage/clips/ClipFiles.h"

namespace usdscope {

/// The manifest of a clip set: the layer that declares which attributes have values in the clips.
/// It is a file, or is generated from all clips when it is first needed. Thread-safe.
class ClipManifest {
 public:
  /// If `file` is null, the manifest is generated from `clips`. `primPath` is the path of the set's
  /// prim in the clips.
  ClipManifest(std::shared_ptr<const ClipFile> file,
               std::vector<std::shared_ptr<const ClipFile>> clips, Path primPath)
      : file_(std::move(file)), clips_(std::move(clips)), primPath_(primPath) {}

  bool isGenerated() const { return !file_; }

  /// Returns the layer; null when the file is unreadable, so that nothing is declared. Reports once
  /// that a manifest declares nothing.
  std::shared_ptr<const Layer> layer(ClipFiles& files) const;

 private:
  std::shared_ptr<const Layer> generate(ClipFiles& files) const;
  void examine(const Layer& manifest, ClipFiles& files) const;

  std::shared_ptr<const ClipFile> file_;
  std::vector<std::shared_ptr<const ClipFile>> clips_;
  Path primPath_;
  mutable std::atomic<bool> isExamined_ = false;
  mutable std::mutex mutex_;
  mutable std::shared_future<std::shared_ptr<const Layer>> generated_;
};

/// Calls `visit(attribute)` for the varying attributes that a manifest declares at and below
/// `primPath`, in the order of the layer, until it returns false.
void visitDeclaredAttributes(const Layer& manifest, Path primPath,
                             const std::function<bool(const PropertySpec&)>& visit);

/// Generates a manifest: declares the attributes at and below `primPath` that have time samples or
/// a spline in some clip, without values. Type and variability are those of the first clip that has
/// the attribute. An attribute with splines only gets an empty spline. (GenerateClipManifest of
/// UsdClipsAPI.)
std::shared_ptr<const Layer> generateClipManifest(
    std::span<const std::shared_ptr<const Layer>> clips, Path primPath);

}  // namespace usdscope
