// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/stage/Property.h"

namespace usdscope {

/// One row of the Properties pane: a property of a prim.
struct PropertyRow {
  Token name;
  bool isRelationship = false;
  bool isAuthored = false;
  std::string typeName;
  std::string value;
  ValueSource source = ValueSource::None;
  bool isInterpolated = false;  ///< Whether the value is interpolated between two samples.
  std::string sourceText;       ///< "Time Samples (interpolated)"
};

/// Returns all properties of a prim with their values at a time, sorted by name.
std::vector<PropertyRow> propertyRows(const Prim& prim, TimeCode time);

/// One row of the Layer Stack pane: the opinion of one layer.
struct LayerStackRow {
  std::string layer;       ///< The file name.
  std::string identifier;  ///< The full path.
  LayerOffset offset;
  std::string path;
  /// The opinion as text: the metadata of a prim, or the default and the number of samples of a
  /// property.
  std::string value;
  bool isClip = false;
  bool isWinner = false;  ///< Whether the opinion gives the value at this time.
};

/// Returns the opinions about a property, strongest first; about the prim if `property` is empty.
std::vector<LayerStackRow> layerStackRows(const Prim& prim, Token property, TimeCode time);

}  // namespace usdscope
