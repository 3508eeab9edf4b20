// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <random>
#include <vector>

#include "engine/asset/AssetResolver.h"
#include "engine/compose/VariableExpression.h"
#include "engine/definitions/PrimDefinition.h"
#include "engine/format/LayerCache.h"
#include "engine/layer/LayerBuilder.h"
#include "engine/report/explain/Explain.h"
#include "engine/report/text/ValueJson.h"
#include "engine/stage/Stage.h"
#include "engine/stage/resolve/ResolveIntervals.h"
#include "engine/stage/resolve/StageValue.h"
#include "engine/value/ArrayEdit.h"
#include "engine/value/SplineEvaluation.h"

// Compares an explanation, its intervals and the resolved value with each other.
namespace usdscope {

struct Agreement {
  std::size_t values = 0;
  std::size_t attributes = 0;
};

/// Numbers to rounding, all else exactly.
inline bool isNear(const Json& a, const Json& b) {
  if (a.is_number() && b.is_number()) {
    const double x = a.get<double>();
    const double y = b.get<double>();
    return std::abs(x - y) <= 1e-12 * std::max({1.0, std::abs(x), std::abs(y)});
  }
  if (!a.is_structured() || a.type() != b.type() || a.size() != b.size()) return a == b;
  for (auto it = a.begin(), other = b.begin(); it != a.end(); ++it, ++other) {
    if (a.is_object() && it.key() != other.key()) return false;
    if (!isNear(*it, *other)) return false;
  }
  return true;
}

inline bool isNear(const Value& a, const Value& b) {
  if (a == b) return true;
  if (a.kind() != b.kind() || a.isArray() != b.isArray()) return false;
  const LayerNames names(*LayerBuilder().build({"anon:none"}), nullptr);
  return isNear(valueToJson(a, names), valueToJson(b, names));
}

/// Makes the value anew from what an explanation says, with nothing but the layers that it names.
class Recomputation {
 public:
  explicit Recomputation(const Explanation& explanation)
      : Recomputation(explanation.attribute, explanation.trace, explanation.time) {}

  Value value() const {
    if (!trace_.edits.empty()) return edited();
    switch (trace_.info.source) {
      case ValueSource::None:
        return {};
      case ValueSource::Fallback: {
        const bool isNone = trace_.info.isBlocked && time_.isDefault();
        return isNone ? Value()
                      : attribute_.prim().definition().findProperty(attribute_.name())->fallback;
      }
      case ValueSource::Default:
        return field(*trace_.info.layer, fields::kDefault);
      case ValueSource::Spline:
        return splineIn(*trace_.info.layer, trace_.fileTime, trace_.spline->isLeftLimit);
      case ValueSource::TimeSamples:
        return combined(*trace_.info.layer, trace_.samples, trace_.fileTime, trace_.lower,
                        trace_.upper);
      case ValueSource::Clips:
        return ofClips();
    }
    return {};
  }

 private:
  Recomputation(const Attribute& attribute, const ResolveTrace& trace, TimeCode time)
      : attribute_(attribute), trace_(trace), time_(time) {}

  // An array with an edit applied to it, or an array among the samples of edits.
  Value arrayOf(const ArrayEditTrace& edit) const {
    const Layer& layer = *trace_.info.layer;
    const bool isSample = trace_.info.source == ValueSource::TimeSamples;
    const Value own = isSample ? sampleIn(layer, edit.sample) : field(layer, fields::kDefault);
    if (!edit.isEdit) return own;
    if (edit.time.isDefault() && edit.edited.info.isBlocked) return {};
    const Value below = Recomputation(attribute_, edit.edited, edit.time).value();
    return applied(own.valueOr(ArrayEdit()), below);
  }

  Value edited() const {
    const ArrayEditTrace& first = trace_.edits.front();
    if (trace_.edits.size() == 1) return arrayOf(first);
    const ArrayEditTrace& last = trace_.edits.back();
    const double share =
        (time_.time() - first.time.time()) / (last.time.time() - first.time.time());
    return interpolate(share, arrayOf(first), arrayOf(last));
  }

  Value field(const Layer& layer, Token name) const {
    const PropertySpec spec = layer.findProperty(trace_.info.specPath);
    return spec ? spec.field(name) : Value();
  }

  Value splineIn(const Layer& layer, double time, bool isLeftLimit) const {
    const Value spline = field(layer, fields::kSpline);
    const auto* found = spline.find<Spline>();
    return found ? evaluateSpline(*found, time, isLeftLimit) : Value();
  }

  // The sample authored at exactly this time; a block where there is none.
  Value sampleIn(const Layer& layer, double time) const {
    const Value value = field(layer, fields::kTimeSamples);
    const auto* samples = value.find<TimeSamples>();
    for (std::size_t i = 0; samples && i < samples->size(); ++i) {
      if (samples->times()[i] == time) return samples->value(i);
    }
    ADD_FAILURE() << layer.identifier() << " has no sample at " << time;
    return Value(ValueBlock{});
  }

  Value combined(const Layer& layer, SampleUse use, double time, double lower, double upper) const {
    Value value = sampleIn(layer, lower);
    EXPECT_EQ(value.isBlock(), use == SampleUse::Blocked);
    if (use != SampleUse::Linear) return value;
    return interpolate((time - lower) / (upper - lower), value, sampleIn(layer, upper));
  }

  Value clipSample(const ClipSample& sample) const {
    if (sample.isInManifest) {
      Value value = sample.layer ? field(*sample.layer, fields::kDefault) : Value();
      return value.isEmpty() ? Value(ValueBlock{}) : value;
    }
    if (sample.use == SampleUse::Spline)
      return splineIn(*sample.layer, sample.time, sample.isLeftLimit);
    return combined(*sample.layer, sample.use, sample.time, sample.lowerTime, sample.upperTime);
  }

  Value ofClips() const {
    Value value = clipSample(trace_.clip->lower);
    if (trace_.info.samples != SampleUse::Linear) return value;
    const double share =
        (time_.time() - trace_.info.lowerTime) / (trace_.info.upperTime - trace_.info.lowerTime);
    return interpolate(share, value, clipSample(trace_.clip->upper));
  }

  const Attribute attribute_;
  const ResolveTrace& trace_;
  const TimeCode time_;
};

// A time code as its layer has it, led to the stage by what is said of it.
inline Value onStage(TimeCodeValue time, const ResolveTrace& trace) {
  return Value(TimeCodeValue{trace.info.offset(time.time)});
}

// Resolves an authored asset path from its layer. Expressions are not evaluated.
inline Value onStage(AssetPath asset, const Layer& layer, const AssetResolver& resolver) {
  if (!asset.authored.empty())
    asset.resolved = resolver.resolve(asset.authored, layer.identifier());
  return Value(asset);
}

inline void expectOnStage(const Value& made, const Explanation& explanation) {
  const ResolveTrace& trace = explanation.trace;
  const auto* clip = trace.clip ? trace.clip->lower.layer.get() : nullptr;
  const Layer* layer = clip ? clip : trace.info.layer.get();
  if (const auto* time = made.find<TimeCodeValue>(); time && !trace.clip) {
    EXPECT_TRUE(isNear(onStage(*time, trace), explanation.value));
  } else if (const auto* asset = made.find<AssetPath>(); asset && layer) {
    if (isVariableExpression(asset->authored)) return;
    const AssetResolver& resolver = explanation.attribute.prim().stage().resolver();
    EXPECT_EQ(onStage(*asset, *layer, resolver), explanation.value);
  }
}

inline void expectTimePathLeadsDown(const Explanation& explanation) {
  const ResolveTrace& trace = explanation.trace;
  double time = explanation.time.time();
  for (const TimeStep& step : trace.timePath) {
    EXPECT_NEAR(step.from, time, 1e-9 * std::max(1.0, std::abs(time)));
    if (!step.isInnerTimeConstant) {
      EXPECT_NEAR(step.offset(step.to), step.from, 1e-9 * std::max(1.0, std::abs(step.from)));
    }
    time = step.to;
  }
  EXPECT_NEAR(time, trace.fileTime, 1e-9 * std::max(1.0, std::abs(time)));
}

inline void expectOneWinner(const Explanation& explanation) {
  const ResolveInfo& info = explanation.trace.info;
  std::size_t winners = 0;
  for (const OpinionReport& opinion : explanation.opinions) {
    if (opinion.verdict != OpinionVerdict::Wins) continue;
    ++winners;
    if (info.isBlocked) {
      EXPECT_TRUE(opinion.isBlock || !opinion.layer);
      continue;
    }
    EXPECT_EQ(opinion.offers, info.source);
    if (info.source != ValueSource::Clips && info.layer) {
      EXPECT_EQ(opinion.layer, info.layer);
    }
    if (info.layer) {
      EXPECT_EQ(opinion.specPath, info.specPath);
    }
  }
  EXPECT_EQ(winners, info.source == ValueSource::None && !info.isBlocked ? 0u : 1u);
}

inline void expectAgreement(const Attribute& attribute, TimeCode time, Agreement& out) {
  const Explanation explanation = explain(attribute, time);
  ++out.values;
  expectOneWinner(explanation);
  if (time.isNumeric() && !time.isEarliest() && explanation.trace.info.layer &&
      explanation.trace.info.source != ValueSource::Default) {
    expectTimePathLeadsDown(explanation);
  }
  const Value made = Recomputation(explanation).value();
  const ValueSource source = explanation.trace.info.source;
  if (source == ValueSource::None) {
    EXPECT_TRUE(explanation.value.isEmpty());
    return;
  }
  if (dependsOnAnchor(made)) {
    if (source != ValueSource::Fallback) expectOnStage(made, explanation);
    return;
  }
  const bool hasNone = made.isBlock() || made.isEmpty();
  EXPECT_EQ(hasNone, explanation.value.isEmpty());
  if (!hasNone) {
    EXPECT_TRUE(isNear(made, explanation.value))
        << valueToJson(made, LayerNames(*LayerBuilder().build({"anon:none"}), nullptr)).dump()
        << " made from " << explanationToJson(explanation).dump();
  }
}

/// The facts of an explanation that do not depend on its time.
inline Json timelessJson(const Explanation& explanation, bool hasValue) {
  Json json = explanationToJson(explanation);
  json.erase("time");
  json.erase("sentence");
  if (!hasValue) json.erase("value");
  for (Json& step : json["timePath"]) {
    step.erase("from");
    step.erase("to");
  }
  if (!json["clip"].is_null()) json["clip"].erase("time");
  // Edits of a default are done at the time asked.
  if (json.contains("edits")) json.erase("edits");
  return json;
}

inline void expectIntervalsAgree(const Attribute& attribute, double from, double to,
                                 std::mt19937& random) {
  std::optional<double> end;
  explainRange(attribute, from, to, [&](const ExplainedInterval& interval) {
    EXPECT_EQ(interval.from, end.value_or(from));
    end = interval.to;
    // Within a jump of clip times, which takes 4e-9, clip time runs past whatever lies between.
    if (interval.to - interval.from < 1e-8) return;
    const Json told = timelessJson(interval.explanation, interval.isConstant);
    for (int i = 0; i < 3; ++i) {
      const double share = std::uniform_real_distribution<double>(0.001, 0.999)(random);
      const double time = interval.from + share * (interval.to - interval.from);
      if (time == interval.from || time == interval.to) continue;
      const Explanation there = explain(attribute, time);
      EXPECT_EQ(timelessJson(there, interval.isConstant), told)
          << attribute.path().text() << " at " << time << " in " << interval.from << " to "
          << interval.to;
    }
  });
  EXPECT_EQ(end, to);
}

// Times at, between, just before and outside of samples.
inline std::vector<TimeCode> askedTimes(const Attribute& attribute, std::mt19937& random,
                                        std::size_t count) {
  const std::vector<double> samples = attribute.timeSamples();
  std::vector<TimeCode> times = {TimeCode::defaultTime(), TimeCode::earliest()};
  const double first = samples.empty() ? 0.0 : std::min(samples.front(), samples.back());
  const double last = samples.empty() ? 100.0 : std::max(samples.front(), samples.back());
  std::uniform_real_distribution<double> anywhere(first - 3.0, last + 3.0);
  for (std::size_t i = 0; i < count; ++i) {
    times.push_back(anywhere(random));
    if (!samples.empty()) times.push_back(samples[random() % samples.size()]);
    if (i % 4 != 0) continue;
    times.push_back(TimeCode::preTime(anywhere(random)));
    if (!samples.empty()) times.push_back(TimeCode::preTime(samples[random() % samples.size()]));
  }
  return times;
}

inline bool isRelevant(const Attribute& attribute) {
  return attribute.mightBeTimeVarying() || attribute.hasAuthoredValue();
}

}  // namespace usdscope
