#include "common/interface.glsl"
#include "overlay/grid.glsl"

layout(location = 0) in vec2 v_plane;
layout(location = 1) in vec3 v_position;

layout(location = 0) out vec4 f_color;

// The coverage of a pixel by a thin line at this distance.
float lineAt(float distanceInPixels) { return clamp(1.0 - abs(distanceInPixels), 0.0, 1.0); }

// The coverage by lines at all multiples of `period`. Lines fade out where they come within a few
// pixels of each other.
float lines(vec2 plane, vec2 perPixel, float period) {
  const vec2 d = abs(fract(plane / period + 0.5) - 0.5) * period / perPixel;
  const vec2 room = clamp(period / perPixel * 0.2 - 0.6, 0.0, 1.0);
  return max(lineAt(d.x) * room.x, lineAt(d.y) * room.y);
}

void main() {
  const vec2 perPixel = max(fwidth(v_plane), vec2(1e-9));
  const float fine = lines(v_plane, perPixel, 1.0);
  const float coarse = lines(v_plane, perPixel, 10.0);
  vec4 color = vec4(u_colorLines.rgb, max(fine * 0.55, coarse) * u_colorLines.w);
  // The axes of the world. The s axis lies where t has the axis' coordinate, and vice versa.
  const float alongS = lineAt((v_plane.y - u_axisT.w) / perPixel.y);
  const float alongT = lineAt((v_plane.x - u_axisS.w) / perPixel.x);
  if (alongS > 0.0) color = mix(color, u_colorS, alongS);
  if (alongT > 0.0) color = mix(color, u_colorT, alongT);
  color.a *= 1.0 - smoothstep(0.35, 1.0, length(v_plane) / u_grid.y);
  f_color = vec4(color.rgb, 1.0) * color.a;
}
