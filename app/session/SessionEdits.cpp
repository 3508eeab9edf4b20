// SPDX-License-Identifier: Apache-2.0
#include "app/session/SessionEdits.h"

#include <algorithm>

#include "engine/schema/Imageable.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope {
namespace {

const Token kToken("token");

LayerEdit visibilityEdit(const Prim& prim, Token value) {
  return defaultEdit(prim.path().property(geom::kVisibility), kToken, Value(value));
}

}  // namespace

std::vector<LayerEdit> visibleEdits(const Prim& prim, double time) {
  std::vector<Prim> line;  // The prim and its ancestors, outermost first.
  for (Prim p = prim; p && !p.isPseudoRoot(); p = p.parent()) line.push_back(p);
  std::ranges::reverse(line);
  std::vector<LayerEdit> edits;
  bool wasInvisible = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (isInvisibleHere(line[i], time)) {
      edits.push_back(visibilityEdit(line[i], geom::kInherited));
      wasInvisible = true;
    }
    if (!wasInvisible || i + 1 == line.size()) continue;
    for (const Prim& child : line[i].children()) {
      if (child == line[i + 1] || !isImageable(child) || isInvisibleHere(child, time)) continue;
      edits.push_back(visibilityEdit(child, geom::kInvisible));
    }
  }
  return edits;
}

std::vector<LayerEdit> invisibleEdits(const Prim& prim) {
  return {visibilityEdit(prim, geom::kInvisible)};
}

}  // namespace usdscope
