// SPDX-License-Identifier: Apache-2.0
#include "engine/report/explain/ExplainPrim.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/layer/SpecifierKeyword.h"
#include "engine/report/text/LayerNames.h"
#include "engine/report/text/ValueText.h"
#include "engine/stage/Stage.h"
#include "engine/stage/resolve/OpinionWalk.h"

namespace usdscope {
namespace {

std::string_view nameOf(ArcType arc) {
  switch (arc) {
    case ArcType::Root:
      return "root";
    case ArcType::Inherit:
      return "inherit";
    case ArcType::Variant:
      return "variant";
    case ArcType::Relocate:
      return "relocate";
    case ArcType::Reference:
      return "reference";
    case ArcType::Payload:
      return "payload";
    case ArcType::Specialize:
      return "specialize";
  }
  return "root";
}

// The relocate that moves a site away, or one of its ancestors. Null if none does.
const Relocation* relocationAway(const PrimIndexNode& node) {
  for (Path path = node.path; path.depth() > 0; path = path.parent()) {
    if (const Relocation* away = node.layerStack->relocates().findBySource(path)) return away;
  }
  return nullptr;
}

// Whether a node became inert at the level of an instance that is an ancestor of the prim.
bool isHiddenByInstance(const Prim& prim, const PrimIndexNode& node) {
  std::size_t level = 1;
  for (Prim ancestor = prim.parent(); ancestor; ancestor = ancestor.parent(), ++level) {
    const bool isHidden = node.path.depth() == node.restrictedDepth + level;
    if (isHidden && (ancestor.isInstance() || ancestor.isPrototype())) return true;
  }
  return false;
}

// Whether a node belongs to a reference or payload that leads to the root of its layer stack.
bool lacksTargetPrim(const PrimIndex& index, std::uint32_t number) {
  const PrimIndexNode& node = index.nodes()[number];
  if (node.arc != ArcType::Reference && node.arc != ArcType::Payload) return false;
  const std::size_t levels =
      index.nodes()[node.parent].path.depth() - index.introPath(number).depth();
  return node.path.depth() <= levels;
}

std::string whyNot(const Prim& prim, std::uint32_t number) {
  const PrimIndex& index = prim.index();
  const PrimIndexNode& node = index.nodes()[number];
  if (node.canContribute()) return {};
  if (node.isLive()) return "no layer has a spec there";
  const bool isElsewhere = std::ranges::any_of(index.nodes(), [&](const PrimIndexNode& other) {
    return other.isLive() && other.layerStack == node.layerStack && other.path == node.path;
  });
  if (isElsewhere) return "a placeholder: another node of this list has the opinions of the site";
  if (lacksTargetPrim(index, number)) return "the arc has no target prim";
  if (!node.hasSpecs) return "no layer has a spec there";
  if (node.arc == ArcType::Relocate) return "opinions at the source of a relocate are ignored";
  if (const Relocation* away = relocationAway(node)) {
    if (away->target.isEmpty()) return fmt::format("a relocate removes <{}>", away->source.text());
    return fmt::format("a relocate moves <{}> to <{}>", away->source.text(), away->target.text());
  }
  // Only relocates cull a node that has specs and is not inert.
  if (!node.isInert) return "a relocate removes the opinions of this arc";
  if (isHiddenByInstance(prim, node)) {
    return "the prim is a descendant of an instance, and instances do not share this site";
  }
  return "the site is a descendant of an instance, or is listed only for its own arcs";
}

LayerNames namesFor(const Prim& prim) {
  return {*prim.stage().rootLayer(), prim.stage().sessionLayer().get()};
}

std::string offsetText(const LayerOffset& offset) {
  return offset.isIdentity() ? ""
                             : fmt::format(" (offset {}, scale {})", numberToText(offset.offset),
                                           numberToText(offset.scale));
}

}  // namespace

std::vector<NodeLine> nodeLines(const Prim& prim) {
  const PrimIndex& index = prim.index();
  const LayerNames names = namesFor(prim);
  std::vector<NodeLine> lines(index.nodes().size());
  for (std::uint32_t i = 0; i < lines.size(); ++i) {
    const PrimIndexNode& node = index.nodes()[i];
    NodeLine& line = lines[i];
    for (auto at = node.parent; at != PrimIndexNode::kNone && line.depth < lines.size();
         at = index.nodes()[at].parent) {
      ++line.depth;
    }
    line.arc = nameOf(node.arc);
    line.path = node.path.text();
    line.layerStack = names.layer(*node.layerStack->rootLayer());
    line.introduced = index.introPath(i).text();
    line.offset = node.rootFromNode.timeOffset();
    line.hasSpecs = node.hasSpecs;
    line.contributes = node.canContribute();
    line.why = whyNot(prim, i);
  }
  return lines;
}

Json primExplanationToJson(const Prim& prim) {
  const LayerNames names = namesFor(prim);
  Json nodes = Json::array();
  for (const NodeLine& line : nodeLines(prim)) {
    nodes.push_back({{"depth", line.depth},
                     {"arc", line.arc},
                     {"path", line.path},
                     {"layerStack", line.layerStack},
                     {"introduced", line.introduced},
                     {"offset", numberToJson(line.offset.offset)},
                     {"scale", numberToJson(line.offset.scale)},
                     {"hasSpecs", line.hasSpecs},
                     {"contributes", line.contributes},
                     {"why", line.why.empty() ? Json() : Json(line.why)}});
  }
  Json opinions = Json::array();
  for (OpinionWalk walk(prim); walk.next();) {
    const Opinion& opinion = walk.opinion();
    const LayerOffset offset = opinion.stageFromLayer();
    opinions.push_back({{"layer", names.layer(*opinion.layer())},
                        {"specPath", opinion.path.text()},
                        {"specifier", keywordOf(opinion.prim.specifier())},
                        {"node", opinion.node},
                        {"offset", numberToJson(offset.offset)},
                        {"scale", numberToJson(offset.scale)}});
  }
  return {
      {"path", prim.path().text()}, {"nodes", std::move(nodes)}, {"opinions", std::move(opinions)}};
}

std::string primExplanationToText(const Prim& prim) {
  const LayerNames names = namesFor(prim);
  std::string out = prim.path().text() + "\n\nComposition, strongest first:\n";
  for (const NodeLine& line : nodeLines(prim)) {
    const std::string introduced =
        line.depth == 0 ? "" : fmt::format(", introduced at <{}>", line.introduced);
    out += fmt::format("  {}{} {} <{}>{}{}{}\n", std::string(2 * line.depth, ' '), line.arc,
                       line.layerStack, line.path, introduced, offsetText(line.offset),
                       line.why.empty() ? "" : ": " + line.why);
  }
  out += "\nOpinions, strongest first:\n";
  for (OpinionWalk walk(prim); walk.next();) {
    const Opinion& opinion = walk.opinion();
    out += fmt::format("  {} {} <{}>{}\n", keywordOf(opinion.prim.specifier()),
                       names.layer(*opinion.layer()), opinion.path.text(),
                       offsetText(opinion.stageFromLayer()));
  }
  return out;
}

}  // namespace usdscope
