#include "common/interface.glsl"
#ifdef USDSCOPE_PICK
#include "mesh/pick.glsl"
#else
#include "mesh/coverage.glsl"
#include "mesh/material.glsl"
#include "mesh/lighting.glsl"
#include "mesh/thin.glsl"
layout(location = 0) in vec3 v_position;
#endif

layout(location = 2) in vec2 v_disc;
layout(location = 3) in vec4 v_color;
layout(location = 4) flat in uint v_object;
layout(location = 9) flat in uint v_point;
#ifndef USDSCOPE_PICK
layout(location = 5) flat in float v_coverage;
layout(location = 6) flat in uint v_seed;
layout(location = 7) flat in uint v_links;
layout(location = 8) flat in float v_pixels;
layout(location = 10) flat in uint v_joint;
#endif

#ifdef USDSCOPE_PICK
layout(location = 0) out uint f_id;
layout(location = 1) out uint f_vertex;  // The index of the vertex + 1.
#else
layout(location = 0) out vec4 f_color;
#endif

void main() {
  const float distance2 = dot(v_disc, v_disc);
  if (distance2 > 1.0) discard;
#ifdef USDSCOPE_PICK
  if (isLeftOut(v_object)) discard;
  f_id = v_object + 1u;
  f_vertex = v_point + 1u;
#else
  const SurfaceInputs inputs = inputsWithoutTextures(v_color);
  if (inputs.opacity == 0.0) discard;
  coverSamples(countsFragments() ? 1.0 : v_coverage * inputs.opacity, v_seed);
  const vec3 normal = camera.eyeDirection.xyz;  // As in Storm, a dot is a disc.
  if (camera.modes.y != 0u) {
    f_color = thinData(inputs, v_color.rgb, v_point, v_joint, v_position, normal, vec3(0.0));
    return;
  }
  vec3 color = thinColor(inputs, v_position, normal, v_links);
  // Without lights, darkens towards the edge, so that the dot looks like a ball lit from the camera.
  if ((camera.modes.x & kModeUnlit) != 0u) color *= 1.0 - 0.5 * distance2;
  f_color = vec4(color, 1.0);
#endif
}
