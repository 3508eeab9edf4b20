// Two triangles for each line, some pixels wide.
#include "common/interface.glsl"

struct GuideLine {
  vec4 from;  // Relative space.
  vec4 to;
  vec4 color;
};
layout(std430, binding = 2) readonly buffer Guides { GuideLine guideLines[]; };
layout(location = 2) uniform vec4 u_look;  // x: width in pixels; y: opacity; z: least distance, 0 orthographic.

layout(location = 0) flat out vec4 v_color;

const vec2 kCorners[6] = vec2[](vec2(0.0, -0.5), vec2(1.0, -0.5), vec2(1.0, 0.5),
                                vec2(0.0, -0.5), vec2(1.0, 0.5), vec2(0.0, 0.5));

void main() {
  const GuideLine line = guideLines[gl_VertexID / 6];
  const vec2 corner = kCorners[gl_VertexID % 6];
  vec4 from = camera.clipFromRelative * vec4(line.from.xyz, 1.0);
  vec4 to = camera.clipFromRelative * vec4(line.to.xyz, 1.0);
  // Clips the line close to the camera. The near plane may be farther: it is fitted to the scene.
  const float nearFrom = from.w - u_look.z;
  const float nearTo = to.w - u_look.z;
  if (nearFrom < 0.0 && nearTo > 0.0) from = mix(from, to, nearFrom / (nearFrom - nearTo));
  if (nearTo < 0.0 && nearFrom > 0.0) to = mix(to, from, nearTo / (nearTo - nearFrom));
  const vec2 halfSize = camera.viewport.xy * 0.5;
  vec2 along = (to.xy / to.w - from.xy / from.w) * halfSize;
  const float size = length(along);
  along = size > 1e-6 ? along / size : vec2(1.0, 0.0);
  vec4 clip = corner.x == 0.0 ? from : to;
  clip.xy += vec2(-along.y, along.x) * corner.y * u_look.x / halfSize * clip.w;
  if (nearFrom < 0.0 && nearTo < 0.0) clip = vec4(0.0, 0.0, -1.0, 1.0);  // Out of sight.
  gl_Position = clip;
  v_color = vec4(line.color.rgb, 1.0) * u_look.y;
}
