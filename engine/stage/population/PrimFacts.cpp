// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/population/detail/PrimFacts.h"

#include <optional>
#include <ranges>

namespace usdscope {
namespace {

// Whether the node was reached through an inherit arc authored on the prim itself. The class it
// leads to does not make the prim a class.
bool isDueToDirectInherit(const PrimIndex& index, std::uint32_t node) {
  for (std::uint32_t at = node; at != PrimIndexNode::kNone; at = index.nodes()[at].parent) {
    const PrimIndexNode& site = index.nodes()[at];
    if (site.arc == ArcType::Inherit && !site.isDueToAncestor) return true;
  }
  return false;
}

// Collects the strongest opinions. Specs come strongest first.
struct StrongestOpinions {
  std::optional<Specifier> specifier;  // Set once weaker specs cannot change it.
  bool isInheritedClass = false;
  std::optional<Token> kind;
  std::optional<bool> isActive;
  std::vector<ListOp<Token>> apiSchemas;
  PrimFacts facts;

  void add(Token field, const PrimSpec& spec, const PrimIndex& index, std::uint32_t node) {
    if (field == fields::kSpecifier) {
      if (!specifier) addSpecifier(spec.specifier(), index, node);
    } else if (field == fields::kTypeName) {
      if (const Token type = spec.typeName();
          facts.typeName.isEmpty() && type != fields::kAnyTypeName) {
        facts.typeName = type;
      }
    } else if (field == fields::kKind) {
      setIfEmpty(kind, spec.field(field));
    } else if (field == fields::kActive) {
      setIfEmpty(isActive, spec.field(field));
    } else if (field == fields::kApiSchemas) {
      const bool isDone = !apiSchemas.empty() && apiSchemas.back().isExplicit;
      const Value value = isDone ? Value() : spec.field(field);
      if (const auto* op = value.find<ListOp<Token>>()) apiSchemas.push_back(*op);
    } else if (field == fields::kClips || field == fields::kClipSets) {
      facts.hasClips = true;
    }
  }

  void addSpecifier(Specifier authored, const PrimIndex& index, std::uint32_t node) {
    if (authored == Specifier::Def) {
      specifier = authored;
    } else if (authored == Specifier::Class) {
      if (isDueToDirectInherit(index, node)) {
        isInheritedClass = true;
      } else {
        specifier = authored;
      }
    }
  }

  template <typename T>
  static void setIfEmpty(std::optional<T>& into, const Value& value) {
    const T* found = into ? nullptr : value.find<T>();
    if (found) into = *found;
  }
};

}  // namespace

PrimOpinions findOpinions(const PrimIndex& index, Path path) {
  PrimOpinions opinions;
  const auto nodes = index.nodes();
  // Both numbers fit 16 bits: Graph::kMaxNodes and LayerStack limit them.
  for (std::uint16_t node = 0; node < nodes.size(); ++node) {
    if (!nodes[node].canContribute()) continue;
    const auto& entries = nodes[node].layerStack->entries();
    const Path site = node == 0 ? path : nodes[node].path;
    const std::size_t firstOfNode = opinions.size();
    for (std::uint16_t entry = 0; entry < entries.size(); ++entry) {
      const PrimSpec spec = entries[entry].layer->findPrim(site);
      if (!spec) continue;
      PrimOpinion opinion = {
          .node = node, .entry = entry, .timeEntry = entry, .givenNode = node, .spec = spec.row()};
      for (std::size_t i = firstOfNode; i < opinions.size(); ++i) {
        if (entries[opinions[i].entry].layer != entries[entry].layer) continue;
        opinion.timeEntry = opinions[i].entry;
        break;
      }
      opinions.add(opinion);
    }
  }
  return opinions;
}

PrimFacts composeFacts(const PrimIndex& index, std::span<const PrimOpinion> opinions) {
  StrongestOpinions strongest;
  for (const PrimOpinion& opinion : opinions) {
    const PrimSpec spec = specOf(index, opinion);
    for (const Token field : spec.fieldNames()) strongest.add(field, spec, index, opinion.node);
  }
  PrimFacts facts = std::move(strongest.facts);
  facts.specifier =
      strongest.specifier.value_or(strongest.isInheritedClass ? Specifier::Class : Specifier::Over);
  facts.kind = strongest.kind.value_or(Token());
  facts.isActive = strongest.isActive.value_or(true);
  for (const auto& op : strongest.apiSchemas | std::views::reverse) op.applyTo(facts.apiSchemas);
  return facts;
}

}  // namespace usdscope
