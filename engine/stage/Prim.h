// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/definitions/PrimDefinition.h"
#include "engine/layer/LayerOffset.h"
#include "engine/layer/Path.h"
#include "engine/value/Value.h"

namespace usdscope {

class Attribute;
class Layer;
class PrimIndex;
class Relationship;
class Stage;

/// One spec in a prim stack or property stack.
struct StackEntry {
  std::shared_ptr<const Layer> layer;
  Path path;           ///< The path of the spec in the layer, with variant selections.
  LayerOffset offset;  ///< Maps layer time to stage time, through all arcs and sublayers.
};

/// A composed variant set of a prim.
struct VariantSet {
  std::string name;
  std::string selection;              ///< The variant that composition selected; empty if none.
  std::vector<std::string> variants;  ///< Sorted.
};

/// A metadata field and its composed value.
using MetadataEntry = std::pair<Token, Value>;

/// A composed prim: a handle on a row of a stage, valid while the stage lives. Converts to false
/// when it is empty.
///
/// An instance proxy is a row of a prototype seen under the path of an instance. Thread-safe.
class Prim {
 public:
  Prim() = default;
  Prim(const Stage* stage, std::uint32_t row, Path path) : stage_(stage), row_(row), path_(path) {}
  explicit operator bool() const { return stage_; }
  friend bool operator==(const Prim&, const Prim&) = default;

  const Stage& stage() const { return *stage_; }
  std::uint32_t row() const { return row_; }
  /// The path on the stage. The path of an instance proxy is below its instance.
  Path path() const { return path_; }
  Token name() const { return path_.name(); }
  bool isPseudoRoot() const { return path_.isRoot(); }

  Specifier specifier() const;
  Token typeName() const;        ///< The composed type name; empty if none.
  Token schemaTypeName() const;  ///< The schema type whose definition applies; empty when unknown.
  bool isActive() const;
  bool isLoaded() const;
  bool isDefined() const;
  bool isAbstract() const;
  bool isModel() const;
  bool isGroup() const;
  bool isComponent() const;
  bool isInstance() const;
  bool isInstanceProxy() const;
  /// True for a prototype's root and its descendants under their own paths, false for proxies.
  bool isInPrototype() const;
  bool isPrototype() const;  ///< True for a prototype's root.
  /// Whether value clips are authored on the prim or an ancestor within the same prototype.
  bool mayHaveClips() const;
  /// The composed kind, regardless of the kinds of the ancestors; empty if none.
  Token kind() const;

  /// Whether the prim's schema type is `typeName` or derives from it.
  bool isA(Token typeName) const;
  /// The applied API schemas of the definition, including built-in schemas but not unknown ones.
  std::span<const Token> appliedSchemas() const;
  /// Whether an API schema is applied. `schema` is a single-apply schema, an instance of a
  /// multiple-apply schema (`CollectionAPI:lights`), or a multiple-apply schema, which stands for
  /// any instance.
  bool hasApi(Token schema) const;
  const PrimDefinition& definition() const;

  Prim parent() const;
  /// The composed children in order. The children of an instance are proxies of the children of its
  /// prototype.
  std::vector<Prim> children() const;
  Prim child(Token name) const;
  /// Returns the root of an instance's prototype; an empty prim when this is not an instance.
  Prim prototype() const;
  /// Returns the prim in the prototype for an instance proxy; an empty prim when this is not a
  /// proxy.
  Prim primInPrototype() const;

  /// The prim index. A prim in a prototype, and an instance proxy, have the index of the
  /// corresponding prim below the prototype's source instance; the path of the index is also below
  /// the source instance. A prototype's root has the index of the source instance but no opinions.
  const PrimIndex& index() const;
  const std::shared_ptr<const PrimIndex>& sharedIndex() const;
  /// Prim specs, strongest first.
  std::vector<StackEntry> primStack() const;

  /// Names of all properties, including built-in ones: first the names in `propertyOrder`, then the
  /// others in dictionary order.
  std::vector<Token> propertyNames() const;
  /// Names of the properties with a spec at one of the prim's sites, in the order of
  /// propertyNames().
  std::vector<Token> authoredPropertyNames() const;
  Attribute attribute(Token name) const;        ///< Empty when there is no such attribute.
  Relationship relationship(Token name) const;  ///< Empty when there is no such relationship.

  /// Returns the composed value of a field without schema fallbacks; empty when not authored.
  Value metadata(Token field) const;
  /// All authored metadata, composed and sorted by name. It does not include arcs, clips, lists of
  /// children, fields that have a function here, and fields without effect (`permission`,
  /// `relocates`, …).
  std::vector<MetadataEntry> authoredMetadata() const;
  std::vector<VariantSet> variantSets() const;

 private:
  const Stage* stage_ = nullptr;
  std::uint32_t row_ = 0;
  Path path_;
};

/// Selects the prims that a traversal visits.
struct PrimFilter {
  bool inactive = false;  ///< Visits inactive prims, which have no children.
  bool unloaded = false;
  bool undefined = false;
  bool abstract = false;
  bool instanceProxies = true;
  static constexpr PrimFilter all() { return {true, true, true, true, true}; }
  static constexpr PrimFilter drawn() { return {}; }
};

/// Calls `visit(prim)` depth first, for a prim before its children, and for children in composed
/// order. If `visit` returns false the prim's descendants are skipped. `from` itself is visited
/// unless it is the pseudo-root.
void traverse(const Prim& from, const PrimFilter& filter,
              const std::function<bool(const Prim&)>& visit);

}  // namespace usdscope
