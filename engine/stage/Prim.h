// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/compose/PrimIndex.h"
#include "engine/definitions/Definitions.h"
#include "engine/layer/Layer.h"

namespace usdscope {

class Attribute;
class Relationship;
class Stage;

/// One opinion in a stack: where it stands, and how its layer's time runs on the stage.
struct StackEntry {
  std::shared_ptr<const Layer> layer;
  Path path;           ///< Of the spec in its layer, with variant selections.
  LayerOffset offset;  ///< Stage time from layer time, all arcs and sublayers together.
};

/// A variant set of a prim, as composed.
struct VariantSet {
  std::string name;
  std::string selection;              ///< In force or authored; empty if none.
  std::vector<std::string> variants;  ///< Sorted.
};

/// A metadata field and its composed value.
using MetadataEntry = std::pair<Token, Value>;

/// A composed prim: a handle on a row of a stage, good as long as the stage lives. False when it
/// is no prim.
///
/// An instance proxy is a row of a prototype seen under the path of an instance. Any thread may
/// read.
class Prim {
 public:
  Prim() = default;
  Prim(const Stage* stage, std::uint32_t row, Path path) : stage_(stage), row_(row), path_(path) {}
  explicit operator bool() const { return stage_; }
  friend bool operator==(const Prim&, const Prim&) = default;

  const Stage& stage() const { return *stage_; }
  std::uint32_t row() const { return row_; }
  /// On the stage; of an instance proxy below its instance.
  Path path() const { return path_; }
  Token name() const { return path_.name(); }
  bool isPseudoRoot() const { return path_.isRoot(); }

  Specifier specifier() const;
  Token typeName() const;        ///< Composed; empty if none.
  Token schemaTypeName() const;  ///< The type whose definition is used; empty when unknown.
  bool isActive() const;
  bool isLoaded() const;
  bool isDefined() const;
  bool isAbstract() const;
  bool isModel() const;
  bool isGroup() const;
  bool isComponent() const;
  bool isInstance() const;
  bool isInstanceProxy() const;
  /// Of a prototype's root and the prims below it under their own paths; not of instance proxies.
  bool isInPrototype() const;
  bool isPrototype() const;  ///< Of a prototype's root.
  /// The prim or one above it, as far as the same prototype goes, has value clips authored.
  bool mayHaveClips() const;
  /// Composed, whatever the kinds of the prims above; empty if none.
  Token kind() const;

  /// Whether the prim's schema type is `typeName` or derives from it.
  bool isA(Token typeName) const;
  /// Applied API schemas as the definition has them: those brought along included, unknown ones
  /// left out.
  std::span<const Token> appliedSchemas() const;
  /// Whether the schema is applied: a single-apply one, one instance (`CollectionAPI:lights`), or
  /// any instance of a multiple-apply one.
  bool hasApi(Token schema) const;
  const PrimDefinition& definition() const;

  Prim parent() const;
  /// Composed children in order; of an instance those of its prototype, as proxies.
  std::vector<Prim> children() const;
  Prim child(Token name) const;
  /// The prototype's root of an instance, else false.
  Prim prototype() const;
  /// The prim of the prototype behind an instance proxy, else false.
  Prim primInPrototype() const;

  /// Of an instance proxy and in a prototype: the index of the prim below the prototype's source
  /// instance, at whose path the index stands. A prototype's root has that of the source instance,
  /// but no opinions.
  const PrimIndex& index() const;
  const std::shared_ptr<const PrimIndex>& sharedIndex() const;
  /// Prim specs, strongest first.
  std::vector<StackEntry> primStack() const;

  /// Names of all properties, built-in ones included, in dictionary order, those that
  /// `propertyOrder` names in front.
  std::vector<Token> propertyNames() const;
  /// Properties with a spec at one of the prim's sites, sorted by code points.
  std::vector<Token> authoredPropertyNames() const;
  Attribute attribute(Token name) const;        ///< False when there is no such attribute.
  Relationship relationship(Token name) const;  ///< False when there is no such relationship.

  /// The composed value of a field, schema fallbacks left out; empty when not authored.
  Value metadata(Token field) const;
  /// All authored metadata, composed, sorted by name. Left out are arcs, clips, lists of children,
  /// what has a function of its own here, and what has no effect (`permission`, `relocates`, …).
  std::vector<MetadataEntry> authoredMetadata() const;
  std::vector<VariantSet> variantSets() const;

 private:
  const Stage* stage_ = nullptr;
  std::uint32_t row_ = 0;
  Path path_;
};

/// Which prims a traversal visits.
struct PrimFilter {
  bool inactive = false;  ///< Visit inactive prims (without their children).
  bool unloaded = false;
  bool undefined = false;
  bool abstract = false;
  bool instanceProxies = true;
  static constexpr PrimFilter all() { return {true, true, true, true, true}; }
  static constexpr PrimFilter drawn() { return {}; }
};

/// Calls `visit(prim)` depth first, a prim before its children, children in composed order; when
/// `visit` returns false the prim's descendants are left out. `from` itself is visited too, unless
/// it is the pseudo-root.
void traverse(const Prim& from, const PrimFilter& filter,
              const std::function<bool(const Prim&)>& visit);

}  // namespace usdscope
