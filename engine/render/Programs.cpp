// SPDX-License-Identifier: Apache-2.0
#include "engine/render/Programs.h"

namespace usdscope {

ProgramSource surfaceProgram(SurfaceVariant variant) {
  ShaderFeatures features;
  if (variant.isTextured || variant.isCutout) features = features.with(ShaderFeature::Textured);
  if (variant.isCutout) features = features.with(ShaderFeature::Cutout);
  if (variant.isWireframe) features = features.with(ShaderFeature::Wireframe);
  if (variant.isPreview) features = features.with(ShaderFeature::Preview);
  if (variant.hasSceneLights) features = features.with(ShaderFeature::SceneLights);
  if (variant.hasLightMaps) features = features.with(ShaderFeature::LightMaps);
  if (variant.isLayered) features = features.with(ShaderFeature::Layers);
  if (variant.isInspected) features = features.with(ShaderFeature::Inspect);
  if (variant.isDisplaced) features = features.with(ShaderFeature::Displaced);
  return {.vertex = "mesh/surface.vert", .fragment = "mesh/surface.frag", .features = features};
}

ProgramSource surfacePickProgram(bool isCutout, bool isDisplaced) {
  ShaderFeatures features{ShaderFeature::Pick};
  if (isDisplaced) features = features.with(ShaderFeature::Displaced);
  if (isCutout) features = features.with(ShaderFeature::Textured).with(ShaderFeature::Cutout);
  return {.vertex = "mesh/surface.vert", .fragment = "mesh/pick.frag", .features = features};
}

ProgramSource shadowProgram(bool isCutout, bool isDisplaced) {
  ShaderFeatures features;
  if (isDisplaced) features = features.with(ShaderFeature::Displaced);
  if (isCutout) features = features.with(ShaderFeature::Textured).with(ShaderFeature::Cutout);
  return {.vertex = "mesh/surface.vert", .fragment = "mesh/shadow.frag", .features = features};
}

ProgramSource linesProgram(SurfaceVariant variant) {
  return {.vertex = "mesh/lines.vert",
          .fragment = "mesh/lines.frag",
          .features = surfaceProgram(variant).features};
}

ProgramSource dotsProgram(SurfaceVariant variant) {
  return {.vertex = "mesh/dots.vert",
          .fragment = "mesh/dots.frag",
          .features = surfaceProgram(variant).features};
}

ProgramSource linesPickProgram() {
  return {
      .vertex = "mesh/lines.vert", .fragment = "mesh/pick.frag", .features = {ShaderFeature::Pick}};
}

ProgramSource dotsPickProgram() {
  return {
      .vertex = "mesh/dots.vert", .fragment = "mesh/dots.frag", .features = {ShaderFeature::Pick}};
}

ProgramSource skinningProgram() { return {.compute = "mesh/skin.comp"}; }

ProgramSource refiningProgram() { return {.compute = "mesh/refine.comp"}; }

ProgramSource gridProgram() {
  return {.vertex = "overlay/grid.vert", .fragment = "overlay/grid.frag"};
}

ProgramSource guidesProgram() {
  return {.vertex = "overlay/guides.vert", .fragment = "overlay/guides.frag"};
}

ProgramSource domeProgram() {
  return {.vertex = "screen/dome.vert", .fragment = "screen/dome.frag"};
}

ProgramSource outlineProgram() {
  return {.vertex = "screen/triangle.vert", .fragment = "screen/outline.frag"};
}

ProgramSource layersProgram() {
  return {.vertex = "screen/triangle.vert", .fragment = "screen/layers.frag"};
}

ProgramSource displayProgram(bool isMultisampled, bool hasTable) {
  ShaderFeatures features;
  if (isMultisampled) features = features.with(ShaderFeature::Multisampled);
  if (hasTable) features = features.with(ShaderFeature::DisplayTable);
  return {
      .vertex = "screen/triangle.vert", .fragment = "screen/display.frag", .features = features};
}

ProgramSource volumeProgram(bool isMultisampled, bool hasSceneLights) {
  ShaderFeatures features;
  if (isMultisampled) features = features.with(ShaderFeature::Multisampled);
  if (hasSceneLights) features = features.with(ShaderFeature::SceneLights);
  return {.vertex = "mesh/surface.vert", .fragment = "mesh/volume.frag", .features = features};
}

ProgramSource clipped(ProgramSource source, std::size_t planeCount) {
  if (planeCount > 0) source.features = source.features.with(ShaderFeature::Clipped);
  return source;
}

ProgramSource occlusionProgram(bool isMultisampled) {
  ProgramSource source{.vertex = "screen/triangle.vert", .fragment = "screen/occlusion.frag"};
  if (isMultisampled) source.features = source.features.with(ShaderFeature::Multisampled);
  return source;
}

ProgramSource darkenProgram(bool isMultisampled) {
  ProgramSource source = occlusionProgram(isMultisampled);
  source.fragment = "screen/darken.frag";
  return source;
}

std::vector<ProgramSource> allPrograms() {
  std::vector<ProgramSource> programs;
  constexpr unsigned kVariants = 1u << 7;
  for (unsigned bits = 0; bits < kVariants; ++bits) {
    const auto has = [bits](unsigned bit) { return (bits >> bit & 1u) != 0; };
    if (has(1) && !has(0)) continue;             // Cutouts are textured.
    if (has(5) && !has(4)) continue;             // The light at the camera has no maps.
    if (has(6) && (has(1) || has(2))) continue;  // Layers are translucent, without edges.
    SurfaceVariant variant{.isTextured = has(0),
                           .isCutout = has(1),
                           .isWireframe = has(2),
                           .isPreview = has(3),
                           .hasSceneLights = has(4),
                           .hasLightMaps = has(5),
                           .isLayered = has(6)};
    programs.push_back(surfaceProgram(variant));
    if (!variant.isPreview) continue;  // Displacement is an input of UsdPreviewSurface.
    variant.isDisplaced = true;
    programs.push_back(surfaceProgram(variant));
  }
  for (unsigned bits = 0; bits < 8; ++bits) {
    const auto has = [bits](unsigned bit) { return (bits >> bit & 1u) != 0; };
    if (has(1) && !has(0)) continue;
    for (const bool isDisplaced : {false, true}) {
      programs.push_back(surfaceProgram({.isTextured = has(0),
                                         .isCutout = has(1),
                                         .isWireframe = has(2),
                                         .isInspected = true,
                                         .isDisplaced = isDisplaced}));
    }
  }
  for (const bool choice : {false, true}) {
    programs.push_back(displayProgram(choice));
    programs.push_back(displayProgram(choice, true));
    programs.push_back(occlusionProgram(choice));
    programs.push_back(darkenProgram(choice));
    for (const bool isDisplaced : {false, true}) {
      programs.push_back(surfacePickProgram(choice, isDisplaced));
      programs.push_back(shadowProgram(choice, isDisplaced));
    }
    for (const int lights : {0, 1, 2}) {
      const SurfaceVariant variant{
          .isPreview = choice, .hasSceneLights = lights > 0, .hasLightMaps = lights > 1};
      programs.push_back(linesProgram(variant));
      programs.push_back(dotsProgram(variant));
    }
    programs.push_back(volumeProgram(choice, false));
    programs.push_back(volumeProgram(choice, true));
    // Clipping adds the same lines to each vertex shader.
    programs.push_back(clipped(surfaceProgram({.isWireframe = choice}), 1));
    programs.push_back(clipped(surfacePickProgram(choice, false), 1));
    programs.push_back(clipped(linesProgram({.isPreview = choice}), 1));
    programs.push_back(clipped(dotsProgram({.isPreview = choice}), 1));
  }
  for (const std::size_t planes : {0, 1}) {
    programs.push_back(clipped(linesPickProgram(), planes));
    programs.push_back(clipped(dotsPickProgram(), planes));
  }
  programs.push_back(skinningProgram());
  programs.push_back(refiningProgram());
  programs.push_back(gridProgram());
  programs.push_back(guidesProgram());
  programs.push_back(domeProgram());
  programs.push_back(outlineProgram());
  programs.push_back(layersProgram());
  return programs;
}

}  // namespace usdscope
