// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "engine/layer/Layer.h"
#include "engine/stage/clips/ClipFiles.h"

namespace usdscope {

/// The declaration of an attribute in a generated manifest.
struct GeneratedDeclaration {
  bool isDeclared = false;
  Variability variability = Variability::Varying;
  bool hasSplines = false;  ///< Some clip has a spline of it, and none has samples.
};

/// The manifest of a clip set: the layer that declares which attributes have values in the clips.
/// It is a file, or is generated from the clips: as far as a question about one attribute needs, in
/// playing order, or from all clips when the layer is needed. Thread-safe.
class ClipManifest {
 public:
  /// If `file` is null, the manifest is generated from `clips`. `primPath` is the path of the set's
  /// prim in the clips.
  ClipManifest(std::shared_ptr<const ClipFile> file,
               std::vector<std::shared_ptr<const ClipFile>> clips, Path primPath);
  ~ClipManifest();

  bool isGenerated() const { return !file_; }

  /// Returns the layer; null when the file is unreadable, so that nothing is declared. Reports once
  /// that a manifest declares nothing. A generated manifest opens all clips.
  std::shared_ptr<const Layer> layer(ClipFiles& files) const;

  /// Returns false if the manifest has no property of this name on any prim. Returns true if that
  /// is unknown because the manifest has not been generated yet. Usually takes no lock.
  bool mayName(Token property, ClipFiles& files) const;

  /// Returns the declaration of an attribute in the manifest that all clips generate. Opens the
  /// clips in playing order up to the first one that has samples of it: its type and variability
  /// decide. Opens all clips for an attribute that has only splines, or no values at all. Requires:
  /// isGenerated().
  GeneratedDeclaration declarationOf(Path attribute, ClipFiles& files) const;

 private:
  struct Draft;
  struct Names;

  const Names* findNames(ClipFiles& files) const;
  bool readNext(ClipFiles& files, std::size_t count) const;
  void examine(const Layer& manifest, ClipFiles& files) const;

  std::shared_ptr<const ClipFile> file_;
  std::vector<std::shared_ptr<const ClipFile>> clips_;
  Path primPath_;
  mutable std::atomic<bool> isExamined_ = false;
  mutable std::mutex mutex_;
  std::unique_ptr<Draft> draft_;  ///< Guarded by mutex_, except as Draft says.
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
