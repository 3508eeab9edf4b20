#include "common/interface.glsl"
#include "mesh/coverage.glsl"
#include "mesh/material.glsl"
#include "mesh/lighting.glsl"
#include "mesh/thin.glsl"

layout(location = 0) in vec3 v_position;
layout(location = 1) in vec3 v_across;  // The place across the line on the screen; z: its width there.

layout(location = 3) in vec4 v_color;
layout(location = 4) flat in uint v_object;
layout(location = 5) in float v_coverage;
layout(location = 6) flat in uint v_seed;
layout(location = 7) flat in uint v_links;
layout(location = 8) flat in vec3 v_along;
layout(location = 9) flat in uint v_joint;

layout(location = 0) out vec4 f_color;

void main() {
  const SurfaceInputs inputs = inputsWithoutTextures(v_color);
  if (inputs.opacity == 0.0) discard;
  coverSamples(countsFragments() ? 1.0 : v_coverage * inputs.opacity, v_seed);
  const vec3 normal = lineNormal(v_across.xy, v_across.z, v_position, v_along);
  f_color = camera.modes.y != 0u
                ? thinData(inputs, v_color.rgb, kNoPoint, v_joint, v_position, normal, v_along)
                : vec4(thinColor(inputs, v_position, normal, v_links), 1.0);
}
