// SPDX-License-Identifier: Apache-2.0
#include "engine/report/supply/SupplierPaint.h"

#include <algorithm>
#include <unordered_set>

#include "engine/report/explain/ExplainWords.h"
#include "engine/report/text/DistinctNames.h"
#include "engine/schema/SchemaNames.h"
#include "engine/schema/Xformable.h"

namespace usdscope {
namespace {

constexpr std::size_t kLegendRows = 12;

std::vector<Attribute> shapeAttributes(const Prim& prim) {
  if (const Attribute points = prim.attribute(geom::kPoints)) return {points};
  std::vector<Attribute> sizes;
  // The sizes of UsdGeomSphere, Cube, Cone, Cylinder, Capsule and Plane.
  for (const Token name : {geom::kRadius, geom::kRadiusTop, geom::kRadiusBottom, geom::kSize,
                           geom::kHeight, geom::kWidth, geom::kLength, geom::kAxis}) {
    if (const Attribute size = prim.attribute(name)) sizes.push_back(size);
  }
  return sizes;
}

std::vector<Attribute> transformAttributes(Prim prim) {
  std::vector<Attribute> ops = transformOps(prim);
  while (ops.empty() && prim.parent() && !prim.parent().isPseudoRoot()) {
    prim = prim.parent();
    ops = transformOps(prim);
  }
  return ops;
}

// Animated values come first, then authored ones, then fallbacks, then nothing.
int rankOf(ValueSource source) {
  switch (source) {
    case ValueSource::TimeSamples:
    case ValueSource::Clips:
    case ValueSource::Spline:
      return 3;
    case ValueSource::Default:
      return 2;
    case ValueSource::Fallback:
      return 1;
    case ValueSource::None:
      break;
  }
  return 0;
}

}  // namespace

SupplierPaint::SupplierPaint(std::shared_ptr<const Stage> stage, PaintedValue value, Token property,
                             std::shared_ptr<LegendColors> legendColors)
    : stage_(std::move(stage)),
      value_(value),
      property_(property),
      colors_(*stage_),
      legendColors_(legendColors ? std::move(legendColors) : std::make_shared<LegendColors>()) {}

SupplierPaint::Subject SupplierPaint::subjectOf(Path path) {
  const Prim prim = stage_->primAt(path);
  if (!prim) return {};
  std::vector<Attribute> attributes;
  switch (value_) {
    case PaintedValue::Shape:
      attributes = shapeAttributes(prim);
      if (std::ranges::none_of(attributes, &Attribute::mightBeTimeVarying)) {
        const PoseSource& pose = poses_.of(prim);
        if (!pose.attributes.empty()) attributes = pose.attributes;
      }
      break;
    case PaintedValue::Transform: {
      const PoseSource& pose = poses_.of(prim);
      attributes = transformAttributes(pose.isCarried ? pose.skeleton : prim);
      break;
    }
    case PaintedValue::Property:
      if (const Attribute attribute = prim.attribute(property_)) attributes = {attribute};
      break;
  }
  Subject subject;
  for (const Attribute& attribute : attributes) {
    subject.isVarying = subject.isVarying || attribute.mightBeTimeVarying();
    subject.deciders.push_back({attribute.prim(), attribute.query()});
  }
  return subject;
}

SupplierPaint::Supplier& SupplierPaint::supplierWith(const std::string& id, std::string name,
                                                     const glm::vec3& color) {
  const auto [entry, isNew] = suppliers_.try_emplace(id);
  if (isNew) entry->second = {.name = std::move(name), .color = color};
  return entry->second;
}

SupplierPaint::Supplier& SupplierPaint::supplierOf(const Subject& subject, TimeCode time) {
  ResolveInfo best;
  Prim owner;
  for (const Decider& decider : subject.deciders) {
    ResolveInfo info = decider.query.resolveInfo(time);
    if (rankOf(info.source) <= rankOf(best.source)) continue;
    best = std::move(info);
    owner = decider.prim;
  }
  SupplierColor color = colors_.of(owner, best);
  if (!suppliers_.contains(color.id)) color.color = legendColors_->of(best, color);
  return supplierWith(color.id, std::move(color.name), color.color);
}

// One copy serves all items that share the geometry, so that they are still drawn as one.
std::shared_ptr<const Geometry> SupplierPaint::uncolored(
    const std::shared_ptr<const Geometry>& geometry) {
  if (geometry->colors.empty()) return geometry;
  Uncolored& entry = uncolored_[geometry.get()];
  if (!entry.geometry) {
    auto copy = std::make_shared<Geometry>(*geometry);
    copy->colors = {};
    entry = {geometry, std::move(copy)};
  }
  return entry.geometry;
}

std::shared_ptr<const Scene> SupplierPaint::painted(const std::shared_ptr<const Scene>& scene) {
  auto result = std::make_shared<Scene>(*scene);
  for (auto& [name, supplier] : suppliers_) supplier.primCount = 0;
  std::unordered_set<const Geometry*> used;
  for (Item& item : result->items) {
    if (!item.geometry) continue;
    const auto [entry, isNew] = subjects_.try_emplace(item.path);
    Subject& subject = entry->second;
    if (isNew) subject = subjectOf(item.path);
    if (!subject.supplier || subject.isVarying) {
      subject.supplier = &supplierOf(subject, scene->time);
    }
    ++subject.supplier->primCount;
    used.insert(item.geometry.get());
    item.geometry = uncolored(item.geometry);
    item.parts = {{0, static_cast<std::uint32_t>(item.geometry->indices.size()), -1}};
    item.color = paintColor(subject.supplier->color);
    item.instanceColors = {};
  }
  std::erase_if(uncolored_, [&](const auto& entry) { return !used.contains(entry.first); });
  return result;
}

std::string SupplierPaint::title() const {
  switch (value_) {
    case PaintedValue::Shape:
      return "Suppliers of the shape";
    case PaintedValue::Transform:
      return "Suppliers of the transform";
    case PaintedValue::Property:
      break;
  }
  return "Suppliers of " + property_.string();
}

std::vector<PaintSwatch> SupplierPaint::legend() const {
  std::vector<std::pair<const std::string*, const Supplier*>> shown;
  for (const auto& [id, supplier] : suppliers_) {
    if (supplier.primCount > 0) shown.emplace_back(&id, &supplier);
  }
  std::ranges::stable_sort(shown, [](const auto& a, const auto& b) {
    const bool isEqual = a.second->primCount == b.second->primCount;
    return isEqual ? a.second->name < b.second->name : a.second->primCount > b.second->primCount;
  });
  std::vector<std::string> ids;
  std::vector<std::string> names;
  for (const auto& [id, supplier] : shown) {
    ids.push_back(*id);
    names.push_back(supplier->name);
  }
  names = distinctLabels(names, ids);
  const auto countText = [](std::size_t count) {
    return std::to_string(count) + (count == 1 ? " prim" : " prims");
  };
  std::vector<PaintSwatch> legend;
  std::size_t rest = 0;
  std::size_t restPrims = 0;
  const std::size_t rows = shown.size() > kLegendRows ? kLegendRows - 1 : shown.size();
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (i < rows) {
      const Supplier& supplier = *shown[i].second;
      legend.push_back({supplier.color, names[i] + ": " + countText(supplier.primCount)});
    } else {
      ++rest;
      restPrims += shown[i].second->primCount;
    }
  }
  if (rest > 0) {
    legend.push_back({kNoValueColor, std::to_string(rest) + " others: " + countText(restPrims)});
  }
  return legend;
}

}  // namespace usdscope
