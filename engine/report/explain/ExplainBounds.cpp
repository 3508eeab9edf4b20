// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/report/detail/FactRows.h"
#include "engine/report/explain/Explain.h"
#include "engine/report/explain/ExplainFact.h"
#include "engine/report/explain/ExplainWords.h"
#include "engine/report/text/ValueText.h"
#include "engine/scene/Bounds.h"
#include "engine/schema/Extent.h"
#include "engine/schema/SchemaNames.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostReaching = 6;  // Rows of children.

std::string cornersText(const Box& box) {
  return fmt::format("{} to {}", valueToText(Value(box.min)), valueToText(Value(box.max)));
}

// The faces of a box that a part of it reaches: "min x, max z".
std::string facesOf(const Box& part, const Box& whole) {
  std::vector<std::string> faces;
  const double room = 1e-6 * glm::length(whole.max - whole.min);
  for (int axis = 0; axis < 3; ++axis) {
    const char name = "xyz"[axis];
    if (part.min[axis] <= whole.min[axis] + room) faces.push_back(fmt::format("least {}", name));
    if (part.max[axis] >= whole.max[axis] - room) faces.push_back(fmt::format("largest {}", name));
  }
  return faces.size() == 6 ? "whole box" : fmt::format("{}", fmt::join(faces, ", "));
}

// Adds the row of an authored box and returns whether there is one.
bool addAuthoredBox(const Prim& prim, Token name, TimeCode time, const LayerNames& names,
                    FactExplanation& out) {
  const Attribute attribute = prim.attribute(name);
  if (!attribute) return false;
  const ResolveInfo info = attribute.resolveInfo(time);
  if (!info.layer) return false;
  FactRow& row =
      out.rows.emplace_back(detail::layerRow(names, *info.layer, info.specPath, attribute.path()));
  row.source = info.source;
  row.holds = valueToText(attribute.value(time));
  return true;
}

void explainBoundable(const Prim& prim, TimeCode time, const LayerNames& names, BoundsCache& bounds,
                      FactExplanation& out) {
  const std::optional<Box> computed = bounds.computedExtent(prim);
  const std::optional<Box> authored = authoredExtent(prim, time);
  const bool hasRow = addAuthoredBox(prim, geom::kExtent, time, names, out);
  if (!authored) {
    if (hasRow) out.rows.back().reason = "not two corners: ignored";
    out.sentence += computed
                        ? " No layer has an `extent`, so that it is computed from the geometry."
                        : " No layer has an `extent`, and it cannot be computed.";
    return;
  }
  if (hasRow) {
    out.rows.back().effect = FactEffect::Decides;
    out.rows.back().reason = "gives the box, whatever the geometry is";
    out.sentence += fmt::format(" `{}` gives the `extent`.", nameOfFile(out.rows.back().layer));
  } else {
    out.sentence += " The schema's `extent` applies.";
  }
  if (!computed) return;
  const double room = 1e-4 * std::max(glm::length(computed->max - computed->min), 1e-9);
  bool isInside = true;
  for (int axis = 0; axis < 3; ++axis) {
    isInside = isInside && computed->min[axis] >= authored->min[axis] - room &&
               computed->max[axis] <= authored->max[axis] + room;
  }
  if (!isInside) {
    out.sentence += fmt::format(" The geometry reaches beyond it: {} in the prim's own space.",
                                cornersText(*computed));
  }
}

void explainGroupBox(const Prim& prim, const Box& whole, BoundsCache& bounds,
                     FactExplanation& out) {
  std::vector<std::string> reaching;
  for (const Prim& child : prim.children()) {
    const Box box = bounds.worldBound(child);
    if (box.isEmpty()) continue;
    const std::string faces = facesOf(box, whole);
    if (faces.empty()) continue;
    if (reaching.size() < kMostReaching) {
      FactRow& row = out.rows.emplace_back();
      row.object = child.path();
      row.effect = FactEffect::Contributes;
      row.holds = cornersText(box);
      row.reason = "gives the " + faces;
    }
    reaching.push_back(fmt::format("<{}>", child.path().text()));
  }
  if (reaching.size() == 1) out.sentence += fmt::format(" {} fills it.", reaching[0]);
  if (reaching.size() > 1) {
    out.sentence += fmt::format(" {} children reach its faces.", reaching.size());
  }
}

}  // namespace

FactExplanation explainBounds(const Prim& prim, TimeCode time) {
  const LayerNames names = detail::layerNamesOf(prim.stage());
  FactExplanation out;
  out.kind = FactKind::Bounds;
  out.path = prim.path();
  const std::string when = time.isEarliest() ? "the earliest time" : timeText(time);
  BoundsCache bounds(time);
  const Box whole = bounds.worldBound(prim);
  if (!whole.isEmpty()) {
    out.value = cornersText(whole);
    for (const glm::dvec3& corner : {whole.min, whole.max}) {
      out.data.push_back({numberToJson(corner.x), numberToJson(corner.y), numberToJson(corner.z)});
    }
    out.sentence = fmt::format("The box in the world is {} at {}.", out.value, when);
  } else {
    out.sentence = fmt::format(
        "There is no box at {}: no geometry that is visible, or it has no points.", when);
  }
  if (prim.isA(types::kBoundable)) {
    explainBoundable(prim, time, names, bounds, out);
  } else if (!whole.isEmpty()) {
    if (addAuthoredBox(prim, geom::kExtentsHint, time, names, out)) {
      out.rows.back().reason = "a hint, which computing the box ignores";
    }
    explainGroupBox(prim, whole, bounds, out);
  }
  return out;
}

}  // namespace usdscope
