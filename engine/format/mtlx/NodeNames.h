// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/format/mtlx/Xml.h"

namespace usdscope {

/// Returns the name of the node definition that a node uses, as the standard libraries of MaterialX
/// spell it: `ND_image_color3`. Node definitions are chosen by the types of the node and its
/// inputs.
std::string nodeDefinitionOf(const XmlElement& node);

/// Returns the type that attributes of USD have for a type of MaterialX; empty if USD has none.
std::string_view usdTypeOf(std::string_view type);

}  // namespace usdscope
