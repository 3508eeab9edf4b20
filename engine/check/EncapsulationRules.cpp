// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "engine/check/detail/Connectable.h"
#include "engine/check/detail/Names.h"
#include "engine/check/detail/RuleList.h"
#include "engine/schema/Imageable.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope::detail {
namespace {

// A connectable prim may only have containers above it, without other prims in between.
void checkConnectableParents(const Prim& prim, const Prim& parent, Reporter& report) {
  if (isConnectable(parent)) {
    if (isContainer(parent)) return;
    report.error("ConnectableInNonContainer", prim.path(),
                 fmt::format("The {} is a child of a {}, which must not have connectable children.",
                             prim.typeName().text(), parent.typeName().text()));
    return;
  }
  const Prim ancestor = findConnectableAncestor(parent);
  if (!ancestor) return;
  report.error("InvalidConnectableHierarchy", prim.path(),
               fmt::format("The {} is in the {} <{}>, but its parent is a {}, which cannot be "
                           "connected.",
                           prim.typeName().text(), ancestor.typeName().text(),
                           ancestor.path().text(), parent.typeName().text()));
}

}  // namespace

void checkShaderEncapsulation(const CheckedStage&, const Prim& prim, Reporter& report) {
  const Prim parent = prim.parent();
  if (parent && !parent.isPseudoRoot()) checkConnectableParents(prim, parent, report);
}

void checkMaterialEncapsulation(const CheckedStage& checked, const Prim& material,
                                Reporter& report) {
  // As in the reference, only a material within an instance has parts within instances.
  PrimFilter filter = PrimFilter::drawn();
  filter.instanceProxies = material.isInstanceProxy();
  traverse(material, filter, [&](const Prim& prim) {
    if (prim.path() == material.path()) return true;
    if (isImageable(prim)) {
      report.add("InvalidImageableInMaterial", Severity::Error, {material.path(), prim.path()},
                 fmt::format("The {} <{}> is in the material <{}>; geometry does not belong there.",
                             prim.typeName().text(), prim.path().text(), material.path().text()));
    }
    const bool isNode =
        (prim.isA(names::kNodeGraph) && !prim.isA(types::kMaterial)) || prim.isA(types::kShader);
    if (isConnectable(prim) && !isNode) {
      report.add("InvalidConnectableInMaterial", Severity::Error, {material.path(), prim.path()},
                 fmt::format("The {} <{}> is in the material <{}>, which may have shaders and node "
                             "graphs only.",
                             prim.typeName().text(), prim.path().text(), material.path().text()));
    }
    return !checked.isStopped();
  });
}

void checkLightEncapsulation(const CheckedStage&, const Prim& prim, Reporter& report) {
  const Prim parent = prim.parent();
  if (!isConnectable(prim) || !parent || parent.isPseudoRoot()) return;
  const bool isLight = prim.hasApi(names::kLightApi);
  if (isLight && isConnectable(parent) && !parent.hasApi(names::kLightApi)) {
    report.error("LightUnderConnectable", prim.path(),
                 fmt::format("The light is a child of a {}; of connectable prims, only lights may "
                             "have lights as children.",
                             parent.typeName().text()));
  }
  // The name is that of the reference; the rule is about materials.
  if (prim.isA(names::kLightFilter) && parent.isA(types::kMaterial)) {
    report.error("LightFilterUnderLightFilter", prim.path(),
                 "The light filter is a child of a material.");
  }
  checkConnectableParents(prim, parent, report);
}

}  // namespace usdscope::detail
