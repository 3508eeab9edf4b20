// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/layer/Layer.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/stage/resolve/Evaluate.h"

namespace usdscope {

/// The path in the flattened layer of each prototype of a stage.
using FlattenedPrototypes = std::unordered_map<Path, Path>;

struct FlattenedProperty {
  Token name;
  PropertyKind kind = PropertyKind::Attribute;
  std::size_t fieldsEnd = 0;  ///< Its fields begin at the end of the previous property's fields.
};

/// The spec of one prim in the flattened layer, without its children. If a field appears twice, the
/// later value applies.
struct FlattenedPrim {
  Path path;
  std::vector<MetadataEntry> fields;  ///< The fields of the prim, then those of all properties.
  std::size_t fieldsEnd = 0;          ///< The end of the prim's fields in `fields`.
  std::vector<FlattenedProperty> properties;
  Diagnostics problems;
};

/// Flattens single prims of a stage. Immutable and thread-safe.
class PrimFlattening {
 public:
  /// Requires: the arguments outlive it.
  PrimFlattening(const Stage& stage, const FlattenedPrototypes& prototypes,
                 std::optional<TimeCode> time)
      : stage_(stage), prototypes_(prototypes), time_(time) {}

  /// Overwrites `out` and reuses its memory.
  void operator()(const Prim& prim, FlattenedPrim& out) const;

 private:
  Path flattenedPath(Path path) const;
  void addAttribute(const Attribute& attribute, FlattenedPrim& to) const;
  void addRelationship(const Relationship& relationship, FlattenedPrim& to) const;
  void addPaths(std::vector<Path> paths, Token field, FlattenedPrim& to) const;
  void addValues(const Attribute& attribute, FlattenedPrim& to) const;
  void addValueAt(const Attribute& attribute, FlattenedPrim& to) const;
  Value defaultOf(const Attribute& attribute) const;
  Value samplesOf(const Attribute& attribute, const ValueOrigin& origin) const;
  std::map<double, Value> allSamples(const ValueOrigin& origin) const;
  std::map<double, Value> evaluatedSamples(const ValueOrigin& origin) const;

  const Stage& stage_;
  const FlattenedPrototypes& prototypes_;
  const std::optional<TimeCode> time_;  // See FlattenOptions.
};

}  // namespace usdscope
