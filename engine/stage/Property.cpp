// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/Property.h"

#include "engine/compose/Composer.h"
#include "engine/stage/Stage.h"
#include "engine/stage/population/detail/PrototypePaths.h"
#include "engine/stage/resolve/OpinionWalk.h"
#include "engine/stage/resolve/detail/ResolveMetadata.h"

namespace usdscope {

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
  std::vector<Path> paths = computeTargetPaths(prim_.index(), name_).paths;
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
