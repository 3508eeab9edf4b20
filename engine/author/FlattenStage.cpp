// SPDX-License-Identifier: Apache-2.0
#include "engine/author/FlattenStage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <filesystem>
#include <map>
#include <unordered_map>

#include "engine/author/detail/MoveFields.h"
#include "engine/layer/LayerBuilder.h"
#include "engine/layer/ListOp.h"
#include "engine/stage/FlattenedMetadata.h"
#include "engine/stage/Property.h"
#include "engine/stage/ResolveValue.h"

namespace usdscope {
namespace {

Value explicitList(std::vector<Path> paths) {
  return Value(ListOp<Path>::makeExplicit(std::move(paths)));
}

constexpr PrimFilter kFilter = [] {
  PrimFilter filter = PrimFilter::all();
  filter.instanceProxies = false;
  return filter;
}();

class Flattening {
 public:
  Flattening(const Stage& stage, const FlattenOptions& options, Diagnostics& diagnostics)
      : stage_(stage), options_(options), diagnostics_(diagnostics) {}

  std::shared_ptr<const Layer> run() {
    findPrototypes();
    for (const Prim& prototype : prototypes_) addTree(prototype);
    addPseudoRoot();
    addTree(stage_.pseudoRoot());
    return builder_.build({.identifier = "anon:flattened.usda"});
  }

 private:
  void addTree(const Prim& root) {
    traverse(root, kFilter, [&](const Prim& prim) { return addPrim(prim); });
  }

  // Instance after instance, first on the stage, then in the prototypes found before.
  void findPrototypes() {
    std::size_t number = 1;
    const auto findIn = [&](const Prim& root) {
      traverse(root, kFilter, [&](const Prim& prim) {
        if (!prim.isActive() || !prim.isInstance()) return prim.isActive();
        const Prim prototype = prim.prototype();
        if (!flattened_.contains(prototype.path())) {
          flattened_.emplace(prototype.path(), freeName(number));
          prototypes_.push_back(prototype);
        }
        return true;
      });
    };
    findIn(stage_.pseudoRoot());
    for (std::size_t i = 0; i < prototypes_.size(); ++i) findIn(prototypes_[i]);
  }

  // A name that no prim of the stage has.
  Path freeName(std::size_t& number) const {
    Path path;
    do {
      path = Path::root().child(Token(fmt::format("Flattened_Prototype_{}", number++)));
    } while (stage_.primAt(path));
    return path;
  }

  Path flattenedPath(Path path) const {
    if (flattened_.empty() || path.isEmpty()) return path;
    Path top = path.primPath();
    while (top.depth() > 1) top = top.parent();
    const auto found = flattened_.find(top);
    return found == flattened_.end() ? path : path.withPrefixReplaced(top, found->second);
  }

  void addPseudoRoot() {
    const Prim root = stage_.pseudoRoot();
    for (auto& [field, value] : flattenedMetadata(root)) {
      builder_.setPrimField(LayerBuilder::kRoot, field, std::move(value));
    }
    if (!options_.hasSourceComment) return;
    const Value* present = builder_.primField(LayerBuilder::kRoot, fields::kDocumentation);
    std::string text = present ? present->valueOr(std::string()) : std::string();
    if (!text.empty()) text += "\n\n";
    std::error_code error;
    const std::string& identifier = stage_.rootLayer()->identifier();
    const auto real = std::filesystem::weakly_canonical(identifier, error);
    text += fmt::format("Generated from Composed Stage of root layer {}\n",
                        error ? identifier : real.string());
    builder_.setPrimField(LayerBuilder::kRoot, fields::kDocumentation, Value(std::move(text)));
  }

  // False: what is below is not in the layer.
  bool addPrim(const Prim& prim) {
    if (!prim.isActive()) return false;
    const Path path = flattenedPath(prim.path());
    const LayerBuilder::PrimId parent = builder_.findPrim(path.parent());
    const LayerBuilder::PrimId to = builder_.addPrim(parent, path.name());
    builder_.setPrimField(to, fields::kSpecifier, Value(Specifier::Over));
    if (prim.isInstance()) {
      ListOp<Reference> references;
      references.appendedItems.push_back(
          {.assetPath = {}, .primPath = flattened_.at(prim.prototype().path())});
      builder_.setPrimField(to, fields::kReferences, Value(std::move(references)));
    }
    for (auto& [field, value] : flattenedMetadata(prim)) {
      builder_.setPrimField(to, field, std::move(value));
    }
    for (const Token name : prim.propertyNames()) {
      if (const Attribute attribute = prim.attribute(name)) {
        // Clips may have values of attributes that only the schema defines.
        if (attribute.isAuthored() || attribute.hasAuthoredValue()) addAttribute(attribute, to);
      } else if (const Relationship relationship = prim.relationship(name)) {
        if (relationship.isAuthored()) addRelationship(relationship, to);
      }
    }
    return true;
  }

  void addAttribute(const Attribute& attribute, LayerBuilder::PrimId prim) {
    if (attribute.typeName().isEmpty()) {
      diagnostics_.report(kUnknownAttributeType, {.layer = {}, .path = attribute.path().text()},
                          "The attribute has a type that is not known; it is left out.");
      return;
    }
    const auto to = builder_.addProperty(prim, attribute.name(), PropertyKind::Attribute);
    builder_.setPropertyField(to, fields::kTypeName, Value(attribute.typeName()));
    addMetadata(attribute, to);
    addValues(attribute, to);
    addPaths(attribute.connections(), fields::kConnectionPaths, to);
  }

  void addRelationship(const Relationship& relationship, LayerBuilder::PrimId prim) {
    const auto to = builder_.addProperty(prim, relationship.name(), PropertyKind::Relationship);
    builder_.setPropertyField(to, fields::kVariability, Value(Variability::Varying));
    addMetadata(relationship, to);
    addPaths(relationship.targets(), fields::kTargetPaths, to);
  }

  void addMetadata(const Property& property, LayerBuilder::PropertyId to) {
    const bool isAttribute = builder_.propertyKind(to) == PropertyKind::Attribute;
    for (auto& [field, value] : flattenedMetadata(property.prim(), property.name())) {
      // An attribute that a relationship hides tells a type too.
      if (isAttribute || field != fields::kTypeName) {
        builder_.setPropertyField(to, field, std::move(value));
      }
    }
  }

  void addPaths(std::vector<Path> paths, Token field, LayerBuilder::PropertyId to) {
    if (paths.empty()) return;
    for (Path& path : paths) path = flattenedPath(path);
    builder_.setPropertyField(to, field, explicitList(std::move(paths)));
  }

  void addValues(const Attribute& attribute, LayerBuilder::PropertyId to) {
    ValueOrigin origin = findOrigin(attribute, TimeKind::Numeric);
    origin.anchor.isForFlattening = true;
    if (Value samples = samplesOf(attribute, origin); !samples.isEmpty()) {
      builder_.setPropertyField(to, fields::kTimeSamples, std::move(samples));
    }
    if (const auto spline = splineOf(origin)) {
      builder_.setPropertyField(to, fields::kSpline, Value(*spline));
    }
    bool hasDefault = false;
    for (OpinionWalk walk(attribute.prim(), attribute.name()); walk.next();) {
      const PropertySpec& spec = walk.opinion().property;
      hasDefault = hasDefault || (spec && spec.hasField(fields::kDefault));
    }
    if (hasDefault) addDefault(attribute, to);
  }

  // In the time of the stage.
  static std::optional<Spline> splineOf(const ValueOrigin& origin) {
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

  void addDefault(const Attribute& attribute, LayerBuilder::PropertyId to) {
    ValueOrigin origin = findOrigin(attribute, TimeKind::Default);
    origin.anchor.isForFlattening = true;
    Value value = valueAt(origin, TimeCode::defaultTime(), stage_.request().interpolation);
    if (value.isEmpty()) value = Value(ValueBlock{});
    builder_.setPropertyField(to, fields::kDefault, std::move(value));
  }

  // Samples in the time of the stage; empty where there are none.
  Value samplesOf(const Attribute& attribute, const ValueOrigin& origin) const {
    const std::string_view type = attribute.typeName().text();
    const bool isMapped = type.starts_with("asset") || type.starts_with("timecode") ||
                          type.starts_with("pathExpression");
    const bool isAsAuthored = origin.field.holds<TimeSamples>() && !isMapped &&
                              origin.anchor.stageFromLayer.isIdentity() && !editsArrays(origin);
    // Stays undecoded in its file.
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

  std::map<double, Value> allSamples(const ValueOrigin& origin) const {
    const bool isEdit = editsArrays(origin);
    if (origin.field.holds<TimeSamples>() && !isEdit) return authoredSamples(origin);
    if (origin.clips && origin.inClips.hasSplines) return {};
    if (origin.clips) return mergedClipSamples(origin, stage_.request().interpolation);
    return isEdit ? evaluatedSamples(origin) : std::map<double, Value>();
  }

  // Not evaluated at their times, since a time that is led to the stage and back may miss its
  // sample.
  static std::map<double, Value> authoredSamples(const ValueOrigin& origin) {
    const TimeSamples& authored = *origin.field.find<TimeSamples>();
    std::map<double, Value> samples;
    for (std::size_t i = 0; i < authored.size(); ++i) {
      const double time = origin.anchor.stageFromLayer(authored.times()[i]);
      if (std::isfinite(time)) samples[time] = stageValue(authored.value(i), origin.anchor);
    }
    return samples;
  }

  std::map<double, Value> evaluatedSamples(const ValueOrigin& origin) const {
    std::map<double, Value> samples;
    for (const double time : sampleTimesOf(origin)) {
      Value value = valueAt(origin, time, stage_.request().interpolation);
      samples[time] = value.isEmpty() ? Value(ValueBlock{}) : std::move(value);
    }
    return samples;
  }

  const Stage& stage_;
  const FlattenOptions& options_;
  Diagnostics& diagnostics_;
  LayerBuilder builder_;
  std::deque<Prim> prototypes_;
  std::unordered_map<Path, Path> flattened_;  // Where each prototype goes.
};

}  // namespace

std::shared_ptr<const Layer> flattenStage(const Stage& stage, const FlattenOptions& options,
                                          Diagnostics& diagnostics) {
  return Flattening(stage, options, diagnostics).run();
}

}  // namespace usdscope
