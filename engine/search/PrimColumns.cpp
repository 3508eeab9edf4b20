// SPDX-License-Identifier: Apache-2.0
#include "engine/search/PrimColumns.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "engine/compose/PrimIndex.h"
#include "engine/report/text/LayerNames.h"
#include "engine/report/text/ValueText.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/Imageable.h"
#include "engine/schema/SchemaNames.h"
#include "engine/search/ClipFacts.h"
#include "engine/stage/Stage.h"
#include "engine/stage/resolve/OpinionWalk.h"
#include "engine/stage/resolve/SampleTimes.h"

namespace usdscope {
namespace {

using Tone = PrimCell::Tone;

const Token kVisibilityApi("VisibilityAPI");
const Token kGuideVisibility("guideVisibility");
const Token kVisible("visible");
const Token kDrawMode("model:drawMode");

constexpr PrimColumnInfo kColumns[] = {
    {PrimColumn::Name, "name", "Prim Name", "The name of the prim.", true, false},
    {PrimColumn::Type, "type", "Type", "The type of the prim.", true, false},
    {PrimColumn::Visibility, "vis", "Vis",
     "Visible or invisible at this frame; a click changes it.", true, true},
    {PrimColumn::Guides, "guides", "Guides",
     "Whether guides are visible, where VisibilityAPI says it.", false, true},
    {PrimColumn::DrawMode, "drawMode", "Draw Mode", "How a model is drawn.", false, false},
    {PrimColumn::Kind, "kind", "Kind", "The kind of a model.", false, false},
    {PrimColumn::Purpose, "purpose", "Purpose", "The purpose, also from an ancestor.", false,
     false},
    {PrimColumn::Variants, "variants", "Variants", "The selected variants.", false, false},
    {PrimColumn::Load, "load", "Load", "Whether payloads are loaded.", false, false},
    {PrimColumn::Samples, "samples", "Samples", "The times at which an attribute has a sample.",
     false, false},
    {PrimColumn::TimeRange, "timeRange", "Time Range", "The first and the last sample.", false,
     false},
    {PrimColumn::Clips, "clips", "Clips", "Clip sets on the prim.", false, false},
    {PrimColumn::Skel, "skel", "Skel", "The part of a rig that the prim is.", false, false},
    {PrimColumn::Errors, "errors", "Errors",
     "The number of errors and warnings of the prim in the Problems pane.", false, false},
    {PrimColumn::Layers, "layers", "Layers", "The number of layers with opinions.", false, false},
};

std::string countOf(std::size_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

PrimCell visibilityCell(const Prim& prim, TimeCode time) {
  if (!isImageable(prim) || !prim.isActive()) return {};
  if (computeIsVisible(prim, time)) {
    return {"V", "Visible. A click makes it invisible in the session.", Tone::Inherited};
  }
  if (isInvisibleHere(prim, time)) {
    return {"I", "Invisible. A click makes it visible in the session.", Tone::Emphasis};
  }
  return {"I", "Invisible, because an ancestor is.", Tone::Inherited};
}

PrimCell guidesCell(const Prim& prim, TimeCode time) {
  if (!prim.hasApi(kVisibilityApi)) return {};
  const bool isVisible = readValue<Token>(prim, kGuideVisibility, time) == kVisible;
  return isVisible ? PrimCell{"V", "Guides are visible.", Tone::Emphasis}
                   : PrimCell{"I", "Guides are invisible.", Tone::Inherited};
}

// The draw mode that the prim itself authors; empty if none, or if it is `inherited`.
Token ownDrawMode(const Prim& prim) {
  const Attribute attribute = prim.attribute(kDrawMode);
  if (!attribute || !attribute.hasAuthoredValue()) return {};
  const Token mode = attribute.value().valueOr(Token());
  return mode == geom::kInherited ? Token() : mode;
}

PrimCell drawModeCell(const Prim& prim) {
  const bool isShown = prim.isModel() && prim.isActive() && prim.isDefined() &&
                       !prim.isInPrototype() && !prim.isInstanceProxy();
  if (!isShown) return {};
  if (const Token own = ownDrawMode(prim)) return {own.string(), "Authored on this prim.", {}};
  for (Prim at = prim.parent(); at && !at.isPseudoRoot(); at = at.parent()) {
    if (const Token mode = ownDrawMode(at)) {
      return {mode.string(), fmt::format("From {}.", at.path().text()), Tone::Inherited};
    }
  }
  return {"default", "No prim up to the root sets a draw mode.", Tone::Inherited};
}

PrimCell purposeCell(const Prim& prim) {
  if (!isImageable(prim)) return {};
  const bool isOwn = !authoredPurpose(prim).isEmpty();
  return {computePurpose(prim).string(), isOwn ? "Authored on this prim." : "Not authored here.",
          isOwn ? Tone::Normal : Tone::Inherited};
}

PrimCell variantsCell(const Prim& prim) {
  PrimCell cell;
  for (const VariantSet& set : prim.variantSets()) {
    if (!cell.text.empty()) cell.text += ", ";
    const bool isChosen = !set.selection.empty();
    cell.text += fmt::format("{}={}", set.name, isChosen ? set.selection : "no variant");
    cell.tip += fmt::format("{}{}: {}", cell.tip.empty() ? "" : "\n", set.name,
                            fmt::join(set.variants, ", "));
  }
  return cell;
}

PrimCell loadCell(const Prim& prim) {
  if (!prim.index().hasPayloads()) return {};
  if (prim.isLoaded()) return {"loaded", "Its payloads are loaded.", Tone::Inherited};
  return {"unloaded", "Its payloads are not loaded.", Tone::Emphasis};
}

std::vector<double> sampleTimesOf(const Prim& prim) {
  const std::vector<Token> names =
      prim.mayHaveClips() ? prim.propertyNames() : prim.authoredPropertyNames();
  std::vector<Attribute> attributes;
  for (const Token name : names) {
    const Attribute attribute = prim.attribute(name);
    if (attribute && attribute.mightBeTimeVarying()) attributes.push_back(attribute);
  }
  return attributes.empty() ? std::vector<double>() : unionOfSampleTimes(attributes);
}

PrimCell samplesCell(const Prim& prim) {
  const std::size_t count = sampleTimesOf(prim).size();
  if (count == 0) return {};
  return {std::to_string(count), countOf(count, "sample time") + " over all attributes.", {}};
}

PrimCell timeRangeCell(const Prim& prim) {
  const std::vector<double> times = sampleTimesOf(prim);
  if (times.empty()) return {};
  return {fmt::format("{} – {}", numberToText(times.front()), numberToText(times.back())), {}, {}};
}

PrimCell clipsCell(const Prim& prim) {
  const ClipFacts facts = clipFactsOf(prim);
  if (facts.sets == 0) return {};
  if (facts.missing == 0) return {countOf(facts.sets, "set"), {}, {}};
  return {fmt::format("{} missing", facts.missing),
          fmt::format("There is no file {}.", facts.firstMissing), Tone::Wrong};
}

PrimCell skelCell(const Prim& prim) {
  if (prim.isA(types::kSkelRoot)) return {"root", "A SkelRoot: rigs are skinned below it.", {}};
  if (prim.isA(types::kSkeleton)) return {"skeleton", "A Skeleton.", {}};
  if (prim.isA(types::kSkelAnimation)) return {"animation", "A SkelAnimation.", {}};
  if (prim.isA(types::kBlendShape)) return {"shape", "A BlendShape.", {}};
  const auto has = [&](Token name) {
    const Attribute attribute = prim.attribute(name);
    return attribute && attribute.hasAuthoredValue();
  };
  if (has(skel_binding::kJointIndices)) return {"skinned", "Has joint influences.", {}};
  if (has(skel_binding::kBlendShapes)) return {"shaped", "Has blend shapes.", {}};
  if (prim.hasApi(types::kSkelBindingApi)) {
    return {"binding", "Passes skel bindings to its descendants.", Tone::Inherited};
  }
  return {};
}

PrimCell layersCell(const Prim& prim) {
  std::unordered_set<const Layer*> layers;
  PrimCell cell;
  for (OpinionWalk walk(prim); walk.next();) {
    const Layer& layer = *walk.opinion().layer();
    if (!layers.insert(&layer).second) continue;
    if (!cell.tip.empty()) cell.tip += '\n';
    cell.tip += layerLabel(layer, prim.stage());
  }
  if (!layers.empty()) cell.text = std::to_string(layers.size());
  return cell;
}

}  // namespace

std::span<const PrimColumnInfo> primColumns() { return kColumns; }

PrimCell computePrimCell(const Prim& prim, PrimColumn column, TimeCode time) {
  switch (column) {
    case PrimColumn::Name:
    case PrimColumn::Type:
    case PrimColumn::Errors:
      return {};
    case PrimColumn::Visibility:
      return visibilityCell(prim, time);
    case PrimColumn::Guides:
      return guidesCell(prim, time);
    case PrimColumn::DrawMode:
      return drawModeCell(prim);
    case PrimColumn::Kind:
      return {prim.kind().string(), {}, {}};
    case PrimColumn::Purpose:
      return purposeCell(prim);
    case PrimColumn::Variants:
      return variantsCell(prim);
    case PrimColumn::Load:
      return loadCell(prim);
    case PrimColumn::Samples:
      return samplesCell(prim);
    case PrimColumn::TimeRange:
      return timeRangeCell(prim);
    case PrimColumn::Clips:
      return clipsCell(prim);
    case PrimColumn::Skel:
      return skelCell(prim);
    case PrimColumn::Layers:
      return layersCell(prim);
  }
  return {};
}

}  // namespace usdscope
