// SPDX-License-Identifier: Apache-2.0
#include "engine/report/rows/PropertyGroups.h"

namespace usdscope {

std::string propertyGroup(const PropertyRow& row, PropertyOrder order) {
  if (row.isComputed) return {};
  switch (order) {
    case PropertyOrder::Composed:
    case PropertyOrder::Alphabetical:
      break;
    case PropertyOrder::Namespace: {
      const std::size_t colon = row.name.text().rfind(':');
      if (colon == std::string_view::npos) return "No Namespace";
      return std::string(row.name.text().substr(0, colon + 1));
    }
    case PropertyOrder::Schema:
      return row.schema.isEmpty() ? "No Schema" : row.schema.string();
  }
  return {};
}

}  // namespace usdscope
