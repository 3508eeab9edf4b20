// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/LayerBuilder.h"

#include <algorithm>
#include <cassert>

#include "engine/layer/PathDepth.h"

namespace usdscope {
namespace {

// From this number on, the properties of a prim are found by path, else in a search over names.
constexpr std::size_t kManyProperties = 64;

// The values of a built layer. A stored value is an index.
class BuiltValues final : public ValueDecoder {
 public:
  // A value, or if it is empty a stored value of the source.
  struct Item {
    Value value;
    std::uint64_t stored = 0;
  };

  BuiltValues(std::vector<Item> items, std::shared_ptr<const ValueDecoder> source)
      : items_(std::move(items)), source_(std::move(source)) {}

  Value decode(std::uint64_t stored) const override {
    const Item& item = items_[stored];
    return item.value.isEmpty() && source_ ? source_->decode(item.stored) : item.value;
  }

  const Item& item(std::uint64_t stored) const { return items_[stored]; }
  const std::shared_ptr<const ValueDecoder>& source() const { return source_; }

 private:
  std::vector<Item> items_;
  std::shared_ptr<const ValueDecoder> source_;  // Null if all items have values.
};

}  // namespace

LayerBuilder::LayerBuilder() {
  prims_.push_back({.path = Path::root()});
  idByPath_.emplace(Path::root(), kRoot);
}

LayerBuilder::LayerBuilder(const Layer& layer) : LayerBuilder() {
  // The source of a built layer becomes the source of its next version, so that the versions of a
  // layer do not form a chain.
  source_ = layer.tables().decoder;
  const auto* const built = dynamic_cast<const BuiltValues*>(source_.get());
  copyPrim(layer.pseudoRoot(), kRoot);
  if (!built) return;
  for (Field& field : fields_) {
    if (!field.value.isEmpty()) continue;
    const BuiltValues::Item& item = built->item(field.stored);
    field.value = item.value;
    field.stored = item.stored;
  }
  source_ = built->source();
}

void LayerBuilder::copyFields(std::span<const Token> names, const std::uint64_t* stored,
                              std::uint32_t& first) {
  std::uint32_t last = kNone;
  const bool isMerged = first != kNone;  // The layer has two rows for one spec.
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (isMerged) {
      setField(first, names[i], source_->decode(stored[i]));
      continue;
    }
    const auto id = static_cast<std::uint32_t>(fields_.size());
    (last == kNone ? first : fields_[last].next) = id;
    fields_.push_back({.name = names[i], .value = {}, .stored = stored[i]});
    last = id;
  }
}

void LayerBuilder::copyPrim(const PrimSpec& from, PrimId to) {
  const LayerTables& tables = from.layer()->tables();
  const auto& values = tables.fieldValues;
  copyFields(from.fieldNames(), values.data() + tables.prims[from.row()].fields.begin,
             prims_[to].firstField);
  for (std::size_t i = 0; i < from.propertyCount(); ++i) {
    const PropertySpec property = from.property(i);
    const PropertyId copy = addProperty(to, property.name(), property.kind());
    copyFields(property.fieldNames(), values.data() + tables.properties[property.row()].fieldsBegin,
               properties_[copy].firstField);
  }
  for (std::size_t i = 0; i < from.variantCount(); ++i) {
    const PrimSpec variant = from.variant(i);
    copyPrim(variant, addVariant(to, variant.path().name(), variant.path().variantSelection()));
  }
  for (std::size_t i = 0; i < from.childCount(); ++i) {
    copyPrim(from.child(i), addPrim(to, from.child(i).name()));
  }
}

LayerBuilder::PrimId LayerBuilder::add(PrimId parent, Path path, std::vector<PrimId> Prim::* list) {
  if (path.isEmpty()) return kNone;
  const auto [it, isNew] = idByPath_.try_emplace(path, static_cast<PrimId>(prims_.size()));
  if (isNew) {
    prims_.push_back({.path = path, .parent = parent});
    (prims_[parent].*list).push_back(it->second);
  }
  return it->second;
}

LayerBuilder::PrimId LayerBuilder::addPrim(PrimId parent, Token name) {
  if (parent == kNone) return kNone;
  return add(parent, prims_[parent].path.child(name), &Prim::children);
}

LayerBuilder::PrimId LayerBuilder::addVariant(PrimId prim, Token set, Token variant) {
  if (prim == kNone) return kNone;
  const PrimId id = add(prim, prims_[prim].path.variant(set, variant), &Prim::variants);
  // The variants of a set stay together.
  std::vector<PrimId>& all = prims_[prim].variants;
  if (id == kNone || all.back() != id) return id;
  const auto isOfSet = [&](PrimId other) { return prims_[other].path.name() == set; };
  const auto last = std::find_if(all.rbegin() + 1, all.rend(), isOfSet);
  if (last != all.rend()) std::rotate(last.base(), all.end() - 1, all.end());
  return id;
}

// Whether idByPath_ has the properties of the prim. Paths of the deepest prims cannot be extended.
bool LayerBuilder::hasManyProperties(PrimId prim) const {
  return prims_[prim].properties.size() >= kManyProperties &&
         prims_[prim].path.depth() < kMostPathElements;
}

LayerBuilder::PropertyId LayerBuilder::addProperty(PrimId prim, Token name, PropertyKind kind) {
  if (prim == kNone) return kNone;
  const PropertyId found = findProperty(prim, name);
  if (found != kNone) return found;
  const auto id = static_cast<PropertyId>(properties_.size());
  properties_.push_back({.name = name, .kind = kind});
  std::vector<PropertyId>& all = prims_[prim].properties;
  all.push_back(id);
  if (!hasManyProperties(prim)) return id;
  // The first time, earlier properties are added too.
  const std::size_t first = all.size() == kManyProperties ? 0 : all.size() - 1;
  for (std::size_t i = first; i < all.size(); ++i) {
    idByPath_.emplace(prims_[prim].path.property(properties_[all[i]].name), all[i]);
  }
  return id;
}

LayerBuilder::PrimId LayerBuilder::addPath(Path path) {
  assert(path.isRootOrPrim() || path.isVariant());
  const PrimId found = findPrim(path);
  if (found != kNone) return found;
  const PrimId parent = addPath(path.parent());
  return path.isVariant() ? addVariant(parent, path.name(), path.variantSelection())
                          : addPrim(parent, path.name());
}

LayerBuilder::PrimId LayerBuilder::findPrim(Path path) const {
  if (path.isProperty()) return kNone;
  const auto it = idByPath_.find(path);
  return it == idByPath_.end() ? kNone : it->second;
}

LayerBuilder::PropertyId LayerBuilder::findProperty(PrimId prim, Token name) const {
  if (hasManyProperties(prim)) {
    const auto it = idByPath_.find(prims_[prim].path.property(name));
    return it == idByPath_.end() ? kNone : it->second;
  }
  for (const PropertyId id : prims_[prim].properties) {
    if (properties_[id].name == name) return id;
  }
  return kNone;
}

void LayerBuilder::setField(std::uint32_t& first, Token name, Value value) {
  std::uint32_t* link = &first;
  while (*link != kNone && fields_[*link].name != name) link = &fields_[*link].next;
  if (value.isEmpty()) {
    if (*link != kNone) *link = fields_[*link].next;
  } else if (*link != kNone) {
    fields_[*link].value = std::move(value);
  } else {
    // The link may lie in fields_, which is about to grow.
    *link = static_cast<std::uint32_t>(fields_.size());
    fields_.push_back({.name = name, .value = std::move(value)});
  }
}

const Value* LayerBuilder::findField(std::uint32_t first, Token name) const {
  for (std::uint32_t at = first; at != kNone; at = fields_[at].next) {
    const Field& field = fields_[at];
    if (field.name != name) continue;
    if (field.value.isEmpty() && source_) field.value = source_->decode(field.stored);
    return &field.value;
  }
  return nullptr;
}

void LayerBuilder::setPrimField(PrimId prim, Token name, Value value) {
  if (prim != kNone) setField(prims_[prim].firstField, name, std::move(value));
}

void LayerBuilder::setPropertyField(PropertyId property, Token name, Value value) {
  if (property != kNone) setField(properties_[property].firstField, name, std::move(value));
}

const Value* LayerBuilder::primField(PrimId prim, Token name) const {
  return findField(prims_[prim].firstField, name);
}

const Value* LayerBuilder::propertyField(PropertyId property, Token name) const {
  return findField(properties_[property].firstField, name);
}

bool LayerBuilder::hasVariantSet(PrimId prim, Token set) const {
  return std::ranges::any_of(prims_[prim].variants,
                             [&](PrimId id) { return prims_[id].path.name() == set; });
}

bool LayerBuilder::isBlankOver(PrimId prim) const {
  const Prim& spec = prims_[prim];
  if (!spec.children.empty() || !spec.variants.empty() || !spec.properties.empty()) return false;
  for (std::uint32_t at = spec.firstField; at != kNone; at = fields_[at].next) {
    if (fields_[at].name != fields::kSpecifier) return false;
    if (!(*findField(at, fields::kSpecifier) == Value(Specifier::Over))) return false;
  }
  return true;
}

void LayerBuilder::removePrim(PrimId prim) {
  assert(prim != kRoot);
  const Path path = prims_[prim].path;
  Prim& parent = prims_[prims_[prim].parent];
  std::erase(path.isVariant() ? parent.variants : parent.children, prim);
  // Descendants are unreachable from the root now; only the look-up still has them.
  std::erase_if(idByPath_, [&](const auto& entry) { return entry.first.hasPrefix(path); });
}

void LayerBuilder::removeProperty(PrimId prim, PropertyId property) {
  std::erase(prims_[prim].properties, property);
  idByPath_.erase(prims_[prim].path.property(properties_[property].name));
}

std::shared_ptr<const Layer> LayerBuilder::build(LayerIdentity identity) {
  LayerTables tables;
  std::vector<BuiltValues::Item> values;
  values.reserve(fields_.size());

  const auto moveFields = [&](std::uint32_t first) {
    TableRange range{static_cast<std::uint32_t>(tables.fieldNames.size()), 0};
    for (std::uint32_t at = first; at != kNone; at = fields_[at].next, ++range.count) {
      tables.fieldNames.push_back(fields_[at].name);
      tables.fieldValues.push_back(values.size());
      values.push_back({std::move(fields_[at].value), fields_[at].stored});
    }
    return range;
  };

  // Depth first with an explicit stack: rows are parents first, with subtrees together.
  struct Pending {
    PrimId prim;
    std::uint32_t parentRow;
    std::uint32_t* slot;  // Receives the row's number; points into childRows or variantRows.
  };
  // Reserved in advance, so that the slots stay valid.
  tables.childRows.resize(prims_.size());
  tables.variantRows.resize(prims_.size());
  tables.prims.reserve(prims_.size());
  tables.properties.reserve(properties_.size());
  std::uint32_t childEnd = 0;
  std::uint32_t variantEnd = 0;
  std::uint32_t rootSlot = 0;
  std::vector<Pending> stack{{kRoot, 0, &rootSlot}};
  while (!stack.empty()) {
    const Pending next = stack.back();
    stack.pop_back();
    const Prim& prim = prims_[next.prim];
    const auto row = static_cast<std::uint32_t>(tables.prims.size());
    *next.slot = row;

    PrimSpecRow& out = tables.prims.emplace_back();
    out.path = prim.path;
    out.parent = next.parentRow;
    out.fields = moveFields(prim.firstField);
    out.properties = {static_cast<std::uint32_t>(tables.properties.size()),
                      static_cast<std::uint32_t>(prim.properties.size())};
    for (const PropertyId id : prim.properties) {
      const Property& property = properties_[id];
      const TableRange fields = moveFields(property.firstField);
      tables.properties.push_back({.name = property.name,
                                   .fieldsBegin = fields.begin,
                                   .prim = row,
                                   .fieldCount = static_cast<std::uint16_t>(fields.count),
                                   .kind = property.kind});
    }

    const auto queue = [&](const std::vector<PrimId>& below, std::vector<std::uint32_t>& rows,
                           std::uint32_t& end) {
      const TableRange range{end, static_cast<std::uint32_t>(below.size())};
      end += range.count;
      for (std::uint32_t i = range.count; i-- > 0;) {
        stack.push_back({below[i], row, &rows[range.begin + i]});
      }
      return range;
    };
    out.children = queue(prim.children, tables.childRows, childEnd);
    out.variants = queue(prim.variants, tables.variantRows, variantEnd);
  }
  tables.childRows.resize(childEnd);
  tables.variantRows.resize(variantEnd);
  tables.decoder = std::make_shared<const BuiltValues>(std::move(values), std::move(source_));

  *this = LayerBuilder();
  return std::make_shared<const Layer>(std::move(identity), std::move(tables));
}

}  // namespace usdscope
