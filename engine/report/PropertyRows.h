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
  bool isInterpolated = false;  ///< Between two samples at this time.
  std::string sourceText;       ///< "Time Samples (interpolated)"
};

/// All properties of a prim with their values at a time, sorted by name.
std::vector<PropertyRow> propertyRows(const Prim& prim, TimeCode time);

/// One layer's opinion, as the Layer Stack pane shows it.
struct LayerStackRow {
  std::string layer;       ///< Name: the file name.
  std::string identifier;  ///< The whole path.
  LayerOffset offset;
  std::string path;
  /// What is authored there. Of a prim its metadata; of a property a default, a number of samples.
  std::string value;
  bool isClip = false;
  bool isWinner = false;  ///< Supplies the value at this time.
};

/// The opinions on a prim, or with a property those on it, strongest first.
std::vector<LayerStackRow> layerStackRows(const Prim& prim, Token property, TimeCode time);

}  // namespace usdscope
