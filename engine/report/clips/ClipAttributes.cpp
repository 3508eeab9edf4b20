// SPDX-License-Identifier: Apache-2.0
#include "engine/report/clips/ClipAttributes.h"

#include "engine/value/TypeName.h"

namespace usdscope {

Path clipPathOnStage(Path anchor, const ClipSet& set, Path inClips) {
  return inClips.withPrefixReplaced(set.primPath(), anchor);
}

Attribute clipAttributeOnStage(const Prim& anchor, const ClipSet& set, Path inClips) {
  const Path path = clipPathOnStage(anchor.path(), set, inClips);
  const Prim prim = anchor.stage().primAt(path.primPath());
  return prim ? prim.attribute(inClips.name()) : Attribute();
}

Token typeReadFromClips(const Prim& anchor, const ClipSet& set, Path inClips) {
  if (const Attribute attribute = clipAttributeOnStage(anchor, set, inClips)) {
    return attribute.typeName();
  }
  const auto manifest = set.manifest();
  const PropertySpec spec = manifest ? manifest->findProperty(inClips) : PropertySpec();
  return spec ? spec.typeName() : Token();
}

bool isAnimatedInClip(const PropertySpec& property) {
  if (!property.isAttribute()) return false;
  return property.hasField(fields::kTimeSamples) || property.hasField(fields::kSpline);
}

bool canBeReadAs(const PropertySpec& property, Token typeName) {
  const TypeName* const own = findTypeName(property.typeName());
  const TypeName* const wanted = findTypeName(typeName);
  if (!own || !wanted) return true;
  return own->kind == wanted->kind && own->isArray == wanted->isArray;
}

}  // namespace usdscope
