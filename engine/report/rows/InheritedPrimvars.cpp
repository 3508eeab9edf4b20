// SPDX-License-Identifier: Apache-2.0
#include "engine/report/rows/InheritedPrimvars.h"

#include <algorithm>

#include "engine/base/DictionaryOrder.h"
#include "engine/schema/Primvars.h"

namespace usdscope {

std::vector<InheritedPrimvar> inheritedPrimvars(const Prim& prim, TimeCode time) {
  std::vector<InheritedPrimvar> inherited;
  for (const Primvar& primvar : findPrimvarsWithInheritance(prim)) {
    const Prim from = primvar.attribute.prim();
    if (from == prim) continue;
    if (auto row = propertyRow(from, primvar.attribute.name(), time)) {
      row->isAuthored = false;
      row->schema = schemaOfProperty(prim, row->name);
      inherited.push_back({from.path(), std::move(*row)});
    }
  }
  std::ranges::sort(inherited, [](const InheritedPrimvar& a, const InheritedPrimvar& b) {
    return dictionaryLess(a.row.name.text(), b.row.name.text());
  });
  return inherited;
}

void addInheritedPrimvars(std::vector<PropertyRow>& rows,
                          const std::vector<InheritedPrimvar>& primvars) {
  for (const InheritedPrimvar& primvar : primvars) {
    const auto found = std::ranges::find(rows, primvar.row.name, &PropertyRow::name);
    if (found != rows.end()) {
      *found = primvar.row;
    } else {
      rows.push_back(primvar.row);
    }
  }
}

}  // namespace usdscope
