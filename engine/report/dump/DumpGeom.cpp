// SPDX-License-Identifier: Apache-2.0
#include "engine/report/dump/DumpGeom.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/report/text/ValueJson.h"
#include "engine/schema/Imageable.h"
#include "engine/schema/PointInstancer.h"
#include "engine/schema/Primvars.h"
#include "engine/schema/SchemaNames.h"
#include "engine/schema/Xformable.h"

namespace usdscope {
namespace {

Json boxToJson(const Box& box) {
  if (box.isEmpty()) return nullptr;
  const auto corner = [](const glm::dvec3& v) {
    return Json{numberToJson(v.x), numberToJson(v.y), numberToJson(v.z)};
  };
  return {corner(box.min), corner(box.max)};
}

}  // namespace

GeomDump::GeomDump(const DumpContext& context, Diagnostics& problems)
    : context_(context), problems_(problems) {
  for (const double time : context.stageTimes) caches_.emplace_back(time);
}

Json GeomDump::bounds() {
  Json out = Json::object();
  for (std::size_t i = 0; i < caches_.size(); ++i) {
    out[timeKey(context_.stageTimes[i])] =
        boxToJson(caches_[i].worldBound(context_.stage.pseudoRoot()));
  }
  return out;
}

bool GeomDump::hasGeom(const Prim& prim) {
  return prim.isDefined() && prim.isActive() && !prim.isAbstract() && isImageable(prim);
}

Json GeomDump::geom(const Prim& prim) {
  Json out = {{"purpose", computePurpose(prim).text()}};
  for (std::size_t i = 0; i < caches_.size(); ++i) {
    const double time = context_.stageTimes[i];
    out["visibility"][timeKey(time)] = computeIsVisible(prim, time) ? "inherited" : "invisible";
    out["localToWorld"][timeKey(time)] = context_.json(Value(caches_[i].worldFromLocal(prim)));
  }
  if (Json rows = primvars(prim); !rows.empty()) out["primvars"] = std::move(rows);
  if (prim.isA(types::kBoundable)) out["worldBound"] = boxToJson(caches_[0].worldBound(prim));
  if (prim.isA(types::kPointInstancer)) out["pointInstances"] = pointInstances(prim);
  if (prim.isA(types::kGprim) || prim.isA(types::kGeomSubset)) {
    if (Json material = boundMaterials(prim); !material.empty()) {
      out["material"] = std::move(material);
    }
  }
  return out;
}

// Primvars as [name, interpolation, element size, path of the prim that has it], sorted.
Json GeomDump::primvars(const Prim& prim) {
  if (inheritedLeft_ == 0) {
    problems_.report(kTooManyInherited, {.path = prim.path().text()},
                     fmt::format("The prims of the scene inherit more than {} primvars: those of "
                                 "this prim are not listed.",
                                 kMostInherited));
    return {};
  }
  Json rows = Json::array();
  for (const Primvar& primvar : findPrimvarsWithInheritance(prim)) {
    const Prim from = primvar.attribute.prim();
    if (from != prim && inheritedLeft_ > 0) --inheritedLeft_;
    rows.push_back({primvar.name.text(), primvar.interpolation.text(), primvar.elementSize,
                    from.path().text()});
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

Json GeomDump::pointInstances(const Prim& prim) const {
  Json out = Json::object();
  for (const double time : context_.stageTimes) {
    out[timeKey(time)] = context_.json(Value(
        Array<glm::dmat4>(computePointInstances(prim, time, problems_).instancerFromPrototype)));
  }
  return out;
}

Json GeomDump::boundMaterials(const Prim& prim) {
  Json out = Json::object();
  for (const char* purpose : {"allPurpose", "preview", "full"}) {
    const Token token = purpose == std::string_view("allPurpose") ? Token() : Token(purpose);
    const Path material = materials_.boundMaterial(prim, token);
    if (!material.isEmpty()) out[purpose] = material.text();
  }
  return out;
}

}  // namespace usdscope
