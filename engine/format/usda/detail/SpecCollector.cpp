// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/SpecCollector.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace usdscope::usda {
namespace {

template <typename Fields>
auto findField(Fields& fields, std::size_t begin, std::size_t count, Token name)
    -> decltype(&fields[0]) {
  for (std::size_t i = begin; i < begin + count; ++i) {
    if (fields[i].name == name) return &fields[i];
  }
  return nullptr;
}

}  // namespace

template <typename Key>
std::pair<std::uint32_t, bool> SpecCollector::Numbering<Key>::add(Key key) {
  const auto next = static_cast<std::uint32_t>(keys_.size());
  if (keys_.size() <= kFew) {
    const auto it = std::ranges::find(keys_, key);
    if (it != keys_.end()) return {static_cast<std::uint32_t>(it - keys_.begin()), false};
    keys_.push_back(key);
    if (keys_.size() > kFew) {
      for (std::uint32_t i = 0; i <= next; ++i) numbers_.emplace(keys_[i], i);
    }
    return {next, true};
  }
  const auto [it, isNew] = numbers_.try_emplace(key, next);
  if (isNew) keys_.push_back(key);
  return {it->second, isNew};
}

template <typename Key>
bool SpecCollector::Numbering<Key>::contains(Key key) const {
  return keys_.size() <= kFew ? std::ranges::find(keys_, key) != keys_.end()
                              : numbers_.contains(key);
}

template <typename Key>
void SpecCollector::Numbering<Key>::clear() {
  keys_.clear();
  if (!numbers_.empty()) numbers_.clear();
}

SpecCollector::SpecCollector(Path start) {
  stack_.push_back(std::make_unique<OpenPrim>());
  tables_.prims.push_back({.path = start});
  open().path = start;
}

std::uint32_t SpecCollector::addRow(Path path) {
  tables_.prims.push_back({.path = path, .parent = open().row});
  return static_cast<std::uint32_t>(tables_.prims.size() - 1);
}

void SpecCollector::push(Path path, std::uint32_t row) {
  if (++depth_ == stack_.size()) stack_.push_back(std::make_unique<OpenPrim>());
  open().path = path;
  open().row = row;
}

bool SpecCollector::openPrim(Token name) {
  OpenPrim& parent = open();
  if (!parent.childNames.add(name).second) return false;
  const Path path = parent.path.child(name);
  if (hasLostRows_ && lost_.contains(path)) return false;
  parent.children.push_back(addRow(path));
  push(path, parent.children.back());
  return true;
}

void SpecCollector::openVariantSet(Token set) {
  OpenPrim& parent = open();
  const auto isOfSet = [&](std::uint32_t row) { return tables_.prims[row].path.name() == set; };
  if (std::erase_if(parent.variants, isOfSet) > 0) hasLostRows_ = true;
}

void SpecCollector::openVariant(Token set, Token variant) {
  OpenPrim& parent = open();
  const Path path = parent.path.variant(set, variant);
  const auto [number, isNew] = parent.variantPaths.add(path);
  const auto lost = isNew && hasLostRows_ ? lost_.find(path) : lost_.end();
  if (isNew) parent.allVariants.push_back(lost == lost_.end() ? addRow(path) : lost->second);
  const std::uint32_t row = parent.allVariants[number];
  const bool isThere = !isNew || lost != lost_.end();
  if (!isThere || std::ranges::find(parent.variants, row) == parent.variants.end()) {
    parent.variants.push_back(row);
  }
  push(path, row);
  if (isThere) reopenVariant(row);
}

// Opens an existing variant again, with everything that was stored for it.
void SpecCollector::reopenVariant(std::uint32_t index) {
  hasLostRows_ = true;
  OpenPrim& prim = open();
  const PrimSpecRow row = tables_.prims[index];
  const auto fieldAt = [&](std::uint32_t i) {
    return Field{tables_.fieldNames[i], values_->decode(tables_.fieldValues[i])};
  };
  for (std::uint32_t i = 0; i < row.fields.count; ++i) {
    prim.fields.push_back(fieldAt(row.fields.begin + i));
  }
  for (std::uint32_t i = 0; i < row.properties.count; ++i) {
    const PropertySpecRow& stored = tables_.properties[row.properties.begin + i];
    const std::uint32_t added = property(stored.name, stored.kind);
    for (std::uint32_t k = 0; k < stored.fieldCount; ++k) {
      Field field = fieldAt(stored.fieldsBegin + k);
      setPropertyField(added, field.name, std::move(field.value));
    }
  }
  prim.oldPropertyCount = prim.properties.size();
  for (std::uint32_t i = 0; i < row.children.count; ++i) {
    prim.childNames.add(tables_.prims[tables_.childRows[row.children.begin + i]].path.name());
  }
  for (std::uint32_t i = 0; i < row.variants.count; ++i) {
    const std::uint32_t variant = tables_.variantRows[row.variants.begin + i];
    prim.variants.push_back(variant);
    prim.allVariants.push_back(variant);
    prim.variantPaths.add(tables_.prims[variant].path);
  }
}

// Notes the specs that were replaced, when a variant that was opened again is closed.
void SpecCollector::dropReplaced(OpenPrim& prim) {
  for (const std::uint32_t row : prim.allVariants) {
    if (std::ranges::find(prim.variants, row) == prim.variants.end()) {
      lost_.emplace(tables_.prims[row].path, row);
    }
  }
  const TableRange children = tables_.prims[prim.row].children;
  if (!prim.children.empty()) {
    for (std::uint32_t i = 0; i < children.count; ++i) {
      const std::uint32_t row = tables_.childRows[children.begin + i];
      lost_.emplace(tables_.prims[row].path, row);
    }
  }
  const auto isNew = [&](const PendingProperty& property) {
    return !property.isLost && &property >= prim.properties.data() + prim.oldPropertyCount;
  };
  if (std::ranges::any_of(prim.properties, isNew)) {
    for (std::size_t i = 0; i < prim.oldPropertyCount; ++i) {
      prim.properties[i].isLost = true;
      lost_.emplace(prim.path.property(prim.properties[i].name), 0);
    }
  }
  std::erase_if(prim.properties, [](const PendingProperty& property) { return property.isLost; });
}

void SpecCollector::orderVariants(std::span<const Token> sets) {
  Numbering<Token> ranks;
  for (const Token set : sets) ranks.add(set);
  const auto rankOf = [&](std::uint32_t row) {
    return ranks.add(tables_.prims[row].path.name()).first;
  };
  for (const std::uint32_t row : open().variants) rankOf(row);
  std::ranges::stable_sort(open().variants, {}, rankOf);

  std::vector<Token> withVariants;
  for (const std::uint32_t row : open().variants) {
    const Token set = tables_.prims[row].path.name();
    if (withVariants.empty() || withVariants.back() != set) withVariants.push_back(set);
  }
  std::vector<Token> all;
  for (const auto& names : {sets, std::span<const Token>(withVariants)}) {
    for (const Token set : names) {
      if (std::ranges::find(all, set) == all.end()) all.push_back(set);
    }
  }
  if (all.size() != withVariants.size()) {
    setField(fields::kVariantSetChildren, Value(std::move(all)));
  }
}

bool SpecCollector::adopt(SpecCollector& other) {
  OpenPrim& parent = open();
  const LayerTables& from = other.tables_;
  for (const std::uint32_t row : other.open().children) {
    if (parent.childNames.contains(from.prims[row].path.name())) return false;
  }
  const auto part = values_->addPart(other.values_);
  if (!part) return false;

  // The first row of the other collector is the parent.
  const auto rowBase = static_cast<std::uint32_t>(tables_.prims.size()) - 1;
  const auto rowOf = [&](std::uint32_t row) { return row == 0 ? parent.row : rowBase + row; };
  const auto moved = [](auto range, std::size_t base) {
    if (range.count > 0) range.begin += static_cast<std::uint32_t>(base);
    return range;
  };
  for (std::size_t i = 1; i < from.prims.size(); ++i) {
    PrimSpecRow row = from.prims[i];
    row.parent = rowOf(row.parent);
    row.fields = moved(row.fields, tables_.fieldNames.size());
    row.children = moved(row.children, tables_.childRows.size());
    row.properties = moved(row.properties, tables_.properties.size());
    row.variants = moved(row.variants, tables_.variantRows.size());
    tables_.prims.push_back(row);
  }
  for (PropertySpecRow row : from.properties) {
    row.prim = rowOf(row.prim);
    row.fieldsBegin += static_cast<std::uint32_t>(tables_.fieldNames.size());
    tables_.properties.push_back(row);
  }
  for (const std::uint32_t row : from.childRows) tables_.childRows.push_back(rowOf(row));
  for (const std::uint32_t row : from.variantRows) tables_.variantRows.push_back(rowOf(row));
  tables_.fieldNames.insert(tables_.fieldNames.end(), from.fieldNames.begin(),
                            from.fieldNames.end());
  for (const std::uint64_t stored : from.fieldValues) {
    tables_.fieldValues.push_back(StoredValues::inPart(stored, *part));
  }
  for (const std::uint32_t row : other.open().children) {
    parent.childNames.add(from.prims[row].path.name());
    parent.children.push_back(rowOf(row));
  }
  hasLostRows_ = hasLostRows_ || other.hasLostRows_;
  return true;
}

void SpecCollector::storeField(Field& field) {
  tables_.fieldNames.push_back(field.name);
  tables_.fieldValues.push_back(values_->add(std::move(field.value)));
}

std::uint32_t SpecCollector::shareFields(std::uint32_t begin) {
  constexpr std::size_t kMostKnown = 1 << 16;
  const auto end = static_cast<std::uint32_t>(tables_.fieldNames.size());
  std::uint64_t hash = end - begin;
  const auto mix = [&](std::uint64_t word) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15ull;
    hash ^= hash >> 32;
  };
  for (std::uint32_t i = end; i-- > begin;) {  // Usually the last field, the value, differs.
    if (StoredValues::isUnique(tables_.fieldValues[i])) return begin;
    mix(tables_.fieldNames[i].index());
    mix(tables_.fieldValues[i]);
  }
  if (known_.size() < kMostKnown && known_.size() < end / 4) {
    known_.assign(std::min(kMostKnown, std::bit_ceil(std::size_t{end})), {});
  }
  if (known_.empty()) return begin;
  KnownFields& known = known_[hash & (known_.size() - 1)];
  const auto tag = static_cast<std::uint32_t>(hash >> 32 | 1);
  const auto same = [&](const auto& column) {
    const auto first = column.begin();
    return std::equal(first + begin, first + end, first + known.begin);
  };
  const bool isKnown = known.hash == tag && known.begin + (end - begin) <= begin &&
                       same(tables_.fieldNames) && same(tables_.fieldValues);
  if (!isKnown) {
    known = {begin, tag};
    return begin;
  }
  tables_.fieldNames.resize(begin);
  tables_.fieldValues.resize(begin);
  return known.begin;
}

void SpecCollector::close() {
  OpenPrim& prim = open();
  if (hasLostRows_) dropReplaced(prim);
  PrimSpecRow& row = tables_.prims[prim.row];

  row.fields = {static_cast<std::uint32_t>(tables_.fieldNames.size()),
                static_cast<std::uint32_t>(prim.fields.size())};
  for (Field& field : prim.fields) storeField(field);
  row.fields.begin = shareFields(row.fields.begin);

  if (!prim.properties.empty()) {
    row.properties = {static_cast<std::uint32_t>(tables_.properties.size()),
                      static_cast<std::uint32_t>(prim.properties.size())};
  }
  for (const PendingProperty& property : prim.properties) {
    tables_.properties.push_back(
        {.name = property.name,
         .fieldsBegin = static_cast<std::uint32_t>(tables_.fieldNames.size()),
         .prim = prim.row,
         .fieldCount = static_cast<std::uint16_t>(property.fieldCount),
         .kind = property.kind});
    for (std::uint32_t i = 0; i < property.fieldCount; ++i) {
      storeField(prim.propertyFields[property.fieldsBegin + i]);
    }
    std::uint32_t& begin = tables_.properties.back().fieldsBegin;
    begin = shareFields(begin);
  }

  const auto store = [](const std::vector<std::uint32_t>& from, std::vector<std::uint32_t>& to,
                        TableRange& range) {
    if (from.empty()) return;
    range = {static_cast<std::uint32_t>(to.size()), static_cast<std::uint32_t>(from.size())};
    to.insert(to.end(), from.begin(), from.end());
  };
  store(prim.children, tables_.childRows, row.children);
  store(prim.variants, tables_.variantRows, row.variants);

  prim.fields.clear();
  prim.properties.clear();
  prim.propertyFields.clear();
  prim.children.clear();
  prim.variants.clear();
  prim.allVariants.clear();
  prim.oldPropertyCount = 0;
  prim.propertyNames.clear();
  prim.childNames.clear();
  prim.variantPaths.clear();
  if (depth_ > 0) --depth_;
}

void SpecCollector::setField(Token name, Value value) {
  OpenPrim& prim = open();
  if (Field* field = findField(prim.fields, 0, prim.fields.size(), name)) {
    field->value = std::move(value);
  } else {
    prim.fields.push_back({name, std::move(value)});
  }
}

const Value* SpecCollector::field(Token name) const {
  const OpenPrim& prim = open();
  const Field* field = findField(prim.fields, 0, prim.fields.size(), name);
  return field ? &field->value : nullptr;
}

std::uint32_t SpecCollector::property(Token name, PropertyKind kind) {
  OpenPrim& prim = open();
  const auto [number, isNew] = prim.propertyNames.add(name);
  if (!isNew) return number;
  prim.properties.push_back({.name = name,
                             .kind = kind,
                             .fieldsBegin = static_cast<std::uint32_t>(prim.propertyFields.size()),
                             .isLost = hasLostRows_ && lost_.contains(prim.path.property(name))});
  return number;
}

PropertyKind SpecCollector::propertyKind(std::uint32_t property) const {
  return open().properties[property].kind;
}

void SpecCollector::setPropertyField(std::uint32_t property, Token name, Value value) {
  OpenPrim& prim = open();
  PendingProperty& target = prim.properties[property];
  auto& fields = prim.propertyFields;
  if (Field* field = findField(fields, target.fieldsBegin, target.fieldCount, name)) {
    field->value = std::move(value);
    return;
  }
  // Only the last run of fields can grow. Another run moves to the end and leaves a gap.
  if (target.fieldsBegin + target.fieldCount != fields.size()) {
    const auto begin = static_cast<std::uint32_t>(fields.size());
    for (std::uint32_t i = 0; i < target.fieldCount; ++i) {
      Field moved = std::move(fields[target.fieldsBegin + i]);
      fields.push_back(std::move(moved));
    }
    target.fieldsBegin = begin;
  }
  fields.push_back({name, std::move(value)});
  ++target.fieldCount;
}

const Value* SpecCollector::propertyField(std::uint32_t property, Token name) const {
  const OpenPrim& prim = open();
  const PendingProperty& target = prim.properties[property];
  const Field* field = findField(prim.propertyFields, target.fieldsBegin, target.fieldCount, name);
  return field ? &field->value : nullptr;
}

LayerTables SpecCollector::takeTables() {
  assert(depth_ == 0);
  close();
  known_ = std::vector<KnownFields>();  // Assigning `{}` would keep the memory.
  tables_.prims.shrink_to_fit();
  tables_.properties.shrink_to_fit();
  tables_.childRows.shrink_to_fit();
  tables_.variantRows.shrink_to_fit();
  tables_.fieldNames.shrink_to_fit();
  tables_.fieldValues.shrink_to_fit();
  values_->shrink();
  tables_.decoder = std::move(values_);
  return std::move(tables_);
}

}  // namespace usdscope::usda
