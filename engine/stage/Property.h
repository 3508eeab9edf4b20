// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/stage/Prim.h"
#include "engine/stage/resolve/AttributeQuery.h"
#include "engine/stage/resolve/ResolveInfo.h"

namespace usdscope {

/// A property of a composed prim. Good as long as the stage lives; any thread may read.
class Property {
 public:
  Property() = default;
  Property(Prim prim, Token name) : prim_(prim), name_(name) {}
  explicit operator bool() const { return bool(prim_); }

  const Prim& prim() const { return prim_; }
  Token name() const { return name_; }
  Path path() const { return prim_.path().property(name_); }

  bool isCustom() const;
  /// Some layer has a spec for it at one of the prim's sites.
  bool isAuthored() const;
  Value metadata(Token field) const;
  std::vector<MetadataEntry> authoredMetadata() const;

 protected:
  /// All specs, strongest first, clips left out.
  std::vector<StackEntry> specStack() const;
  /// Targets or connections, mapped to where the prim stands.
  std::vector<Path> composedPaths() const;

  Prim prim_;
  Token name_;
};

class Attribute : public Property {
 public:
  using Property::Property;

  /// As in the text format, `float3[]`: the schema's, or as authored, older names too (`Vec3f[]`).
  /// Empty when the name is not a type.
  Token typeName() const;
  Variability variability() const;

  /// The value at a time, schema fallback included; empty when there is none.
  Value value(TimeCode time = {}) const;
  ResolveInfo resolveInfo(TimeCode time = {}) const;
  AttributeQuery query() const;

  /// Authored value or clips: what the schema's fallback does not give.
  bool hasAuthoredValue() const;
  bool mightBeTimeVarying() const;
  bool hasSpline() const;
  /// Sample times on the stage, ascending; for clips with the times that their metadata adds.
  std::vector<double> timeSamples() const;

  /// All specs, strongest first; at a numeric time with the clip layers in force, at their place.
  std::vector<StackEntry> propertyStack(TimeCode time = {}) const;
  /// Composed connection paths in order, mapped to the stage.
  std::vector<Path> connections() const;
};

class Relationship : public Property {
 public:
  using Property::Property;

  /// Composed targets, mapped to the stage, in order.
  std::vector<Path> targets() const;
  /// Targets with relationships replaced by what they target, cycles cut.
  std::vector<Path> forwardedTargets() const;
  std::vector<StackEntry> propertyStack() const;
};

}  // namespace usdscope
