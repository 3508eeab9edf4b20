// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/stage/Prim.h"
#include "engine/stage/resolve/AttributeQuery.h"
#include "engine/stage/resolve/ResolveInfo.h"

namespace usdscope {

/// A property of a composed prim. Thread-safe. Valid while the stage lives.
class Property {
 public:
  Property() = default;
  Property(Prim prim, Token name) : prim_(prim), name_(name) {}
  explicit operator bool() const { return bool(prim_); }

  const Prim& prim() const { return prim_; }
  Token name() const { return name_; }
  Path path() const { return prim_.path().property(name_); }

  /// Whether an opinion declares the property as custom. False for properties of the schema.
  bool isCustom() const;
  /// Whether any layer has a spec of the property. Clips are not searched.
  bool isAuthored() const;
  /// The composed value of a field; empty when no layer has an opinion.
  Value metadata(Token field) const;
  /// All fields with an opinion, with their composed values.
  std::vector<MetadataEntry> authoredMetadata() const;

 protected:
  /// The specs, strongest first, without those in clips.
  std::vector<StackEntry> specStack() const;
  /// The composed targets or connections in order, mapped to the stage.
  std::vector<Path> composedPaths() const;

  Prim prim_;
  Token name_;
};

class Attribute : public Property {
 public:
  using Property::Property;

  /// The name of the type, as in the text format: `float3[]`. The schema's name, else the strongest
  /// authored one, which may be an older name (`Vec3f[]`). Empty when there is no such type.
  Token typeName() const;
  /// The schema's variability, else the weakest authored one.
  Variability variability() const;

  /// The value at a time, or the schema's fallback; empty when there is neither.
  Value value(TimeCode time = {}) const;
  ResolveInfo resolveInfo(TimeCode time = {}) const;
  AttributeQuery query() const;

  /// Whether a layer or a clip gives a value at numeric times. The schema's fallback is ignored.
  bool hasAuthoredValue() const;
  /// Whether the value may differ between two times. May be true for a constant value.
  bool mightBeTimeVarying() const;
  /// Whether values come from a spline, in a layer or in clips.
  bool hasSpline() const;
  /// The sample times on the stage. Ascending; descending where time runs backwards in the layer.
  /// Clips add the times of their metadata.
  std::vector<double> timeSamples() const;

  /// The specs, strongest first. At a numeric time the active clip of each set is included, in its
  /// place by strength.
  std::vector<StackEntry> propertyStack(TimeCode time = {}) const;
  /// The composed connections in order, mapped to the stage.
  std::vector<Path> connections() const;
};

class Relationship : public Property {
 public:
  using Property::Property;

  /// The composed targets in order, mapped to the stage.
  std::vector<Path> targets() const;
  /// The targets, with each relationship among them replaced by its own targets, recursively. Each
  /// target is listed once; relationships that lead back to one before are skipped.
  std::vector<Path> forwardedTargets() const;
  /// The specs, strongest first.
  std::vector<StackEntry> propertyStack() const;
};

}  // namespace usdscope
