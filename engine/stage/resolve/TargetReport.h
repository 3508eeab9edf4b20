// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/layer/Path.h"

namespace usdscope {

class Layer;
class Property;

/// How an opinion affects a composed list of targets.
enum class TargetVerdict : std::uint8_t {
  SetsList,   ///< Its explicit list replaces all weaker lists.
  EditsList,  ///< Adds, deletes or reorders items of the weaker lists.
  Replaced,   ///< A stronger opinion sets the whole list.
  NoTargets,  ///< The spec has no opinion about targets.
};

/// One item of a list edit.
struct TargetEdit {
  enum class Kind : std::uint8_t { Explicit, Add, Prepend, Append, Delete, Reorder };
  Kind kind = Kind::Explicit;
  Path authored;  ///< The path as authored in the layer.
  Path target;    ///< The path on the stage; empty if the arcs to the layer do not map it.
};

/// The opinion of one layer about the targets of a property.
struct TargetOpinion {
  TargetVerdict verdict = TargetVerdict::NoTargets;
  std::shared_ptr<const Layer> layer;
  Path specPath;
  std::uint32_t node = 0;  ///< Index into the nodes of the prim index.
  std::vector<TargetEdit> edits;
};

/// A target of the composed list, or one that a stronger opinion has removed from it.
struct ReportedTarget {
  Path path;                ///< The path on the stage.
  Path authored;            ///< The path as authored in the layer of `opinion`.
  std::size_t opinion = 0;  ///< The strongest opinion that adds the target.
  std::size_t remover = 0;  ///< For a removed target: the opinion that deletes it.
};

/// The composed targets of a relationship, or connections of an attribute, and their opinions.
struct TargetReport {
  bool isAuthored = false;  ///< Some opinion sets or edits the list.
  /// Strongest first.
  std::vector<TargetOpinion> opinions;
  /// In composed order; the paths are those of Relationship::targets() or Attribute::connections().
  std::vector<ReportedTarget> targets;
  /// Targets that opinions add and stronger ones delete. Lists that a stronger opinion replaces as
  /// a whole are not included.
  std::vector<ReportedTarget> removed;
};

TargetReport reportTargets(const Property& property);

}  // namespace usdscope
