// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/format/usda/detail/StoredValues.h"
#include "engine/layer/Layer.h"

namespace usdscope::usda {

/// Collects specs in the order of a text and makes the tables of a Layer.
///
/// Prims and variants are opened and closed like their braces; fields and properties belong to the
/// innermost one that is open. What is open waits aside, so that the rows of one prim lie together
/// though the text mixes properties with child prims. Not thread-safe.
class SpecCollector {
 public:
  /// Starts with the pseudo-root open, or with a prim that another collector has open.
  explicit SpecCollector(Path start = Path::root());

  /// Path of the prim or variant that is open.
  Path path() const { return open().path; }
  /// False when it is there already; nothing is opened then.
  bool openPrim(Token name);
  /// Begins the list of variants of a set. Of a set that has one already only those stay that the
  /// new one names too. (So does the reference.)
  void openVariantSet(Token set);
  /// A variant that is there already is opened again: its fields, properties and variants are added
  /// to. New properties take the place of all that were there, so do new child prims.
  void openVariant(Token set, Token variant);
  void close();
  bool hasVariants() const { return !open().variants.empty(); }
  /// Puts the variants of the open prim set by set: of these sets first, then in the order in which
  /// their sets came. Where one of these sets has no variants, the prim gets the field
  /// kVariantSetChildren.
  void orderVariants(std::span<const Token> sets);
  /// True when a variant or a set was opened again: then there may be rows that no parent names any
  /// more.
  bool hasLostRows() const { return hasLostRows_; }

  /// Takes over the prims that another one has collected below the prim that is open in both, which
  /// may have prims already. False, and nothing has happened, when one of them is there already, or
  /// too many have been taken over. The other one is of no use afterwards.
  bool adopt(SpecCollector& other);

  void setField(Token name, Value value);
  const Value* field(Token name) const;

  /// Number of a property of the open prim, which is added when it is not there.
  std::uint32_t property(Token name, PropertyKind kind);
  PropertyKind propertyKind(std::uint32_t property) const;
  void setPropertyField(std::uint32_t property, Token name, Value value);
  const Value* propertyField(std::uint32_t property, Token name) const;

  /// Where values that are stored at once go: fields then hold their StoredWord.
  StoredValues& values() { return *values_; }

  /// Closes the pseudo-root and hands over everything.
  LayerTables takeTables();

 private:
  struct Field {
    Token name;
    Value value;
  };
  struct PendingProperty {
    Token name;
    PropertyKind kind = PropertyKind::Attribute;
    std::uint32_t fieldsBegin = 0;  // Into propertyFields.
    std::uint32_t fieldCount = 0;
    bool isLost = false;
  };
  /// Numbers keys in the order they come. Few are searched, many are hashed.
  template <typename Key>
  class Numbering {
   public:
    /// The number of a key, and whether it is new.
    std::pair<std::uint32_t, bool> add(Key key);
    bool contains(Key key) const;
    void clear();

   private:
    static constexpr std::size_t kFew = 16;
    std::vector<Key> keys_;
    std::unordered_map<Key, std::uint32_t> numbers_;
  };
  struct OpenPrim {
    Path path;
    std::uint32_t row = 0;
    std::vector<Field> fields;
    std::vector<PendingProperty> properties;
    std::vector<Field> propertyFields;
    std::vector<std::uint32_t> children;
    std::vector<std::uint32_t> variants;
    std::vector<std::uint32_t> allVariants;  // As variantPaths numbers them, also those not kept.
    std::size_t oldPropertyCount = 0;        // Of those in front: from when it was open before.
    Numbering<Token> propertyNames;
    Numbering<Token> childNames;
    Numbering<Path> variantPaths;
  };

  OpenPrim& open() { return *stack_[depth_]; }
  const OpenPrim& open() const { return *stack_[depth_]; }
  void push(Path path, std::uint32_t row);
  void reopenVariant(std::uint32_t row);
  void dropReplaced(OpenPrim& prim);
  std::uint32_t addRow(Path path);
  void storeField(Field& field);
  /// Where the fields from `begin` to the end of the table are: there, or further in front, where
  /// the same ones were found, and then they are taken off the end.
  std::uint32_t shareFields(std::uint32_t begin);

  // Entries above depth_ are empty and keep their memory for the next prim.
  std::vector<std::unique_ptr<OpenPrim>> stack_;
  std::size_t depth_ = 0;
  bool hasLostRows_ = false;
  std::unordered_map<Path, std::uint32_t> lost_;  // Specs that no parent names, with their rows.
  LayerTables tables_;
  struct KnownFields {
    std::uint32_t begin = 0;
    std::uint32_t hash = 0;
  };
  std::vector<KnownFields> known_;  // By hash: what was stored last. A hash of 0 is none.
  std::shared_ptr<StoredValues> values_ = std::make_shared<StoredValues>();
};

}  // namespace usdscope::usda
