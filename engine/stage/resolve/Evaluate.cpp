// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/Evaluate.h"

#include <algorithm>
#include <cmath>

#include "engine/definitions/PrimDefinition.h"
#include "engine/layer/PathExpressionTree.h"
#include "engine/stage/Property.h"
#include "engine/stage/clips/ClipCache.h"
#include "engine/stage/detail/StageRows.h"
#include "engine/stage/population/detail/PrototypePaths.h"
#include "engine/value/ArrayEdit.h"
#include "engine/value/SplineEvaluation.h"

namespace usdscope {
namespace {

/// Looks for the origin of an attribute's values, opinion by opinion.
class OriginSearch {
 public:
  /// `above`: only what is weaker than this opinion counts; null: everything.
  OriginSearch(const Attribute& attribute, TimeKind kind, const Opinion* above)
      : attribute_(attribute), isNumeric_(kind == TimeKind::Numeric), above_(above) {}

  /// Goes past clip sets that give splines.
  OriginSearch& skipSplineClips() {
    skipsSplineClips_ = true;
    return *this;
  }

  ValueOrigin run() {
    const Prim& prim = attribute_.prim();
    std::shared_ptr<const ClipSets> sets;
    if (isNumeric_ && prim.mayHaveClips()) sets = prim.stage().rows().clips->setsOf(prim.row());
    const bool hasClips = sets && !sets->empty();
    // Clips find their place also in layers that say nothing of the prim.
    const WalkedSites sites = hasClips ? WalkedSites::All : WalkedSites::WithSpecs;
    bool isReached = above_ == nullptr;
    for (OpinionWalk walk(prim, attribute_.name(), sites); !isFound_ && walk.next();) {
      if (!isReached) {
        const Opinion& opinion = walk.opinion();
        isReached = opinion.site == above_->site && opinion.entry == above_->entry;
        continue;
      }
      if (walk.opinion().property) takeSpec(walk.opinion());
      if (!isFound_ && hasClips && !isAnimationBlocked_) takeClips(walk.opinion(), *sets);
    }
    if (origin_.source == ValueSource::None) takeFallback();
    if (origin_.field.holds<PathExpression>()) composePathExpression();
    origin_.prim = prim;
    origin_.name = attribute_.name();
    return std::move(origin_);
  }

 private:
  PathExpressionTree expressionOnStage(const Opinion& opinion, const PathExpression& authored) {
    const PrototypePaths prototypes(attribute_.prim());
    return PathExpressionTree::parse(authored.text).mapped([&](Path path) {
      const Path target = opinion.site->rootFromNode.targetFromSource(path);
      return target.isEmpty() ? target : prototypes.seenFrom(target);
    });
  }

  // Weaker defaults stand in for `%_`; where there are none it matches nothing.
  void composePathExpression() {
    if (origin_.source != ValueSource::Default) return;
    PathExpressionTree result;
    bool isOpen = true;
    bool isReached = false;
    for (OpinionWalk walk(attribute_.prim(), attribute_.name()); isOpen && walk.next();) {
      const Opinion& opinion = walk.opinion();
      isReached = isReached ||
                  (opinion.site == origin_.opinion.site && opinion.entry == origin_.opinion.entry);
      if (!isReached || !opinion.property) continue;
      const Value value = opinion.property.field(fields::kDefault);
      const auto* authored = value.find<PathExpression>();
      if (!authored) continue;
      result = result.over(expressionOnStage(opinion, *authored));
      isOpen = result.hasWeakerReference();
    }
    if (result.hasWeakerReference()) result = result.over({});
    origin_.field = Value(PathExpression{result.text()});
  }

  void takeSpec(const Opinion& opinion) {
    const PropertySpec& spec = opinion.property;
    if (isNumeric_ && !isAnimationBlocked_) {
      Value samples = spec.field(fields::kTimeSamples);
      const auto* found = samples.find<TimeSamples>();
      if (found && !found->isEmpty()) {
        return take(ValueSource::TimeSamples, opinion, std::move(samples));
      }
      Value spline = spec.field(fields::kSpline);
      if (spline.holds<Spline>()) return take(ValueSource::Spline, opinion, std::move(spline));
    }
    Value value = spec.field(fields::kDefault);
    if (value.isBlock()) {
      origin_.isBlocked = isFound_ = true;
    } else if (value.holds<AnimationBlock>()) {
      isAnimationBlocked_ = true;
    } else if (!value.isEmpty()) {
      take(ValueSource::Default, opinion, std::move(value));
    }
  }

  void takeClips(const Opinion& opinion, const ClipSets& sets) {
    for (const auto& set : sets) {
      if (set->definition().layer != opinion.layer()) continue;
      const Path site = opinion.site->path;
      if (!set->appliesTo(*opinion.site->layerStack, site)) continue;
      const Path path = set->pathInClips(site.property(attribute_.name()));
      if (!set->declares(path) || (skipsSplineClips_ && set->hasSplines(path))) continue;
      origin_.clips = set;
      origin_.inClips = {path, set->hasSplines(path)};
      return take(ValueSource::Clips, opinion, Value());
    }
  }

  void take(ValueSource source, const Opinion& opinion, Value field) {
    isFound_ = true;
    origin_.source = source;
    origin_.opinion = opinion;
    origin_.anchor = anchorOf(opinion, attribute_.prim().stage());
    origin_.layerFromStage = origin_.anchor.stageFromLayer.inverse().value_or(LayerOffset{});
    origin_.field = std::move(field);
  }

  void takeFallback() {
    const auto* property = attribute_.prim().definition().findProperty(attribute_.name());
    if (!property || property->fallback.isEmpty()) return;
    origin_.source = ValueSource::Fallback;
    origin_.field = property->fallback;
  }

  const Attribute& attribute_;
  const bool isNumeric_;
  const Opinion* const above_;
  bool skipsSplineClips_ = false;
  bool isFound_ = false;
  bool isAnimationBlocked_ = false;
  ValueOrigin origin_;
};

ValueOrigin originEditedBy(const ValueOrigin& origin, TimeKind kind) {
  return findWeakerOrigin(Attribute(origin.prim, origin.name), kind, origin.opinion);
}

bool isArrayLike(const Value& value, const Value& array) {
  return array.isArray() && array.kind() == value.kind();
}

// Sample times of edits and of what they edit: of the latter those at which an edit is in force.
std::vector<double> editedSampleTimes(const ValueOrigin& origin, const ValueOrigin& edited) {
  std::vector<double> times;
  for (const double time : origin.field.find<TimeSamples>()->times()) {
    times.push_back(origin.anchor.stageFromLayer(time));
  }
  for (const double time : sampleTimesOf(edited)) {
    const OriginValue held = evaluate(origin, time, InterpolationType::Held);
    if (held.sampled.value.holds<ArrayEdit>()) times.push_back(time);
  }
  std::ranges::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

// What is authored in the layer of an origin, or in a clip, as the stage has it.
Value valueOnStage(OriginValue&& authored, const ValueOrigin& origin) {
  Value& value = authored.sampled.value;
  if (!dependsOnAnchor(value) || origin.source == ValueSource::Fallback) return std::move(value);
  ValueAnchor anchor = origin.anchor;
  if (origin.source == ValueSource::Clips) {
    // Clips map time codes themselves.
    anchor.layer = authored.layer.get();
    anchor.stageFromLayer = {};
  }
  return stageValue(value, anchor);
}

// A sample of edits, done to what is weaker at that time.
Value editedSample(const ValueOrigin& origin, const ValueOrigin& edited, double time) {
  const Value value = valueOnStage(evaluate(origin, time, InterpolationType::Held), origin);
  const auto* edit = value.find<ArrayEdit>();
  return edit ? applied(*edit, valueAt(edited, time, InterpolationType::Held)) : value;
}

Value editedValueAt(const ValueOrigin& origin, TimeCode time, const ArrayEdit& edit,
                    InterpolationType interpolation) {
  if (origin.source == ValueSource::TimeSamples) {
    return std::move(evaluateEdits(origin, time, interpolation).value);
  }
  const ValueOrigin edited = originEditedBy(origin, kindOf(time));
  Value below = valueAt(edited, time, interpolation);
  // As in the reference, at the default time what cannot be edited stays, a block too.
  const bool isLeft = edited.isBlocked || (below && !isArrayLike(edit.literals, below));
  return time.isDefault() && isLeft ? below : applied(edit, below);
}

OriginValue sampledInLayer(const ValueOrigin& origin, TimeCode time,
                           InterpolationType interpolation) {
  const LayerOffset& stageFromLayer = origin.anchor.stageFromLayer;
  // Where time runs backwards in the layer, what comes before is the sample itself.
  const bool isPreTime = time.isPreTime() && stageFromLayer.scale > 0.0;
  // Earlier than everything is so in every layer.
  const double layerTime = time.isEarliest() ? time.time() : origin.layerFromStage(time.time());
  SampledValue sampled;
  if (const auto* samples = origin.field.find<TimeSamples>()) {
    sampled = sampleAt(*samples, layerTime, isPreTime, interpolation);
  } else {
    sampled.value = evaluateSpline(*origin.field.find<Spline>(), layerTime, isPreTime);
    sampled.use = SampleUse::Spline;
    sampled.lowerTime = sampled.upperTime = layerTime;
  }
  sampled.lowerTime = stageFromLayer(sampled.lowerTime);
  sampled.upperTime = stageFromLayer(sampled.upperTime);
  return {.sampled = std::move(sampled)};
}

}  // namespace

ValueOrigin findOrigin(const Attribute& attribute, TimeKind kind) {
  return OriginSearch(attribute, kind, nullptr).run();
}

ValueOrigin findWeakerOrigin(const Attribute& attribute, TimeKind kind, const Opinion& above) {
  return OriginSearch(attribute, kind, &above).run();
}

bool editsArrays(const ValueOrigin& origin) {
  if (origin.field.holds<ArrayEdit>()) return true;
  const auto* samples = origin.field.find<TimeSamples>();
  // Only of arrays is it worth to look into a sample.
  if (!samples || !origin.opinion.property.typeName().text().ends_with("[]")) return false;
  return samples->value(0).holds<ArrayEdit>() ||
         samples->value(samples->size() - 1).holds<ArrayEdit>();
}

OriginValue evaluate(const ValueOrigin& origin, TimeCode time, InterpolationType interpolation,
                     ClipPins* pins) {
  switch (origin.source) {
    case ValueSource::None:
      return {};
    case ValueSource::Fallback:
      // As in the reference, a blocked attribute has its fallback at numeric times only.
      if (origin.isBlocked && time.isDefault()) return {};
      return {.sampled = {.value = origin.field}};
    case ValueSource::Default:
      return {.sampled = {.value = origin.field}};
    case ValueSource::TimeSamples:
    case ValueSource::Spline:
      return sampledInLayer(origin, time, interpolation);
    case ValueSource::Clips: {
      ClipValue value =
          origin.clips->valueAt(origin.inClips, time.time(), time.isPreTime(), interpolation, pins);
      return {std::move(value.sampled), value.clip, std::move(value.layer), std::move(value.lower),
              std::move(value.upper)};
    }
  }
  return {};
}

Value valueAt(const ValueOrigin& origin, TimeCode time, InterpolationType interpolation,
              ClipPins* pins) {
  Value value = valueOnStage(evaluate(origin, time, interpolation, pins), origin);
  if (value.isBlock()) return {};
  const auto* edit = value.find<ArrayEdit>();
  if (!edit) return value;
  Value edited = editedValueAt(origin, time, *edit, interpolation);
  return edited.isBlock() ? Value() : edited;
}

SampledValue evaluateEdits(const ValueOrigin& origin, TimeCode time,
                           InterpolationType interpolation) {
  const ValueOrigin edited = originEditedBy(origin, TimeKind::Numeric);
  const Array<double> times(editedSampleTimes(origin, edited));
  const double at = time.time();
  const SampleBracket around = findBracket(times, at, time.isPreTime());
  return combineSamples(
      at, times[around.lower], times[around.upper],
      editedSample(origin, edited, times[around.lower]),
      [&] { return editedSample(origin, edited, times[around.upper]); }, interpolation);
}

std::vector<double> sampleTimesOf(const ValueOrigin& origin) {
  std::vector<double> times;
  if (editsArrays(origin)) {
    const ValueOrigin edited = originEditedBy(origin, TimeKind::Numeric);
    times = origin.source == ValueSource::TimeSamples ? editedSampleTimes(origin, edited)
                                                      : sampleTimesOf(edited);
  } else if (origin.clips && origin.inClips.hasSplines) {
    // Splines have none. As in the reference, those of what is next in strength are listed.
    const Attribute attribute(origin.prim, origin.name);
    times =
        sampleTimesOf(OriginSearch(attribute, TimeKind::Numeric, nullptr).skipSplineClips().run());
  } else if (origin.source == ValueSource::Clips) {
    times = origin.clips->sampleTimes(origin.inClips.path);
  } else if (const auto* samples = origin.field.find<TimeSamples>()) {
    for (const double time : samples->times()) {
      times.push_back(origin.anchor.stageFromLayer(time));
    }
  }
  std::erase_if(times, [](double time) { return !std::isfinite(time); });
  return times;
}

std::map<double, Value> mergedClipSamples(const ValueOrigin& origin,
                                          InterpolationType interpolation) {
  std::map<double, Value> samples;
  for (MergedSample& merged : origin.clips->mergedSamples(origin.inClips.path, interpolation)) {
    if (!std::isfinite(merged.time)) continue;
    samples[merged.time] = valueOnStage(
        {.sampled = std::move(merged.value.sampled), .layer = std::move(merged.value.layer)},
        origin);
  }
  return samples;
}

bool mightBeTimeVarying(const ValueOrigin& origin) {
  switch (origin.source) {
    case ValueSource::TimeSamples:
      if (origin.field.find<TimeSamples>()->size() > 1) return true;
      return editsArrays(origin) && sampleTimesOf(origin).size() > 1;
    case ValueSource::Default:
      return editsArrays(origin) && mightBeTimeVarying(originEditedBy(origin, TimeKind::Numeric));
    case ValueSource::Spline:
      return true;
    case ValueSource::Clips:
      return origin.clips->mightBeTimeVarying(origin.inClips.path);
    default:
      return false;
  }
}

}  // namespace usdscope
