// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/Property.h"

#include "engine/compose/Composer.h"
#include "engine/stage/Stage.h"
#include "engine/stage/detail/StageRows.h"
#include "engine/stage/population/detail/PrototypePaths.h"
#include "engine/stage/resolve/OpinionWalk.h"
#include "engine/stage/resolve/detail/ResolveMetadata.h"

namespace usdscope {
namespace {

// Returns the targets as the index of the prim maps them. A row that follows from the index of its
// parent needs no index of its own: the nodes of the parent's index map paths in the same way.
std::vector<Path> targetsOf(const Prim& prim, Token property) {
  const StageRows& rows = prim.stage().rows();
  if (rows.prims[prim.row()].indexOwner != IndexOwner::Parent) {
    return computeTargetPaths(prim.index(), property).paths;
  }
  const PrimIndex& given = rows.givenIndexOf(prim.row());
  PropertySpecs specs;
  for (OpinionWalk walk(prim, property); walk.next();) {
    const Opinion& opinion = walk.opinion();
    if (!opinion.property) continue;
    const bool isOfKind =
        specs.entries.empty() || specs.entries[0].spec.kind() == opinion.property.kind();
    if (!isOfKind) continue;
    const auto node = static_cast<std::uint32_t>(opinion.givenNode - given.nodes().data());
    specs.entries.push_back({opinion.property, node, opinion.entryIndex});
  }
  return computeTargetPaths(given, specs).paths;
}

}  // namespace

bool Property::isCustom() const {
  if (prim_.definition().findProperty(name_)) return false;
  for (OpinionWalk walk(prim_, name_); walk.next();) {
    if (walk.opinion().property && walk.opinion().property.isCustom()) return true;
  }
  return false;
}

bool Property::isAuthored() const {
  for (OpinionWalk walk(prim_, name_); walk.next();) {
    if (walk.opinion().property) return true;
  }
  return false;
}

Value Property::metadata(Token field) const { return resolveMetadata(prim_, name_, field); }

std::vector<MetadataEntry> Property::authoredMetadata() const {
  return resolveAllMetadata(prim_, name_);
}

std::vector<StackEntry> Property::specStack() const {
  std::vector<StackEntry> stack;
  for (OpinionWalk walk(prim_, name_); walk.next();) {
    const Opinion& opinion = walk.opinion();
    if (!opinion.property) continue;
    stack.push_back({opinion.layer(), opinion.property.path(), opinion.stageFromLayer()});
  }
  return stack;
}

std::vector<Path> Property::composedPaths() const {
  std::vector<Path> paths = targetsOf(prim_, name_);
  const PrototypePaths map(prim_);
  for (Path& path : paths) path = map.seenFrom(path);
  return paths;
}

Token Attribute::typeName() const {
  if (const auto* builtIn = prim_.definition().findProperty(name_); builtIn && builtIn->type) {
    return builtIn->type->name;
  }
  for (OpinionWalk walk(prim_, name_); walk.next();) {
    if (!walk.opinion().property) continue;
    const Token authored = walk.opinion().property.typeName();
    if (authored.isEmpty()) continue;
    return findTypeName(authored) ? authored : Token();
  }
  return {};
}

Variability Attribute::variability() const {
  if (const auto* builtIn = prim_.definition().findProperty(name_)) return builtIn->variability;
  // The weakest opinion is used.
  Variability weakest = Variability::Varying;
  for (OpinionWalk walk(prim_, name_); walk.next();) {
    const PropertySpec spec = walk.opinion().property;
    if (spec && spec.hasField(fields::kVariability)) weakest = spec.variability();
  }
  return weakest;
}

std::vector<Path> Attribute::connections() const { return composedPaths(); }

}  // namespace usdscope
