// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/population/detail/RowComposer.h"

#include <cassert>

#include "engine/stage/population/detail/PrimFacts.h"

namespace usdscope {
namespace {

using namespace prim_flags;

const Token kModelKind("model");
const Token kGroupKind("group");
const Token kComponentKind("component");

// The flags of the pseudo-root and of prototype roots do not depend on opinions.
constexpr std::uint32_t kRootFlags = kActive | kLoaded | kModel | kGroup | kDefined;

std::uint32_t flagIf(bool condition, std::uint32_t flag) { return condition ? flag : 0; }

Dictionary dictionaryOf(const Layer& layer, Token field) {
  return layer.pseudoRoot().field(field).valueOr(Dictionary());
}

// Whether two nodes have the same layer stack, and map paths and times to the stage alike.
bool isAlike(const PrimIndexNode& a, const PrimIndexNode& b) {
  return a.layerStack == b.layerStack && a.rootFromNode == b.rootFromNode;
}

// Drops the index of a prim without children that follows from the index of its parent.
void keepParentIndex(ComposedRow& composed, const std::shared_ptr<const PrimIndex>& parent) {
  const auto own = composed.row.givenIndex->nodes();
  const auto given = parent->nodes();
  // Each node follows from a node of the parent, in the same order. If two of these are alike, it
  // does not matter which one is taken.
  std::uint16_t at = 0;
  std::uint16_t node = 0;
  for (PrimOpinion& opinion : composed.opinions.all()) {
    for (; node < opinion.node || !isAlike(given[at], own[node]); ++at) {
      assert(at < given.size());
      if (isAlike(given[at], own[node])) ++node;
    }
    opinion.givenNode = at;
  }
  composed.row.givenIndex = parent;
  composed.row.indexOwner = IndexOwner::Parent;
}

}  // namespace

RowComposer::RowComposer(const StageRows& rows, bool sharesIndexes)
    : rows_(rows),
      sharesIndexes_(sharesIndexes),
      fallbackPrimTypes_(composed(dictionaryOf(*rows.sessionLayer, fields::kFallbackPrimTypes),
                                  dictionaryOf(*rows.rootLayer, fields::kFallbackPrimTypes))) {}

ComposedRow RowComposer::composeRoot() const {
  ComposedRow root = composePrototype(rows_.composer->computeRootIndex(), Path::root());
  root.row.flags = kRootFlags;
  root.opinions = findOpinions(*root.row.givenIndex, Path::root());
  return root;
}

ComposedRow RowComposer::composePrototype(std::shared_ptr<const PrimIndex> index, Path path) const {
  ComposedRow out;
  out.siteCount = static_cast<std::uint32_t>(index->nodes().size());
  out.row.givenIndex = std::move(index);
  out.row.path = path;
  out.row.flags = kRootFlags | kPrototype | kInPrototype;
  out.row.specifier = Specifier::Def;
  composeType(out.row, {});
  out.childNames = populatedChildren(*out.row.givenIndex);
  return out;
}

ComposedRow RowComposer::composeChild(const std::shared_ptr<const PrimIndex>& parent,
                                      std::uint32_t parentFlags, Path path) const {
  ComposedRow out;
  out.row.path = path;
  giveIndex(out, *parent, parentFlags);
  const PrimIndex& index = *out.row.givenIndex;
  out.siteCount = static_cast<std::uint32_t>(index.nodes().size());
  composeFacts(out, parentFlags);
  if ((out.row.flags & kActive) && !(out.row.flags & kInstance)) {
    out.childNames = populatedChildren(index);
  }
  if (sharesIndexes_ && index.followsFromParent() && out.childNames.empty()) {
    keepParentIndex(out, parent);
  }
  return out;
}

// Sets the index of a prim, or that of a twin if nothing needs the prim's own index.
void RowComposer::giveIndex(ComposedRow& composed, const PrimIndex& parent,
                            std::uint32_t parentFlags) const {
  PrimRow& row = composed.row;
  const Token name = row.path.name();
  if (!sharesIndexes_ || (parentFlags & kInPrototype)) {
    row.givenIndex = rows_.composer->computeChildIndex(parent, name);
    return;
  }
  row.givenIndex = rows_.composer->computeSharedChildIndex(parent, name);
  if (row.givenIndex->path() == row.path) return;
  if (row.givenIndex->isInstanceable()) {
    row.indexOwner = IndexOwner::Twin;
  } else {
    row.givenIndex = Composer::copyIndex(*row.givenIndex, row.path);
  }
}

// The mask has paths of the scene. A prim in a prototype is looked up below the source instance.
std::vector<Token> RowComposer::populatedChildren(const PrimIndex& index) const {
  std::vector<Token> names = computeChildNames(index).names;
  const PopulationMask& mask = rows_.request.mask;
  if (!mask.includesSubtree(index.path())) {
    std::erase_if(names, [&](Token name) { return !mask.includes(index.path().child(name)); });
  }
  return names;
}

void RowComposer::composeFacts(ComposedRow& composed, std::uint32_t parentFlags) const {
  PrimRow& row = composed.row;
  const PrimIndex& index = *row.givenIndex;
  composed.opinions = findOpinions(index, indexPathOf(row));
  const PrimFacts facts = usdscope::composeFacts(index, composed.opinions);
  row.specifier = facts.specifier;
  row.typeName = facts.typeName;
  row.kind = facts.kind;

  const bool isLoaded =
      index.hasPayloads() ? index.payloadsIncluded() : (parentFlags & kLoaded) != 0;
  const bool isDefining = row.specifier != Specifier::Over;
  row.flags = flagIf(facts.isActive, kActive) | flagIf(facts.isActive && isLoaded, kLoaded) |
              flagIf((parentFlags & kAbstract) || row.specifier == Specifier::Class, kAbstract) |
              flagIf(isDefining && (parentFlags & kDefined), kDefined) |
              flagIf(facts.isActive && index.isInstanceable(), kInstance) |
              flagIf(parentFlags & kInPrototype, kInPrototype) |
              flagIf(facts.hasClips, kClipsHere) |
              flagIf(facts.hasClips || (parentFlags & kClips), kClips);

  // Only the children of model groups can be models.
  if ((parentFlags & kGroup) && row.kind) {
    const auto isA = [&](Token base) { return rows_.definitions->isKindA(row.kind, base); };
    row.flags |= flagIf(isA(kModelKind), kModel) | flagIf(isA(kGroupKind), kGroup) |
                 flagIf(isA(kComponentKind), kComponent);
  }
  composeType(row, facts.apiSchemas);
}

void RowComposer::composeType(PrimRow& row, const std::vector<Token>& apiSchemas) const {
  row.schemaType = rows_.definitions->schemaType(row.typeName, fallbackPrimTypes_);
  row.definition = &rows_.definitions->primDefinition(row.schemaType, apiSchemas);
}

std::uint32_t inheritedFlags(std::uint32_t flags) {
  return flags & (kLoaded | kAbstract | kDefined | kGroup | kInPrototype | kClips);
}

bool haveSameFacts(const PrimRow& a, const PrimRow& b) {
  return a.definition == b.definition && a.typeName == b.typeName && a.schemaType == b.schemaType &&
         a.kind == b.kind && a.flags == b.flags && a.specifier == b.specifier;
}

}  // namespace usdscope
