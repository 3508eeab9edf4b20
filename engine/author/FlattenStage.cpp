// SPDX-License-Identifier: Apache-2.0
#include "engine/author/FlattenStage.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <limits>
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

class Flattening {
 public:
  Flattening(const Stage& stage, const FlattenOptions& options, Diagnostics& diagnostics)
      : stage_(stage), options_(options), diagnostics_(diagnostics) {}

  std::shared_ptr<const Layer> run() {
    findParts();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      present_ = i;
      visitTaken(parts_[i].prototype, parts_[i].mask,
                 [&](const Prim& prim) { return addPrim(prim); });
    }
    present_ = kNoPart;
    addPseudoRoot();
    visitTaken(stage_.pseudoRoot(), options_.mask, [&](const Prim& prim) { return addPrim(prim); });
    return builder_.build({.identifier = "anon:flattened.usda"});
  }

 private:
  static constexpr std::size_t kNoPart = std::numeric_limits<std::size_t>::max();

  /// A prototype, as far as some instances have it taken.
  struct Part {
    Prim prototype;
    PopulationMask mask;  // As if the prototype were the root.
    Path flattened;
  };

  template <typename Visit>
  void visitTaken(const Prim& root, const PopulationMask& mask, Visit visit) const {
    PrimFilter filter = PrimFilter::all();
    filter.instanceProxies = false;
    // An instance below one of the mask's paths has none of them below itself, but is taken whole.
    const bool takesAll = mask.includesAll() || mask.paths().empty();
    traverse(root, filter, [&](const Prim& prim) {
      return (takesAll || mask.includes(belowRoot(prim.path(), root))) && visit(prim);
    });
  }

  static Path belowRoot(Path path, const Prim& root) {
    return path.withPrefixReplaced(root.path(), Path::root());
  }

  // Null: there is none yet.
  const Part* findPart(Path prototype, const PopulationMask& mask) const {
    const auto found = partsOf_.find(prototype);
    if (found == partsOf_.end()) return nullptr;
    for (const std::size_t i : found->second) {
      if (parts_[i].mask == mask) return &parts_[i];
    }
    return nullptr;
  }

  // Instance after instance, first on the stage, then in the prototypes found before.
  void findParts() {
    std::size_t number = 1;
    const auto findIn = [&](const Prim& root, const PopulationMask& mask) {
      visitTaken(root, mask, [&](const Prim& prim) {
        if (!prim.isActive() || !prim.isInstance()) return prim.isActive();
        const Prim prototype = prim.prototype();
        PopulationMask below = mask.relativeTo(belowRoot(prim.path(), root));
        if (!findPart(prototype.path(), below)) {
          partsOf_[prototype.path()].push_back(parts_.size());
          parts_.push_back({prototype, std::move(below), freeName(number)});
        }
        return true;
      });
    };
    findIn(stage_.pseudoRoot(), options_.mask);
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      findIn(parts_[i].prototype, parts_[i].mask);
    }
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
    if (parts_.empty() || path.isEmpty()) return path;
    Path top = path.primPath();
    while (top.depth() > 1) top = top.parent();
    if (present_ != kNoPart && parts_[present_].prototype.path() == top) {
      return path.withPrefixReplaced(top, parts_[present_].flattened);
    }
    const auto found = partsOf_.find(top);
    if (found == partsOf_.end()) return path;
    return path.withPrefixReplaced(top, parts_[found->second.front()].flattened);
  }

  // Where an instance finds what is taken of its prototype.
  Path partOf(const Prim& instance) const {
    const bool isInPart = present_ != kNoPart;
    const Prim root = isInPart ? parts_[present_].prototype : stage_.pseudoRoot();
    const PopulationMask& mask = isInPart ? parts_[present_].mask : options_.mask;
    const PopulationMask below = mask.relativeTo(belowRoot(instance.path(), root));
    return findPart(instance.prototype().path(), below)->flattened;
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
      references.appendedItems.push_back({.assetPath = {}, .primPath = partOf(prim)});
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
    for (auto& [field, value] : flattenedMetadata(property.prim(), property.name())) {
      builder_.setPropertyField(to, field, std::move(value));
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
    bool hasDefault = false;
    bool hasSpline = false;
    for (OpinionWalk walk(attribute.prim(), attribute.name()); walk.next();) {
      const Opinion& opinion = walk.opinion();
      if (!opinion.property) continue;
      hasDefault = hasDefault || opinion.property.hasField(fields::kDefault);
      if (hasSpline || !opinion.property.hasField(fields::kSpline)) continue;
      hasSpline = true;
      const Value value = opinion.property.field(fields::kSpline);
      if (const auto* spline = value.find<Spline>()) {
        builder_.setPropertyField(to, fields::kSpline,
                                  Value(moved(*spline, opinion.stageFromLayer())));
      }
    }
    if (hasDefault) addDefault(attribute, to);
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
    std::vector<double> times = sampleTimesOf(origin);
    if (times.empty()) return {};
    std::map<double, Value> samples;
    for (const double time : times) {
      Value value = valueAt(origin, time, stage_.request().interpolation);
      samples[time] = value.isEmpty() ? Value(ValueBlock{}) : std::move(value);
    }
    times.clear();
    std::vector<Value> values;
    for (auto& [time, value] : samples) {
      times.push_back(time);
      values.push_back(std::move(value));
    }
    return Value(TimeSamples(Array<double>(std::move(times)), Array<Value>(std::move(values))));
  }

  const Stage& stage_;
  const FlattenOptions& options_;
  Diagnostics& diagnostics_;
  LayerBuilder builder_;
  std::deque<Part> parts_;
  std::unordered_map<Path, std::vector<std::size_t>> partsOf_;  // By prototype.
  std::size_t present_ = kNoPart;                               // What is being added.
};

}  // namespace

std::shared_ptr<const Layer> flattenStage(const Stage& stage, const FlattenOptions& options,
                                          Diagnostics& diagnostics) {
  return Flattening(stage, options, diagnostics).run();
}

}  // namespace usdscope
