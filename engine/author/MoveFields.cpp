// SPDX-License-Identifier: Apache-2.0
#include "engine/author/detail/MoveFields.h"

#include <algorithm>
#include <vector>

#include "engine/compose/VariableExpression.h"
#include "engine/layer/ClipKeys.h"
#include "engine/layer/ListOp.h"
#include "engine/math/Types.h"
#include "engine/stage/resolve/AnchoredAssetPath.h"

namespace usdscope {
namespace {

constexpr const char* kTimed[] = {clip_keys::kActive, clip_keys::kTimes};
constexpr const char* kPaths[] = {clip_keys::kAssetPaths, clip_keys::kManifestAssetPath};

}  // namespace

Spline moved(Spline spline, const LayerOffset& offset) {
  if (offset.isIdentity()) return spline;
  // The values of time-valued splines are mapped too, so their slopes stay.
  const bool isOfTimes = spline.valueKind == ValueKind::TimeCode;
  const bool isOfDurations = spline.valueKind == ValueKind::Duration;
  const double slopeScale = isOfTimes || isOfDurations ? 1.0 : offset.scale;
  const auto moveTangent = [&](SplineTangent& tangent) {
    tangent.width *= offset.scale;
    tangent.slope /= slopeScale;
  };
  const auto moveValue = [&](double& value) {
    if (isOfTimes) value = offset(value);
    if (isOfDurations) value *= offset.scale;
  };
  for (SplineKnot& knot : spline.knots) {
    knot.time = offset(knot.time);
    moveValue(knot.value);
    if (knot.preValue) moveValue(*knot.preValue);
    moveTangent(knot.pre);
    moveTangent(knot.post);
  }
  for (SplineExtrapolation* end : {&spline.preExtrapolation, &spline.postExtrapolation}) {
    end->slope /= slopeScale;
    if (end->boundary) end->boundary = offset(*end->boundary);
  }
  if (spline.innerLoop) {
    spline.innerLoop->start = offset(spline.innerLoop->start);
    spline.innerLoop->end = offset(spline.innerLoop->end);
  }
  return spline;
}

Value FieldMove::operator()(Token field, Value value) const {
  if (const auto* dictionary = value.find<Dictionary>(); dictionary && field == fields::kClips) {
    return clips(*dictionary);
  }
  if (const auto* op = value.find<ListOp<Reference>>()) return arcs(*op);
  if (const auto* op = value.find<ListOp<Payload>>()) return arcs(*op);
  if (const auto* found = value.find<TimeSamples>()) return samples(*found);
  if (const auto* spline = value.find<Spline>()) return Value(moved(*spline, offset));
  return plain(std::move(value));
}

std::string FieldMove::assetPath(const std::string& authored) const {
  if (!isVariableExpression(authored)) return anchoredAssetPath(authored, source, resolver);
  const std::string evaluated = evaluateTextExpression(authored, variables).text();
  return anchoredAssetPath(evaluated, source, resolver);
}

Value FieldMove::plain(Value value) const {
  if (const auto* asset = value.find<AssetPath>()) {
    AssetPath other;
    other.authored = assetPath(asset->authored);
    return Value(std::move(other));
  }
  if (const auto* assets = value.find<Array<AssetPath>>()) {
    std::vector<AssetPath> others(assets->begin(), assets->end());
    for (AssetPath& other : others) {
      AssetPath asset;
      asset.authored = assetPath(other.authored);
      other = std::move(asset);
    }
    return Value(Array<AssetPath>(std::move(others)));
  }
  if (offset.isIdentity()) return value;
  if (const auto* code = value.find<TimeCodeValue>()) {
    return Value(TimeCodeValue{offset(code->time)});
  }
  if (const auto* codes = value.find<Array<TimeCodeValue>>()) {
    std::vector<TimeCodeValue> others(codes->begin(), codes->end());
    for (TimeCodeValue& other : others) other.time = offset(other.time);
    return Value(Array<TimeCodeValue>(std::move(others)));
  }
  if (const auto* dictionary = value.find<Dictionary>()) {
    Dictionary other = *dictionary;
    for (const auto& [key, item] : dictionary->entries()) {
      // Asset paths in dictionaries are not rewritten.
      const bool isAsset = item.holds<AssetPath>() || item.holds<Array<AssetPath>>();
      if (!isAsset) other.set(key, plain(item));
    }
    return Value(std::move(other));
  }
  return value;
}

Value FieldMove::samples(const TimeSamples& samples) const {
  const Value first = samples.isEmpty() ? Value() : samples.value(0);
  const bool isPlain = first.kind() != ValueKind::Asset && first.kind() != ValueKind::TimeCode;
  if (offset.isIdentity() && isPlain) return Value(samples);
  std::vector<double> times;
  std::vector<Value> values;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    times.push_back(offset(samples.times()[i]));
    values.push_back(plain(samples.value(i)));
  }
  return Value(TimeSamples(Array<double>(std::move(times)), Array<Value>(std::move(values))));
}

Value FieldMove::clips(const Dictionary& clips) const {
  Dictionary out = clips;
  for (const auto& [name, entry] : clips.entries()) {
    const auto* info = entry.find<Dictionary>();
    if (!info) continue;
    Dictionary set = *info;
    for (const char* key : kTimed) {
      const Value* value = info->find(key);
      const auto* times = value ? value->find<Array<glm::dvec2>>() : nullptr;
      if (!times || offset.isIdentity()) continue;
      std::vector<glm::dvec2> mapped(times->begin(), times->end());
      for (glm::dvec2& time : mapped) time.x = offset(time.x);
      set.set(key, Value(Array<glm::dvec2>(std::move(mapped))));
    }
    for (const char* key : kPaths) {
      if (const Value* value = info->find(key)) set.set(key, plain(*value));
    }
    out.set(name, Value(std::move(set)));
  }
  return Value(std::move(out));
}

template <typename T>
Value FieldMove::arcs(ListOp<T> op) const {
  for (auto* items : {&op.explicitItems, &op.addedItems, &op.prependedItems, &op.appendedItems,
                      &op.deletedItems, &op.orderedItems}) {
    for (T& item : *items) {
      if (!item.assetPath.empty()) item.assetPath = assetPath(item.assetPath);
      if (!offset.isIdentity()) item.offset = compose(offset, item.offset);
    }
    // Expressions may make items equal; the first of them stays.
    *items = ListOp<T>::makeExplicit(std::move(*items)).appliedItems();
  }
  return Value(std::move(op));
}

}  // namespace usdscope
