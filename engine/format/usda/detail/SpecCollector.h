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
/// Prims and variants are opened and closed at their braces. Fields and properties are added to the
/// innermost open prim or variant. The properties of a prim go to the tables when it is closed, so
/// that their rows are consecutive even if the text mixes properties with child prims. Not
/// thread-safe.
class SpecCollector {
 public:
  /// Starts with the pseudo-root open, or with a prim that is open in another collector.
  explicit SpecCollector(Path start = Path::root());

  /// The path of the innermost open prim or variant.
  Path path() const { return open().path; }
  /// Opens a child prim. Returns false, and opens nothing, if the prim already exists.
  bool openPrim(Token name);
  /// Begins the list of variants of a set. If the set already has a list, only variants in both
  /// lists are kept, as in the reference.
  void openVariantSet(Token set);
  /// Opens a variant. An existing variant is opened again, and fields, properties and variants are
  /// added to it. New properties replace all existing ones, and so do new child prims.
  void openVariant(Token set, Token variant);
  void close();
  bool hasVariants() const { return !open().variants.empty(); }
  /// Orders the variants of the open prim by set: first these sets, then the others in the order of
  /// the text. If one of these sets has no variants, the prim gets the field
  /// kVariantSetChildren.
  void orderVariants(std::span<const Token> sets);
  /// Whether a variant or a set was opened again, so that there may be rows that no parent lists.
  bool hasLostRows() const { return hasLostRows_; }

  /// Takes over the prims of another collector. Requires: both collectors have the same open prim.
  /// Returns false, and changes nothing, when one of these prims already exists or too many
  /// collectors have been adopted. The other collector cannot be used afterwards.
  bool adopt(SpecCollector& other);

  void setField(Token name, Value value);
  const Value* field(Token name) const;

  /// Returns the number of a property of the open prim, and adds a missing property.
  std::uint32_t property(Token name, PropertyKind kind);
  PropertyKind propertyKind(std::uint32_t property) const;
  void setPropertyField(std::uint32_t property, Token name, Value value);
  const Value* propertyField(std::uint32_t property, Token name) const;

  /// The table of values. Readers may add values directly and set fields to their StoredWord.
  StoredValues& values() { return *values_; }

  /// Closes the pseudo-root and returns the tables.
  LayerTables takeTables();

 private:
  struct Field {
    Token name;
    Value value;
  };
  struct PendingProperty {
    Token name;
    PropertyKind kind = PropertyKind::Attribute;
    std::uint32_t fieldsBegin = 0;  // Index into propertyFields.
    std::uint32_t fieldCount = 0;
    bool isLost = false;
  };
  /// Numbers keys in the order of insertion. Searches few keys linearly, and hashes many.
  template <typename Key>
  class Numbering {
   public:
    /// Returns the number of a key, and whether the key is new.
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
    std::vector<std::uint32_t> allVariants;  // By variantPaths, including dropped ones.
    std::size_t oldPropertyCount = 0;        // Number of properties from an earlier opening.
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
  /// Returns the index of the fields from `begin` to the end of the table. If equal fields have
  /// been stored before, removes the new ones and returns the index of the earlier ones.
  std::uint32_t shareFields(std::uint32_t begin);

  // Entries beyond depth_ are empty and keep their memory for the next prim.
  std::vector<std::unique_ptr<OpenPrim>> stack_;
  std::size_t depth_ = 0;
  bool hasLostRows_ = false;
  std::unordered_map<Path, std::uint32_t> lost_;  // Rows of specs that no parent lists.
  LayerTables tables_;
  struct KnownFields {
    std::uint32_t begin = 0;
    std::uint32_t hash = 0;
  };
  // By hash, the fields stored last. A hash of 0 marks an unused element.
  std::vector<KnownFields> known_;
  std::shared_ptr<StoredValues> values_ = std::make_shared<StoredValues>();
};

}  // namespace usdscope::usda
