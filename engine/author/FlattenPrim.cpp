// SPDX-License-Identifier: Apache-2.0
#include "engine/author/detail/FlattenPrim.h"

#include <cmath>

#include "engine/author/FlattenStage.h"
#include "engine/author/detail/MoveFields.h"
#include "engine/layer/ListOp.h"
#include "engine/stage/resolve/FlattenedMetadata.h"

namespace usdscope {
namespace {

// The spline at an origin, in stage time; empty when there is none.
std::optional<Spline> splineOf(const ValueOrigin& origin) {
  if (origin.clips) {
    if (!origin.inClips.hasSplines) return std::nullopt;
    const auto merged = origin.clips->mergedSpline(origin.inClips.path);
    if (!merged) return std::nullopt;
    return moved(*merged, origin.clips->definition().stageFromSet);
  }
  const auto* spline = origin.field.find<Spline>();
  if (!spline) return std::nullopt;
  return moved(*spline, origin.anchor.stageFromLayer);
}

// The authored samples in stage time. They are copied, not evaluated: a time that is mapped to the
// stage and back may miss its sample.
std::map<double, Value> authoredSamples(const ValueOrigin& origin) {
  const TimeSamples& authored = *origin.field.find<TimeSamples>();
  std::map<double, Value> samples;
  for (std::size_t i = 0; i < authored.size(); ++i) {
    const double time = origin.anchor.stageFromLayer(authored.times()[i]);
    if (std::isfinite(time)) samples[time] = stageValue(authored.value(i), origin.anchor);
  }
  return samples;
}

}  // namespace

void PrimFlattening::operator()(const Prim& prim, FlattenedPrim& out) const {
  out.path = flattenedPath(prim.path());
  out.fields.clear();
  out.properties.clear();
  out.problems = {};
  out.fields.emplace_back(fields::kSpecifier, Value(Specifier::Over));
  if (prim.isInstance()) {
    ListOp<Reference> references;
    references.appendedItems.push_back(
        {.assetPath = {}, .primPath = prototypes_.at(prim.prototype().path())});
    out.fields.emplace_back(fields::kReferences, Value(std::move(references)));
  }
  for (MetadataEntry& entry : flattenedMetadata(prim)) out.fields.push_back(std::move(entry));
  out.fieldsEnd = out.fields.size();
  for (const Token name : prim.propertyNames()) {
    if (const Attribute attribute = prim.attribute(name)) {
      // Clips may have values for attributes that only the schema defines.
      if (attribute.isAuthored() || attribute.hasAuthoredValue()) addAttribute(attribute, out);
    } else if (const Relationship relationship = prim.relationship(name)) {
      if (relationship.isAuthored()) addRelationship(relationship, out);
    }
  }
}

Path PrimFlattening::flattenedPath(Path path) const {
  if (prototypes_.empty() || path.isEmpty()) return path;
  Path top = path.primPath();
  while (top.depth() > 1) top = top.parent();
  const auto found = prototypes_.find(top);
  return found == prototypes_.end() ? path : path.withPrefixReplaced(top, found->second);
}

void PrimFlattening::addAttribute(const Attribute& attribute, FlattenedPrim& to) const {
  const Token type = attribute.typeName();
  if (type.isEmpty()) {
    to.problems.report(kUnknownAttributeType, {.layer = {}, .path = attribute.path().text()},
                       "The type of the attribute is unknown. The attribute is ignored.");
    return;
  }
  to.fields.emplace_back(fields::kTypeName, Value(type));
  for (MetadataEntry& entry : flattenedMetadata(attribute.prim(), attribute.name())) {
    to.fields.push_back(std::move(entry));
  }
  addValues(attribute, to);
  addPaths(attribute.connections(), fields::kConnectionPaths, to);
  to.properties.push_back({attribute.name(), PropertyKind::Attribute, to.fields.size()});
}

void PrimFlattening::addRelationship(const Relationship& relationship, FlattenedPrim& to) const {
  to.fields.emplace_back(fields::kVariability, Value(Variability::Varying));
  for (MetadataEntry& entry : flattenedMetadata(relationship.prim(), relationship.name())) {
    // A weaker attribute with this name may have authored a type name.
    if (entry.first != fields::kTypeName) to.fields.push_back(std::move(entry));
  }
  addPaths(relationship.targets(), fields::kTargetPaths, to);
  to.properties.push_back({relationship.name(), PropertyKind::Relationship, to.fields.size()});
}

void PrimFlattening::addPaths(std::vector<Path> paths, Token field, FlattenedPrim& to) const {
  if (paths.empty()) return;
  for (Path& path : paths) path = flattenedPath(path);
  to.fields.emplace_back(field, Value(ListOp<Path>::makeExplicit(std::move(paths))));
}

void PrimFlattening::addValueAt(const Attribute& attribute, FlattenedPrim& to) const {
  const bool isDefault = !time_->isNumeric();
  ValueOrigin origin = findOrigin(attribute, isDefault ? TimeKind::Default : TimeKind::Numeric);
  origin.anchor.isForFlattening = true;
  Value value = valueAt(origin, *time_, stage_.request().interpolation);
  if (value.isEmpty() && attribute.hasAuthoredValue()) value = Value(ValueBlock{});
  if (!value.isEmpty()) to.fields.emplace_back(fields::kDefault, std::move(value));
}

void PrimFlattening::addValues(const Attribute& attribute, FlattenedPrim& to) const {
  if (time_) return addValueAt(attribute, to);
  ValueOrigin origin = findOrigin(attribute, TimeKind::Numeric);
  origin.anchor.isForFlattening = true;
  if (Value samples = samplesOf(attribute, origin); !samples.isEmpty()) {
    to.fields.emplace_back(fields::kTimeSamples, std::move(samples));
  }
  if (const auto spline = splineOf(origin)) {
    to.fields.emplace_back(fields::kSpline, Value(*spline));
  }
  bool hasDefault = false;
  for (OpinionWalk walk(attribute.prim(), attribute.name()); !hasDefault && walk.next();) {
    const PropertySpec& spec = walk.opinion().property;
    hasDefault = spec && spec.hasField(fields::kDefault);
  }
  if (hasDefault) to.fields.emplace_back(fields::kDefault, defaultOf(attribute));
}

Value PrimFlattening::defaultOf(const Attribute& attribute) const {
  ValueOrigin origin = findOrigin(attribute, TimeKind::Default);
  origin.anchor.isForFlattening = true;
  Value value = valueAt(origin, TimeCode::defaultTime(), stage_.request().interpolation);
  return value.isEmpty() ? Value(ValueBlock{}) : value;
}

// The samples in stage time; empty when there are none.
Value PrimFlattening::samplesOf(const Attribute& attribute, const ValueOrigin& origin) const {
  const std::string_view type = attribute.typeName().text();
  const bool isMapped = type.starts_with("asset") || type.starts_with("timecode") ||
                        type.starts_with("pathExpression");
  const bool isAsAuthored = origin.field.holds<TimeSamples>() && !isMapped &&
                            origin.anchor.stageFromLayer.isIdentity() && !editsArrays(origin);
  // An unchanged field need not be decoded from its file.
  if (isAsAuthored) return origin.field;
  const std::map<double, Value> samples = allSamples(origin);
  if (samples.empty()) return {};
  std::vector<double> times;
  std::vector<Value> values;
  for (const auto& [time, value] : samples) {
    times.push_back(time);
    values.push_back(value);
  }
  return Value(TimeSamples(Array<double>(std::move(times)), Array<Value>(std::move(values))));
}

std::map<double, Value> PrimFlattening::allSamples(const ValueOrigin& origin) const {
  const bool isEdit = editsArrays(origin);
  if (origin.field.holds<TimeSamples>() && !isEdit) return authoredSamples(origin);
  if (origin.clips && origin.inClips.hasSplines) return {};
  if (origin.clips) return mergedClipSamples(origin, stage_.request().interpolation);
  return isEdit ? evaluatedSamples(origin) : std::map<double, Value>();
}

std::map<double, Value> PrimFlattening::evaluatedSamples(const ValueOrigin& origin) const {
  std::map<double, Value> samples;
  for (const double time : sampleTimesOf(origin)) {
    Value value = valueAt(origin, time, stage_.request().interpolation);
    samples[time] = value.isEmpty() ? Value(ValueBlock{}) : std::move(value);
  }
  return samples;
}

}  // namespace usdscope
