// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/population/detail/RowComposer.h"

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

}  // namespace

RowComposer::RowComposer(const StageRows& rows)
    : rows_(rows),
      fallbackPrimTypes_(composed(dictionaryOf(*rows.sessionLayer, fields::kFallbackPrimTypes),
                                  dictionaryOf(*rows.rootLayer, fields::kFallbackPrimTypes))) {}

ComposedRow RowComposer::composeRoot() const {
  ComposedRow root = composePrototype(rows_.composer->computeRootIndex(), Path::root());
  root.row.flags = kRootFlags;
  root.opinions = findOpinions(*root.row.index);
  return root;
}

ComposedRow RowComposer::composePrototype(std::shared_ptr<const PrimIndex> index, Path path) const {
  ComposedRow out;
  out.row.index = std::move(index);
  out.row.path = path;
  out.row.flags = kRootFlags | kPrototype | kInPrototype;
  out.row.specifier = Specifier::Def;
  composeType(out.row, {});
  out.childNames = populatedChildren(*out.row.index);
  return out;
}

ComposedRow RowComposer::composeChild(const PrimIndex& parent, std::uint32_t parentFlags,
                                      Path path) const {
  ComposedRow out;
  out.row.path = path;
  out.row.index = rows_.composer->computeChildIndex(parent, path.name());
  composeFacts(out, parentFlags);
  if ((out.row.flags & kActive) && !(out.row.flags & kInstance)) {
    out.childNames = populatedChildren(*out.row.index);
  }
  return out;
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
  composed.opinions = findOpinions(*row.index);
  const PrimFacts facts = usdscope::composeFacts(*row.index, composed.opinions);
  row.specifier = facts.specifier;
  row.typeName = facts.typeName;
  row.kind = facts.kind;

  const bool isLoaded =
      row.index->hasPayloads() ? row.index->payloadsIncluded() : (parentFlags & kLoaded) != 0;
  const bool isDefining = row.specifier != Specifier::Over;
  row.flags = flagIf(facts.isActive, kActive) | flagIf(facts.isActive && isLoaded, kLoaded) |
              flagIf((parentFlags & kAbstract) || row.specifier == Specifier::Class, kAbstract) |
              flagIf(isDefining && (parentFlags & kDefined), kDefined) |
              flagIf(facts.isActive && row.index->isInstanceable(), kInstance) |
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
