// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/layer/Layer.h"
#include "engine/stage/Property.h"
#include "engine/stage/ResolveValue.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// Where each prototype of a stage goes in the layer.
using FlattenedPrototypes = std::unordered_map<Path, Path>;

struct FlattenedProperty {
  Token name;
  PropertyKind kind = PropertyKind::Attribute;
  std::size_t fieldsEnd = 0;  ///< Its fields follow those of the property before.
};

/// What one prim says in the flattened layer, without those below it. Of equal names of fields the
/// last one counts.
struct FlattenedPrim {
  Path path;
  std::vector<MetadataEntry> fields;  ///< Of the prim, and then of all properties.
  std::size_t fieldsEnd = 0;          ///< Of the prim.
  std::vector<FlattenedProperty> properties;
  Diagnostics problems;
};

/// Flattens the prims of a stage one by one. Immutable; any thread may call it.
class PrimFlattening {
 public:
  /// Both must outlive it.
  PrimFlattening(const Stage& stage, const FlattenedPrototypes& prototypes)
      : stage_(stage), prototypes_(prototypes) {}

  /// Overwrites `out`, whose memory is used again.
  void operator()(const Prim& prim, FlattenedPrim& out) const;

 private:
  Path flattenedPath(Path path) const;
  void addAttribute(const Attribute& attribute, FlattenedPrim& to) const;
  void addRelationship(const Relationship& relationship, FlattenedPrim& to) const;
  void addPaths(std::vector<Path> paths, Token field, FlattenedPrim& to) const;
  void addValues(const Attribute& attribute, FlattenedPrim& to) const;
  Value defaultOf(const Attribute& attribute) const;
  Value samplesOf(const Attribute& attribute, const ValueOrigin& origin) const;
  std::map<double, Value> allSamples(const ValueOrigin& origin) const;
  std::map<double, Value> evaluatedSamples(const ValueOrigin& origin) const;

  const Stage& stage_;
  const FlattenedPrototypes& prototypes_;
};

}  // namespace usdscope
