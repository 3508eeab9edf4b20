// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/stage/Property.h"

namespace usdscope {

/// One property of a prim, as the Properties pane shows it.
struct PropertyRow {
  Token name;
  bool isRelationship = false;
  bool isAuthored = false;
  std::string typeName;
  std::string value;
  ValueSource source = ValueSource::None;
  bool isInterpolated = false;  ///< The time lies between two samples.
  std::string sourceText;       ///< "Time Samples (interpolated)"
};

/// All properties of a prim with their values at a time, sorted by name.
std::vector<PropertyRow> propertyRows(const Prim& prim, TimeCode time);

/// One layer's opinion, as the Layer Stack pane shows it.
struct LayerStackRow {
  std::string layer;       ///< The file name.
  std::string identifier;  ///< The full path.
  LayerOffset offset;
  std::string path;
  /// The authored opinion: metadata of a prim; default and number of samples of a property.
  std::string value;
  bool isClip = false;
  bool isWinner = false;  ///< Provides the value at this time.
};

/// The opinions about a property, strongest first; about the prim if `property` is empty.
std::vector<LayerStackRow> layerStackRows(const Prim& prim, Token property, TimeCode time);

}  // namespace usdscope
