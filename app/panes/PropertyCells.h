// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/models/TableModel.h"
#include "engine/report/rows/PropertyRows.h"

namespace usdscope {

/// Whether a row is the heading of a group of rows.
bool isHeading(const PropertyRow& row);

/// The cells of a property: its kind, name, value and source, in the colour of the source.
/// `from` is the ancestor that authors an inherited primvar; else null.
TableModel::Row cellsOf(const PropertyRow& row, const Path* from = nullptr);

}  // namespace usdscope
