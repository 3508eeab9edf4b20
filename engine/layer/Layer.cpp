// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/Layer.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace usdscope {
namespace {

constexpr std::uint32_t kNoRow = 0xFFFFFFFFu;

std::span<const Token> namesOf(const LayerTables& tables, TableRange fields) {
  return std::span(tables.fieldNames).subspan(fields.begin, fields.count);
}

// Specs have few fields, so a linear search over four-byte names is fastest.
std::size_t findField(const LayerTables& tables, TableRange fields, Token name) {
  const auto names = namesOf(tables, fields);
  return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
}

Value fieldOf(const LayerTables& tables, TableRange fields, Token name) {
  const std::size_t at = findField(tables, fields, name);
  return at < fields.count ? tables.decoder->decode(tables.fieldValues[fields.begin + at])
                           : Value();
}

const PrimSpecRow& rowOf(const PrimSpec& spec) { return spec.layer()->tables().prims[spec.row()]; }

const PropertySpecRow& rowOf(const PropertySpec& spec) {
  return spec.layer()->tables().properties[spec.row()];
}

// A prim with more properties than this finds them in a hash table, else in a search over names.
constexpr std::uint32_t kMostSearchedProperties = 64;

std::size_t primSlotCount(const LayerTables& tables) {
  return std::bit_ceil(tables.prims.size() * 2);
}

std::size_t hashOfProperty(std::uint32_t prim, Token name) {
  return std::hash<std::uint64_t>{}(
      (std::uint64_t{prim} << 32 | name.index()) * 0x9E3779B97F4A7C15ull >> 16);
}

TableRange fieldsOf(const PropertySpecRow& row) { return {row.fieldsBegin, row.fieldCount}; }

}  // namespace

Path PrimSpec::path() const { return rowOf(*this).path; }

Value PrimSpec::field(Token name) const {
  return fieldOf(layer_->tables(), rowOf(*this).fields, name);
}

bool PrimSpec::hasField(Token name) const {
  const auto fields = rowOf(*this).fields;
  return findField(layer_->tables(), fields, name) < fields.count;
}

std::span<const Token> PrimSpec::fieldNames() const {
  return namesOf(layer_->tables(), rowOf(*this).fields);
}

Specifier PrimSpec::specifier() const { return field(fields::kSpecifier).valueOr(Specifier::Over); }

Token PrimSpec::typeName() const { return field(fields::kTypeName).valueOr(Token()); }

std::size_t PrimSpec::childCount() const { return rowOf(*this).children.count; }

PrimSpec PrimSpec::child(std::size_t index) const {
  return {layer_, layer_->tables().childRows[rowOf(*this).children.begin + index]};
}

std::size_t PrimSpec::propertyCount() const { return rowOf(*this).properties.count; }

PropertySpec PrimSpec::property(std::size_t index) const {
  return {layer_, rowOf(*this).properties.begin + static_cast<std::uint32_t>(index)};
}

PropertySpec PrimSpec::findProperty(Token name) const {
  const auto [begin, count] = rowOf(*this).properties;
  if (count > kMostSearchedProperties) return layer_->findAmongMany(*this, name);
  const auto& rows = layer_->tables().properties;
  for (std::uint32_t row = begin; row < begin + count; ++row) {
    if (rows[row].name == name) return {layer_, row};
  }
  return {};
}

std::size_t PrimSpec::variantCount() const { return rowOf(*this).variants.count; }

PrimSpec PrimSpec::variant(std::size_t index) const {
  return {layer_, layer_->tables().variantRows[rowOf(*this).variants.begin + index]};
}

Path PropertySpec::path() const {
  const auto& row = rowOf(*this);
  return layer_->tables().prims[row.prim].path.property(row.name);
}

Token PropertySpec::name() const { return rowOf(*this).name; }

PropertyKind PropertySpec::kind() const { return rowOf(*this).kind; }

Value PropertySpec::field(Token name) const {
  return fieldOf(layer_->tables(), fieldsOf(rowOf(*this)), name);
}

bool PropertySpec::hasField(Token name) const {
  const auto fields = fieldsOf(rowOf(*this));
  return findField(layer_->tables(), fields, name) < fields.count;
}

std::span<const Token> PropertySpec::fieldNames() const {
  return namesOf(layer_->tables(), fieldsOf(rowOf(*this)));
}

Token PropertySpec::typeName() const { return field(fields::kTypeName).valueOr(Token()); }

Variability PropertySpec::variability() const {
  return field(fields::kVariability).valueOr(Variability::Varying);
}

bool PropertySpec::isCustom() const { return field(fields::kCustom).valueOr(false); }

Layer::Layer(LayerIdentity identity, LayerTables tables)
    : identity_(std::move(identity)), tables_(std::move(tables)) {
  assert(!tables_.prims.empty() && tables_.prims[0].path == Path::root());
  const std::size_t slots = primSlotCount(tables_);
  std::size_t propertyCount = 0;
  for (const PrimSpecRow& prim : tables_.prims) {
    if (prim.properties.count > kMostSearchedProperties) propertyCount += prim.properties.count;
  }
  const std::size_t propertySlots = propertyCount > 0 ? std::bit_ceil(propertyCount * 2) : 0;
  rowByKey_.assign(slots + propertySlots, kNoRow);
  for (std::uint32_t row = 0; row < tables_.prims.size(); ++row) {
    std::size_t at = std::hash<Path>{}(tables_.prims[row].path) & (slots - 1);
    while (rowByKey_[at] != kNoRow) at = (at + 1) & (slots - 1);
    rowByKey_[at] = row;
    const auto [begin, count] = tables_.prims[row].properties;
    if (count <= kMostSearchedProperties) continue;
    for (std::uint32_t property = begin; property < begin + count; ++property) {
      at = hashOfProperty(row, tables_.properties[property].name) & (propertySlots - 1);
      while (rowByKey_[slots + at] != kNoRow) at = (at + 1) & (propertySlots - 1);
      rowByKey_[slots + at] = property;
    }
  }
}

Layer::Layer(LayerIdentity identity, LayerTables tables, const Layer& equal)
    : identity_(std::move(identity)), tables_(std::move(tables)), rowByKey_(equal.rowByKey_) {
  assert(tables_.prims.size() == equal.tables_.prims.size() &&
         tables_.properties.size() == equal.tables_.properties.size());
}

PropertySpec Layer::findAmongMany(const PrimSpec& prim, Token name) const {
  const std::size_t slots = primSlotCount(tables_);
  const std::size_t mask = rowByKey_.size() - slots - 1;
  const TableRange range = tables_.prims[prim.row()].properties;
  for (std::size_t at = hashOfProperty(prim.row(), name) & mask;; at = (at + 1) & mask) {
    const std::uint32_t row = rowByKey_[slots + at];
    if (row == kNoRow) return {};
    if (tables_.properties[row].name == name && row - range.begin < range.count) return {this, row};
  }
}

PrimSpec Layer::findPrim(Path path) const {
  const std::size_t mask = primSlotCount(tables_) - 1;
  for (std::size_t at = std::hash<Path>{}(path)&mask;; at = (at + 1) & mask) {
    const std::uint32_t row = rowByKey_[at];
    if (row == kNoRow) return {};
    if (tables_.prims[row].path == path) return {this, row};
  }
}

PropertySpec Layer::findProperty(Path path) const {
  if (!path.isProperty()) return {};
  const PrimSpec prim = findPrim(path.parent());
  return prim ? prim.findProperty(path.name()) : PropertySpec();
}

}  // namespace usdscope
