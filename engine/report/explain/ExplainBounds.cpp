// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>

#include "engine/report/detail/FactRows.h"
#include "engine/report/explain/Explain.h"
#include "engine/report/explain/ExplainFact.h"
#include "engine/report/explain/ExplainWords.h"
#include "engine/report/text/ValueText.h"
#include "engine/scene/Bounds.h"
#include "engine/schema/Extent.h"
#include "engine/schema/SchemaNames.h"
#include "engine/stage/Stage.h"
#include "engine/stage/resolve/OpinionWalk.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostReaching = 6;  // Rows of children.

std::string cornersText(const Box& box) {
  return fmt::format("{} to {}", valueToText(Value(box.min)), valueToText(Value(box.max)));
}

// The faces of a box that a part of it reaches: "least x, largest z", or "whole box".
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

// The opinion of a layer on an authored box. A block has no value.
enum class BoxOpinion : std::uint8_t { None, Block, Value };

// Adds the row of the default whose block ends the search for a value.
void addBlock(const Attribute& attribute, const LayerNames& names, FactExplanation& out) {
  for (OpinionWalk walk(attribute.prim(), attribute.name()); walk.next();) {
    const PropertySpec& spec = walk.opinion().property;
    if (!spec || !spec.field(fields::kDefault).isBlock()) continue;
    FactRow& row = out.rows.emplace_back(
        detail::layerRow(names, *walk.opinion().layer(), spec.path(), attribute.path()));
    row.source = ValueSource::Default;
    row.holds = "block";
    return;
  }
}

// Adds the row of an authored box if a layer has an opinion.
BoxOpinion addAuthoredBox(const Prim& prim, Token name, TimeCode time, const LayerNames& names,
                          FactExplanation& out) {
  const Attribute attribute = prim.attribute(name);
  if (!attribute) return BoxOpinion::None;
  const ResolveInfo info = attribute.resolveInfo(time);
  if (info.isBlocked) {
    addBlock(attribute, names, out);
    return BoxOpinion::Block;
  }
  if (!info.layer) return BoxOpinion::None;
  FactRow& row =
      out.rows.emplace_back(detail::layerRow(names, *info.layer, info.specPath, attribute.path()));
  row.source = info.source;
  const Value value = attribute.value(time);
  row.holds = valueToText(value);
  return value ? BoxOpinion::Value : BoxOpinion::Block;
}

void explainBoundable(const Prim& prim, TimeCode time, const LayerNames& names, BoundsCache& bounds,
                      FactExplanation& out) {
  const std::optional<Box> computed = bounds.computedExtent(prim);
  const std::optional<Box> authored = authoredExtent(prim, time);
  const BoxOpinion opinion = addAuthoredBox(prim, geom::kExtent, time, names, out);
  if (!authored) {
    std::string why = "No layer has an `extent` that applies";
    if (opinion == BoxOpinion::Block) {
      out.rows.back().reason = "blocks the `extent`";
      why = fmt::format("`{}` blocks the `extent`", nameOfFile(out.rows.back().layer));
    } else if (opinion == BoxOpinion::Value) {
      out.rows.back().reason = "not two corners: ignored";
      why = fmt::format("The `extent` in `{}` does not have two corners",
                        nameOfFile(out.rows.back().layer));
    }
    out.sentence += fmt::format(
        " {}{}", why,
        computed ? ", so that it is computed from the geometry." : ", and it cannot be computed.");
    return;
  }
  if (opinion == BoxOpinion::Value) {
    out.rows.back().effect = FactEffect::Decides;
    out.rows.back().reason = "gives the box, whatever the geometry is";
    out.sentence += fmt::format(" `{}` gives the `extent`.", nameOfFile(out.rows.back().layer));
  } else {
    // An `extent` with samples only has the schema's value at the default time.
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
    if (addAuthoredBox(prim, geom::kExtentsHint, time, names, out) != BoxOpinion::None) {
      out.rows.back().reason = "a hint, which computing the box ignores";
    }
    explainGroupBox(prim, whole, bounds, out);
  }
  return out;
}

}  // namespace usdscope
