// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/compose/MapFunction.h"
#include "engine/stage/Stage.h"

namespace usdscope {

struct EditTargetResult;

/// The layer to which edits of a stage are written, and where they land in it: the map from spec
/// paths and layer time to stage paths and stage time. (UsdEditTarget.)
///
/// A value without pointers. It stays valid for later versions of the stage as long as composition
/// maps the layer in the same way.
class EditTarget {
 public:
  /// Stage paths in the session layer.
  static EditTarget session(const Stage& stage);

  /// A layer of the root layer stack, by its identifier. Times are mapped by the layer's offset.
  static EditTargetResult localLayer(const Stage& stage, const std::string& layer);

  /// The selected variant of a variant set of `prim`, in the layer of `outer`. `outer` is a local
  /// layer, or a variant on the prim or an ancestor: then the variant is nested in that one. Paths
  /// that are not below the prim are written outside of variants, as the reference does.
  static EditTargetResult variant(const Prim& prim, const std::string& set,
                                  const EditTarget& outer);

  /// Like variant(), but nested in the variants that contain the set where it is authored, on the
  /// prim and its ancestors: `/A{look=red}{size=large}`. `local` is a local layer.
  static EditTargetResult nestedVariant(const Prim& prim, const std::string& set,
                                        const EditTarget& local);

  /// A node of the prim's index and a layer of its layer stack, by its identifier: edits are mapped
  /// back across all arcs to the node. Only the paths that these arcs map can be edited.
  static EditTargetResult node(const Prim& prim, std::uint32_t node, const std::string& layer);

  const std::string& layer() const { return layer_; }
  /// A description for people: `session layer`, `{look=red} of </A> in shot.usda`.
  const std::string& text() const { return text_; }

  /// Returns the path of the spec to which an edit of a stage path is written; empty when the
  /// target cannot hold it.
  Path specPath(Path stagePath) const { return stageFromSpec_.sourceFromTarget(stagePath); }
  /// Returns the path to write as a relationship target or connection: without variant selections.
  Path targetPath(Path stagePath) const { return specPath(stagePath).withoutVariants(); }

  /// The map from spec paths to stage paths, with variant selections in the spec paths. Its time
  /// offset maps layer time to stage time and has an inverse.
  const MapFunction& stageFromSpec() const { return stageFromSpec_; }
  double layerTime(double stageTime) const { return layerFromStage()(stageTime); }
  LayerOffset layerFromStage() const {
    return stageFromSpec_.timeOffset().inverse().value_or(LayerOffset{});
  }
  /// Whether all stage paths are spec paths.
  bool isIdentity() const { return stageFromSpec_.isIdentity(); }

  bool operator==(const EditTarget&) const = default;

 private:
  EditTarget(std::string layer, MapFunction stageFromSpec, std::string text);

  std::string layer_;
  MapFunction stageFromSpec_;
  std::string text_;
};

/// An edit target, or the reason why there is none.
struct EditTargetResult {
  std::optional<EditTarget> target;
  std::string problem;  ///< One sentence; empty if there is a target.
};

/// Returns the current version of a layer that an edit of the stage can change; null when the layer
/// is not open.
std::shared_ptr<const Layer> editableLayer(const Stage& stage, const std::string& layer);

}  // namespace usdscope
