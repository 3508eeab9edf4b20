#include "common/interface.glsl"
#include "mesh/coverage.glsl"
#include "mesh/material.glsl"

layout(location = 3) in vec4 v_color;
layout(location = 4) flat in uint v_object;
layout(location = 5) in float v_coverage;
layout(location = 6) flat in uint v_seed;

layout(location = 0) out vec4 f_color;

void main() {
  const vec4 color = unlitColor(v_color);
  if (color.a == 0.0) discard;
  coverSamples(v_coverage * color.a, v_seed);
  f_color = vec4(color.rgb, 1.0);
}
