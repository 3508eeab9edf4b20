// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/report/rows/PropertyRows.h"

namespace usdscope {

/// Returns the heading of the group that a row belongs to in an order: the schema that declares the
/// property, or its namespace (`primvars:`). "No Schema" and "No Namespace" stand for the others.
/// Empty for computed rows, and for orders without groups.
std::string propertyGroup(const PropertyRow& row, PropertyOrder order);

}  // namespace usdscope
