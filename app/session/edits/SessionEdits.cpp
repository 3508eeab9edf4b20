// SPDX-License-Identifier: Apache-2.0
#include "app/session/edits/SessionEdits.h"

#include <algorithm>
#include <set>

#include "engine/schema/Imageable.h"
#include "engine/schema/SchemaNames.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

const Token kToken("token");

struct LessPath {
  bool operator()(Path a, Path b) const { return pathLess(a, b); }
};
using PathSet = std::set<Path, LessPath>;

}  // namespace

std::vector<WantedVisibility> visibilityOfOnly(const Stage& stage, const std::vector<Path>& prims,
                                               TimeCode time) {
  const PathSet chosen(prims.begin(), prims.end());
  PathSet leading;  // The ancestors of the chosen prims.
  for (const Path prim : prims) {
    for (Path up = prim.parent(); up.isPrim(); up = up.parent()) leading.insert(up);
  }
  std::vector<WantedVisibility> wanted;
  std::vector<Prim> waiting = {stage.pseudoRoot()};
  while (!waiting.empty()) {
    const Prim parent = waiting.back();
    waiting.pop_back();
    for (const Prim& child : parent.children()) {
      const bool isShown = chosen.contains(child.path());
      const bool leads = leading.contains(child.path());
      if (leads && !isShown) waiting.push_back(child);
      if (!isImageable(child)) continue;
      if (!isShown && !leads) {
        wanted.push_back({child.path(), false});
      } else if (isInvisibleHere(child, time)) {
        wanted.push_back({child.path(), true});
      }
    }
  }
  return wanted;
}

bool hasVisibility(const Layer& layer, Path prim) {
  return bool(layer.findProperty(prim.property(geom::kVisibility)));
}

LayerEdit visibilityRemoval(Path prim) {
  return PropertyFieldEdit{.path = prim.property(geom::kVisibility), .typeName = kToken};
}

std::vector<LayerEdit> visibilityRemovals(const Layer* layer) {
  std::vector<LayerEdit> edits;
  for (std::uint32_t row = 0; layer && row < layer->primRowCount(); ++row) {
    const Path path = PrimSpec(layer, row).path();
    if (path.isPrim() && hasVisibility(*layer, path)) edits.push_back(visibilityRemoval(path));
  }
  return edits;
}

}  // namespace usdscope
