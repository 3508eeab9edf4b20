// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/stage/Property.h"

namespace usdscope {

/// One row of the Layer Stack pane: the opinion of one layer. For the pseudo-root, one layer of the
/// root layer stack.
struct LayerStackRow {
  std::string layer;       ///< See layerLabel().
  std::string identifier;  ///< The full path.
  LayerOffset offset;      ///< Maps the layer's time to stage time.
  std::string path;
  /// The opinion as text: the metadata of a prim, or the default and the number of samples of a
  /// property.
  std::string value;
  /// The span of the samples in stage time, "1001 to 1100"; for a clip, the span in which it plays.
  std::string span;
  /// Why the opinion does or does not give the value; see hidingReason(). Empty for prims.
  std::string reason;
  std::size_t strength = 0;  ///< 1 for the strongest opinion.
  std::size_t depth = 0;     ///< For the pseudo-root: the depth in the tree of sublayers.
  /// The kind of value that the opinion has.
  ValueSource source = ValueSource::None;
  bool isClip = false;
  bool isWinner = false;  ///< Whether the opinion gives the value at this time.

  bool operator==(const LayerStackRow&) const = default;
};

/// Returns the opinions about a property, strongest first; about the prim if `property` is empty.
/// Lists the same specs as Attribute::propertyStack() and Prim::primStack().
std::vector<LayerStackRow> layerStackRows(const Prim& prim, Token property, TimeCode time);

}  // namespace usdscope
