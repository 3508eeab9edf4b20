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
  return {.vertex = "mesh/surface.vert", .fragment = "mesh/surface.frag", .features = features};
}

ProgramSource surfacePickProgram(bool isCutout) {
  ShaderFeatures features{ShaderFeature::Pick};
  if (isCutout) features = features.with(ShaderFeature::Textured).with(ShaderFeature::Cutout);
  return {.vertex = "mesh/surface.vert", .fragment = "mesh/pick.frag", .features = features};
}

ProgramSource shadowProgram(bool isCutout) {
  ShaderFeatures features;
  if (isCutout) features = features.with(ShaderFeature::Textured).with(ShaderFeature::Cutout);
  return {.vertex = "mesh/surface.vert", .fragment = "mesh/shadow.frag", .features = features};
}

ProgramSource linesProgram(bool isPick) {
  if (isPick) {
    return {.vertex = "mesh/lines.vert",
            .fragment = "mesh/pick.frag",
            .features = {ShaderFeature::Pick}};
  }
  return {.vertex = "mesh/lines.vert", .fragment = "mesh/lines.frag"};
}

ProgramSource dotsProgram(bool isPick) {
  ShaderFeatures features;
  if (isPick) features = features.with(ShaderFeature::Pick);
  return {.vertex = "mesh/dots.vert", .fragment = "mesh/dots.frag", .features = features};
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

ProgramSource displayProgram(bool isMultisampled) {
  ShaderFeatures features;
  if (isMultisampled) features = features.with(ShaderFeature::Multisampled);
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

std::vector<ProgramSource> allPrograms() {
  std::vector<ProgramSource> programs;
  constexpr unsigned kVariants = 1u << 7;
  for (unsigned bits = 0; bits < kVariants; ++bits) {
    const auto has = [bits](unsigned bit) { return (bits >> bit & 1u) != 0; };
    if (has(1) && !has(0)) continue;             // Cutouts are textured.
    if (has(5) && !has(4)) continue;             // The light at the camera has no maps.
    if (has(6) && (has(1) || has(2))) continue;  // Layers are translucent, without edges.
    programs.push_back(surfaceProgram({.isTextured = has(0),
                                       .isCutout = has(1),
                                       .isWireframe = has(2),
                                       .isPreview = has(3),
                                       .hasSceneLights = has(4),
                                       .hasLightMaps = has(5),
                                       .isLayered = has(6)}));
  }
  for (unsigned bits = 0; bits < 8; ++bits) {
    const auto has = [bits](unsigned bit) { return (bits >> bit & 1u) != 0; };
    if (has(1) && !has(0)) continue;
    programs.push_back(surfaceProgram(
        {.isTextured = has(0), .isCutout = has(1), .isWireframe = has(2), .isInspected = true}));
  }
  for (const bool choice : {false, true}) {
    programs.push_back(displayProgram(choice));
    programs.push_back(surfacePickProgram(choice));
    programs.push_back(shadowProgram(choice));
    programs.push_back(linesProgram(choice));
    programs.push_back(dotsProgram(choice));
    programs.push_back(volumeProgram(choice, false));
    programs.push_back(volumeProgram(choice, true));
    // Clipping adds the same lines to each vertex shader.
    programs.push_back(clipped(surfaceProgram({.isWireframe = choice}), 1));
    programs.push_back(clipped(surfacePickProgram(choice), 1));
    programs.push_back(clipped(linesProgram(choice), 1));
    programs.push_back(clipped(dotsProgram(choice), 1));
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
