// SPDX-License-Identifier: Apache-2.0
#include "engine/check/detail/ArKitRules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/check/detail/Connectable.h"
#include "engine/check/detail/Names.h"
#include "engine/format/LayerSave.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope::detail {
namespace {

// The types that readers of ARKit know. Types of RealityKit are allowed, too.
constexpr std::array<std::string_view, 22> kArKitTypes = {"Scope",
                                                          "Xform",
                                                          "Camera",
                                                          "Shader",
                                                          "Material",
                                                          "Mesh",
                                                          "Sphere",
                                                          "Cube",
                                                          "Cylinder",
                                                          "Cone",
                                                          "Capsule",
                                                          "GeomSubset",
                                                          "Points",
                                                          "SkelRoot",
                                                          "Skeleton",
                                                          "SkelAnimation",
                                                          "BlendShape",
                                                          "SpatialAudio",
                                                          "PhysicsScene",
                                                          "Preliminary_ReferenceImage",
                                                          "Preliminary_Text",
                                                          "Preliminary_Trigger"};
constexpr std::array<std::string_view, 4> kArKitLayers = {".usd", ".usda", ".usdc", ".usdz"};

bool isArKitShader(std::string_view id) {
  return id == shade::kUsdPreviewSurface.text() || id == shade::kUsdUvTexture.text() ||
         id == shade::kUsdTransform2d.text() || id.starts_with("UsdPrimvarReader") ||
         id.starts_with("ND_");
}

void checkArKitConnections(const Attribute& input, Reporter& report) {
  const std::vector<Path> sources = input.connections();
  if (sources.empty()) return;
  if (sources.size() > 1) {
    report.error(
        "SeveralSources", input.path(),
        fmt::format("The input has {} connections; readers follow only one.", sources.size()));
  }
  const Prim source = input.prim().stage().primAt(sources.front().primPath());
  if (!source) {
    report.error("MissingSource", input.path(),
                 fmt::format("The input is connected to <{}>, which does not exist.",
                             sources.front().text()));
  } else if (!source.isA(types::kShader) && !source.isA(types::kMaterial)) {
    report.error("InvalidSource", input.path(),
                 fmt::format("The input is connected to a prim of the type '{}'; a shader or a "
                             "material is expected.",
                             source.typeName().text()));
  }
}

}  // namespace

void checkArKitLayers(const CheckedStage& checked, Reporter& report) {
  for (const Dependency& dependency : checked.dependencies()) {
    if (!dependency.isFound || !dependency.layer) continue;
    std::string_view file = dependency.identifier;
    while (file.ends_with(']')) file.remove_suffix(1);  // The path of an entry in a package.
    const std::string extension = lowerExtension(file);
    if (std::ranges::find(kArKitLayers, extension) != kArKitLayers.end()) continue;
    report
        .error("UnsupportedLayer", Path::root(),
               fmt::format("Layer '{}' is not a USD file.", dependency.identifier))
        .layer = dependency.referrer;
  }
}

void checkArKitType(const CheckedStage&, const Prim& prim, Reporter& report) {
  const std::string_view type = prim.typeName().text();
  if (type.empty() || type.starts_with("RealityKit")) return;
  if (std::ranges::find(kArKitTypes, type) != kArKitTypes.end()) return;
  report.error("UnsupportedType", prim.path(),
               fmt::format("The prim has the type '{}', which readers of ARKit ignore.", type));
}

void checkArKitShader(const CheckedStage&, const Prim& shader, Reporter& report) {
  const Token source = implementationSource(shader);
  if (source != names::kIdSource) {
    report.error("UnsupportedShader", shader.path(),
                 fmt::format("The implementation of the shader is its '{}'; readers of ARKit need "
                             "an id.",
                             source.text()));
  } else if (const std::string_view id = shaderId(shader).text(); !isArKitShader(id)) {
    report.error("UnsupportedShader", shader.path(),
                 id.empty() ? "The shader has no id."
                            : fmt::format("Readers of ARKit do not have the shader '{}'.", id));
  }
  for (const Token name : shader.propertyNames()) {
    if (!name.text().starts_with("inputs:")) continue;
    if (const Attribute input = shader.attribute(name)) checkArKitConnections(input, report);
  }
}

}  // namespace usdscope::detail
