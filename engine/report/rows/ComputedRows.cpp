// SPDX-License-Identifier: Apache-2.0
// The facts in front of the properties of a prim.
#include "engine/report/rows/ComputedRows.h"

#include <fmt/format.h>

#include "engine/report/skel/SkelRig.h"
#include "engine/report/text/ValueText.h"
#include "engine/scene/Bounds.h"
#include "engine/schema/Imageable.h"
#include "engine/schema/MaterialBinding.h"

namespace usdscope {
namespace {

std::string boxText(const Box& box) {
  if (box.isEmpty()) return "empty";
  return fmt::format("{} to {}", valueToText(Value(box.min)), valueToText(Value(box.max)));
}

PropertyRow computedRow(const char* name, std::string typeName, std::string value,
                        Path target = {}) {
  PropertyRow row{.name = Token(name),
                  .isComputed = true,
                  .typeName = std::move(typeName),
                  .value = std::move(value),
                  .sourceText = "Computed"};
  if (!target.isEmpty()) row.targets = {target};
  return row;
}

PropertyRow materialRow(const char* name, Path material) {
  const bool isBound = !material.isEmpty();
  return computedRow(name, "material", isBound ? '<' + material.text() + '>' : "unbound", material);
}

// The value and the ancestor that gives it.
PropertyRow inheritedRow(const char* name, std::string value, const Prim& prim, const Prim& from) {
  if (!from || from == prim) return computedRow(name, "token", std::move(value));
  return computedRow(name, "token", fmt::format("{} (from <{}>)", value, from.path().text()),
                     from.path());
}

PropertyRow visibilityRow(const Prim& prim, TimeCode time) {
  // The highest invisible ancestor hides the prim regardless of the others.
  Prim hiding;
  for (Prim at = prim; at && !at.isPseudoRoot(); at = at.parent()) {
    if (isInvisibleHere(at, time)) hiding = at;
  }
  return inheritedRow("Inherited Visibility", hiding ? "invisible" : "visible", prim, hiding);
}

PropertyRow purposeRow(const Prim& prim) {
  Prim from = prim;
  while (from && !from.isPseudoRoot() && authoredPurpose(from).isEmpty()) from = from.parent();
  if (from && from.isPseudoRoot()) from = {};
  return inheritedRow("Inherited Purpose", computePurpose(prim).string(), prim, from);
}

void addSkelRow(std::vector<PropertyRow>& rows, const Prim& prim) {
  const SkelRig rig(prim);
  if (!rig) return;
  std::string value = fmt::format("{} joint{} of <{}>", rig.joints().size(),
                                  rig.joints().size() == 1 ? "" : "s", rig.path().text());
  const SkeletonQuery& skeleton = rig.skeleton();
  if (skeleton.hasMappedAnimation()) {
    value += fmt::format(", animated by <{}>", skeleton.animation().prim().path().text());
    if (rig.restCount() > 0) value += fmt::format(", {} at rest", rig.restCount());
  } else {
    value += ", at rest";
  }
  if (rig.skeletons().size() > 1) {
    value += fmt::format(", the first of {} skeletons", rig.skeletons().size());
  }
  rows.push_back(computedRow("Skel Pose", "skeleton", std::move(value), rig.path()));
}

}  // namespace

std::vector<PropertyRow> computedRows(const Prim& prim, TimeCode time) {
  return computedRows(prim, time, {});
}

std::vector<PropertyRow> computedRows(const Prim& prim, TimeCode time,
                                      const std::stop_token& stop) {
  BoundsCache bounds(time, stop);
  MaterialBindings bindings;
  static const Token kPreview("preview");
  static const Token kFull("full");
  std::vector<PropertyRow> rows = {
      computedRow("World Bounding Box", "box", boxText(bounds.worldBound(prim))),
      computedRow("Local to World Xform", "matrix4d",
                  valueToText(Value(bounds.worldFromLocal(prim)))),
      materialRow("Resolved Preview Material", bindings.boundMaterial(prim, kPreview)),
      materialRow("Resolved Full Material", bindings.boundMaterial(prim, kFull)),
  };
  if (isImageable(prim)) {
    rows.push_back(visibilityRow(prim, time));
    rows.push_back(purposeRow(prim));
  }
  addSkelRow(rows, prim);
  return rows;
}

}  // namespace usdscope
