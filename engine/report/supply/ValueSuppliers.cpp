// SPDX-License-Identifier: Apache-2.0
#include "engine/report/supply/ValueSuppliers.h"

#include <algorithm>
#include <cmath>

#include "engine/report/explain/Explain.h"
#include "engine/report/explain/ExplainWords.h"
#include "engine/report/rows/PropertyRows.h"
#include "engine/report/skel/PoseSource.h"
#include "engine/schema/SchemaNames.h"
#include "engine/schema/Xformable.h"
#include "engine/stage/resolve/ResolveTrace.h"

namespace usdscope {
namespace {

using Suppliers = std::vector<ValueSupplier>;

bool isTimed(ValueSource source) {
  return source == ValueSource::TimeSamples || source == ValueSource::Spline ||
         source == ValueSource::Clips;
}

std::string sourceOf(const Prim& prim, const PropertyRow& row, TimeCode time) {
  std::string text = row.sourceText;
  std::string file = row.layer;
  std::string at;
  const Attribute attribute = prim.attribute(row.name);
  if (attribute && isTimed(row.source)) {
    const ResolveTrace trace = traceValue(attribute, time);
    if (trace.info.clip) file = nameOfFile(trace.info.clip->file);
    const bool isNumber = !time.isDefault() && !time.isEarliest() && std::isfinite(trace.fileTime);
    if (isNumber) at = " at " + timeText(trace.fileTime);
  }
  if (!file.empty()) text += " in " + file;
  return text + at;
}

// Names the prim that has a value, if it is not the one that is asked about.
std::string ofPrim(const Prim& owner, const Prim& prim) {
  return owner == prim ? "" : " (of " + owner.path().text() + ")";
}

void addVisibility(Suppliers& suppliers, const Prim& prim, TimeCode time) {
  for (Prim at = prim; at && !at.isPseudoRoot(); at = at.parent()) {
    const Attribute visibility = at.attribute(geom::kVisibility);
    if (!visibility || !visibility.mightBeTimeVarying()) continue;
    const auto row = propertyRow(at, geom::kVisibility, time);
    if (!row) continue;
    suppliers.push_back({geom::kVisibility.string(), sourceOf(at, *row, time) + ofPrim(at, prim)});
  }
}

bool mayShow(const Attribute& attribute, SupplierChoice choice) {
  return choice == SupplierChoice::All || (attribute && attribute.mightBeTimeVarying());
}

// Adds sources to the others, as one with a common name if they are all the same.
void addJoined(Suppliers& suppliers, Suppliers sources, const char* commonName) {
  const bool isOne = !sources.empty() && std::ranges::all_of(sources, [&](const auto& each) {
    return each.source == sources[0].source;
  });
  if (isOne) sources = {{commonName, sources[0].source}};
  suppliers.insert(suppliers.end(), sources.begin(), sources.end());
}

void addPose(Suppliers& suppliers, const PoseSource& pose, const Prim& prim, TimeCode time,
             SupplierChoice choice) {
  Suppliers sources;
  for (const Attribute& attribute : pose.attributes) {
    if (!mayShow(attribute, choice)) continue;
    if (const auto row = propertyRow(attribute.prim(), attribute.name(), time)) {
      sources.push_back({attribute.name().string(),
                         sourceOf(attribute.prim(), *row, time) + ofPrim(attribute.prim(), prim)});
    }
  }
  addJoined(suppliers, std::move(sources), "pose");
}

// `carrier` is the prim whose transform moves the asked prim.
void addTransform(Suppliers& suppliers, const Prim& carrier, const Prim& asked, TimeCode time,
                  SupplierChoice choice) {
  Prim moved = carrier;
  std::vector<Attribute> ops = transformOps(moved);
  while (ops.empty() && moved.parent() && !moved.parent().isPseudoRoot()) {
    moved = moved.parent();
    ops = transformOps(moved);
  }
  if (ops.empty()) return;
  const std::string of = ofPrim(moved, asked);
  Suppliers sources;
  for (const Attribute& op : ops) {
    if (!mayShow(op, choice)) continue;
    if (const auto row = propertyRow(moved, op.name(), time)) {
      sources.push_back({op.name().string(), sourceOf(moved, *row, time) + of});
    }
  }
  addJoined(suppliers, std::move(sources), "transform");
}

}  // namespace

std::vector<ValueSupplier> suppliersOfProperty(const Prim& prim, Token property, TimeCode time) {
  if (!property) return {};
  const auto row = propertyRow(prim, property, time);
  if (!row) return {};
  return {{property.string(), sourceOf(prim, *row, time)}};
}

std::vector<ValueSupplier> suppliersOfShape(const Prim& prim, TimeCode time, PoseSources& poses,
                                            SupplierChoice choice) {
  Suppliers suppliers;
  const PoseSource& pose = poses.of(prim);
  addPose(suppliers, pose, prim, time, choice);
  if (prim.isA(types::kPointBased) && mayShow(prim.attribute(geom::kPoints), choice)) {
    if (const auto row = propertyRow(prim, geom::kPoints, time)) {
      suppliers.push_back({geom::kPoints.string(), sourceOf(prim, *row, time)});
    }
  }
  if (choice == SupplierChoice::Varying) addVisibility(suppliers, prim, time);
  addTransform(suppliers, pose.isCarried ? pose.skeleton : prim, prim, time, choice);
  return suppliers;
}

}  // namespace usdscope
