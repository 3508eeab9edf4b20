// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/OpinionVerdict.h"

#include "engine/stage/clips/ClipSet.h"

namespace usdscope {
namespace {

// Returns the samples or the spline of a spec. The caller sets the verdict.
JudgedOpinion animationIn(const PropertySpec& spec) {
  Value samples = spec.field(fields::kTimeSamples);
  const auto* found = samples.find<TimeSamples>();
  if (found && !found->isEmpty()) {
    return {.offers = ValueSource::TimeSamples, .field = std::move(samples)};
  }
  Value spline = spec.field(fields::kSpline);
  if (spline.holds<Spline>()) return {.offers = ValueSource::Spline, .field = std::move(spline)};
  return {};
}

// Returns the kind of value of a spec that is strongest at a time of this kind.
ValueSource sourceIn(const PropertySpec& spec, bool isNumeric) {
  if (!isNumeric && spec.hasField(fields::kDefault)) return ValueSource::Default;
  const ValueSource animation = animationIn(spec).offers;
  if (animation != ValueSource::None) return animation;
  return spec.hasField(fields::kDefault) ? ValueSource::Default : ValueSource::None;
}

}  // namespace

JudgedOpinion OpinionJudge::win(ValueSource source, Value field) {
  isDecided_ = true;
  return {.verdict = OpinionVerdict::Wins, .offers = source, .field = std::move(field)};
}

JudgedOpinion OpinionJudge::judge(const PropertySpec& spec) {
  if (isDecided_) {
    if (!givesReasons_) return {};
    const ValueSource offers = sourceIn(spec, isNumeric_);
    const bool isEmpty = offers == ValueSource::None;
    return {.verdict = isEmpty ? OpinionVerdict::NoValue : verdictOfWeaker(),
            .offers = offers,
            .field = {}};
  }
  if (isNumeric_ && !isAnimationBlocked_) {
    JudgedOpinion animation = animationIn(spec);
    if (animation.offers != ValueSource::None) {
      return win(animation.offers, std::move(animation.field));
    }
  }
  Value value = spec.field(fields::kDefault);
  if (value.holds<AnimationBlock>()) {
    isAnimationBlocked_ = true;
    return {.verdict = OpinionVerdict::AnimationBlock, .offers = ValueSource::Default, .field = {}};
  }
  if (!value.isEmpty()) {
    isBlocked_ = value.isBlock();
    return win(ValueSource::Default, std::move(value));
  }
  if (!givesReasons_) return {};
  JudgedOpinion unused = animationIn(spec);
  if (unused.offers != ValueSource::None) {
    unused.verdict =
        isNumeric_ ? OpinionVerdict::AnimationBlocked : OpinionVerdict::NotAtDefaultTime;
  }
  return unused;
}

JudgedOpinion OpinionJudge::judge(const ClipSet& set, Path attribute) {
  JudgedOpinion judged{.verdict = verdictOfWeaker(), .offers = ValueSource::Clips, .field = {}};
  const bool canWin = isNumeric_ && !isDecided_ && !isAnimationBlocked_;
  if (!canWin && !givesReasons_) return judged;
  if (!set.declares(attribute)) {
    const auto manifest = set.manifest();
    judged.verdict = manifest && manifest->findProperty(attribute)
                         ? OpinionVerdict::UniformInManifest
                         : OpinionVerdict::NotInManifest;
  } else if (canWin) {
    return win(ValueSource::Clips, Value());
  } else if (!isDecided_) {
    judged.verdict =
        isNumeric_ ? OpinionVerdict::AnimationBlocked : OpinionVerdict::NotAtDefaultTime;
  }
  return judged;
}

JudgedOpinion OpinionJudge::judgeFallback() {
  const bool isOpen = !isDecided_ || isBlocked_;
  const bool wins =
      isOpen && showsFallback(isBlocked_, isNumeric_ ? TimeKind::Numeric : TimeKind::Default);
  return {.verdict = wins ? OpinionVerdict::Wins : verdictOfWeaker(),
          .offers = ValueSource::Fallback,
          .field = {}};
}

}  // namespace usdscope
