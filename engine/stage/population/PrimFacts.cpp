// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/population/detail/PrimFacts.h"

#include <optional>
#include <ranges>

namespace usdscope {
namespace {

const Token kAnyType("__AnyType__");

// Whether an inherit arc that is authored on the prim itself leads to the node. The class behind it
// does not make the prim one.
bool isDueToDirectInherit(const PrimIndex& index, std::uint32_t node) {
  for (std::uint32_t at = node; at != PrimIndexNode::kNone; at = index.nodes()[at].parent) {
    const PrimIndexNode& site = index.nodes()[at];
    if (site.arc == ArcType::Inherit && !site.isDueToAncestor) return true;
  }
  return false;
}

// Strongest opinions, gathered while going from strong to weak.
struct Gathered {
  std::optional<Specifier> specifier;  // Once it cannot change any more.
  bool isInheritedClass = false;
  std::optional<Token> kind;
  std::optional<bool> isActive;
  std::vector<ListOp<Token>> apiSchemas;
  PrimFacts facts;

  void take(Token field, const PrimSpec& spec, const PrimIndex& index, std::uint32_t node) {
    if (field == fields::kSpecifier) {
      if (!specifier) takeSpecifier(spec.specifier(), index, node);
    } else if (field == fields::kTypeName) {
      if (const Token type = spec.typeName(); facts.typeName.isEmpty() && type != kAnyType) {
        facts.typeName = type;
      }
    } else if (field == fields::kKind) {
      takeFirst(kind, spec.field(field));
    } else if (field == fields::kActive) {
      takeFirst(isActive, spec.field(field));
    } else if (field == fields::kApiSchemas) {
      const bool isDone = !apiSchemas.empty() && apiSchemas.back().isExplicit;
      const Value value = isDone ? Value() : spec.field(field);
      if (const auto* op = value.find<ListOp<Token>>()) apiSchemas.push_back(*op);
    } else if (field == fields::kClips || field == fields::kClipSets) {
      facts.hasClips = true;
    }
  }

  void takeSpecifier(Specifier authored, const PrimIndex& index, std::uint32_t node) {
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
  static void takeFirst(std::optional<T>& into, const Value& value) {
    const T* found = into ? nullptr : value.find<T>();
    if (found) into = *found;
  }
};

}  // namespace

std::vector<PrimOpinion> findOpinions(const PrimIndex& index) {
  std::vector<PrimOpinion> opinions;
  const auto nodes = index.nodes();
  opinions.reserve(nodes.size());
  // Both numbers fit: see Graph::kMaxNodes, and LayerStack for its layers.
  for (std::uint16_t node = 0; node < nodes.size(); ++node) {
    if (!nodes[node].canContribute()) continue;
    const auto& entries = nodes[node].layerStack->entries();
    const std::size_t firstOfNode = opinions.size();
    for (std::uint16_t entry = 0; entry < entries.size(); ++entry) {
      const PrimSpec spec = entries[entry].layer->findPrim(nodes[node].path);
      if (!spec) continue;
      PrimOpinion opinion = {.node = node, .entry = entry, .timeEntry = entry, .spec = spec.row()};
      for (std::size_t i = firstOfNode; i < opinions.size(); ++i) {
        if (entries[opinions[i].entry].layer != entries[entry].layer) continue;
        opinion.timeEntry = opinions[i].entry;
        break;
      }
      opinions.push_back(opinion);
    }
  }
  return opinions;
}

PrimFacts composeFacts(const PrimIndex& index, std::span<const PrimOpinion> opinions) {
  Gathered gathered;
  for (const PrimOpinion& opinion : opinions) {
    const PrimSpec spec = specOf(index, opinion);
    for (const Token field : spec.fieldNames()) gathered.take(field, spec, index, opinion.node);
  }
  PrimFacts facts = std::move(gathered.facts);
  facts.specifier =
      gathered.specifier.value_or(gathered.isInheritedClass ? Specifier::Class : Specifier::Over);
  facts.kind = gathered.kind.value_or(Token());
  facts.isActive = gathered.isActive.value_or(true);
  for (const auto& op : gathered.apiSchemas | std::views::reverse) op.applyTo(facts.apiSchemas);
  return facts;
}

}  // namespace usdscope
