// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSetCache.h"
#include "engine/stage/detail/StageRows.h"
#include "engine/stage/resolve/Evaluate.h"

// The part of Attribute that deals with values.

namespace usdscope {
namespace {

// Adds the layer from which a clip set takes an attribute's value at a time.
void addClipEntry(const ClipSet& set, const Opinion& anchor, Token name, double time,
                  std::vector<StackEntry>& stack) {
  const Path path = set.pathInClips(anchor.path.property(name));
  if (!set.declares(path)) return;
  // As in OpenUSD, stage time is used as set time, without the offset of the set.
  const std::size_t clip = set.clipAtSetTime(time);
  auto layer = set.hasOwnValues(clip, path) ? set.layerOf(clip) : set.manifest();
  if (layer->findProperty(path)) stack.push_back({layer, path, set.definition().stageFromSet});
}

}  // namespace

Value Attribute::value(TimeCode time) const {
  return valueAt(findOrigin(*this, kindOf(time)), time, prim().stage().request().interpolation);
}

ResolveInfo Attribute::resolveInfo(TimeCode time) const {
  return resolveInfoAt(findOrigin(*this, kindOf(time)), time,
                       prim().stage().request().interpolation);
}

AttributeQuery Attribute::query() const { return AttributeQuery(*this); }

bool Attribute::hasAuthoredValue() const {
  const ValueSource source = findOrigin(*this, TimeKind::Numeric).source;
  return source != ValueSource::None && source != ValueSource::Fallback;
}

bool Attribute::mightBeTimeVarying() const {
  return usdscope::mightBeTimeVarying(findOrigin(*this, TimeKind::Numeric));
}

bool Attribute::hasSpline() const {
  const ValueOrigin origin = findOrigin(*this, TimeKind::Numeric);
  return origin.source == ValueSource::Spline || (origin.clips && origin.inClips.hasSplines);
}

std::vector<double> Attribute::timeSamples() const {
  return sampleTimesOf(findOrigin(*this, TimeKind::Numeric));
}

std::vector<StackEntry> Attribute::propertyStack(TimeCode time) const {
  std::shared_ptr<const ClipSets> sets;
  if (time.isNumeric() && prim().mayHaveClips()) {
    sets = prim().stage().rows().clips->setsOf(prim().row());
  }
  if (!sets || sets->empty()) return specStack();
  std::vector<StackEntry> stack;
  for (OpinionWalk walk(prim(), name(), WalkedSites::All); walk.next();) {
    const Opinion& opinion = walk.opinion();
    if (opinion.property) {
      stack.push_back({opinion.layer(), opinion.property.path(), opinion.stageFromLayer()});
    }
    for (const auto& set : *sets) {
      if (isAnchoredAt(*set, opinion)) addClipEntry(*set, opinion, name(), time.time(), stack);
    }
  }
  return stack;
}

}  // namespace usdscope
