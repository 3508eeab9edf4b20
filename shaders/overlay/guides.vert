// Two triangles for each line, some pixels wide; a line without a length is a square.
#include "common/interface.glsl"

struct GuideLine {
  vec4 from;  // xyz: relative space; w: width in pixels.
  vec4 to;    // xyz: relative space; w: opacity where surfaces hide it.
  vec4 color;
};
layout(std430, binding = 2) readonly buffer Guides { GuideLine guideLines[]; };
// x: 1 where surfaces hide the lines; y: least distance, 0 orthographic.
layout(location = 2) uniform vec4 u_look;

layout(location = 0) flat out vec4 v_color;

const vec2 kCorners[6] = vec2[](vec2(0.0, -0.5), vec2(1.0, -0.5), vec2(1.0, 0.5),
                                vec2(0.0, -0.5), vec2(1.0, 0.5), vec2(0.0, 0.5));

void main() {
  const GuideLine line = guideLines[gl_VertexID / 6];
  const vec2 corner = kCorners[gl_VertexID % 6];
  vec4 from = camera.clipFromRelative * vec4(line.from.xyz, 1.0);
  vec4 to = camera.clipFromRelative * vec4(line.to.xyz, 1.0);
  // Clips the line close to the camera. The near plane may be farther: it is fitted to the scene.
  const float nearFrom = from.w - u_look.y;
  const float nearTo = to.w - u_look.y;
  if (nearFrom < 0.0 && nearTo > 0.0) from = mix(from, to, nearFrom / (nearFrom - nearTo));
  if (nearTo < 0.0 && nearFrom > 0.0) to = mix(to, from, nearTo / (nearTo - nearFrom));
  const vec2 halfSize = camera.viewport.xy * 0.5;
  vec2 along = (to.xy / to.w - from.xy / from.w) * halfSize;
  const float size = length(along);
  const bool isPoint = !(size > 1e-6);
  along = isPoint ? vec2(1.0, 0.0) : along / size;
  vec4 clip = corner.x == 0.0 ? from : to;
  vec2 offset = vec2(-along.y, along.x) * corner.y;
  if (isPoint) offset += along * (corner.x - 0.5);
  clip.xy += offset * line.from.w / halfSize * clip.w;
  if (nearFrom < 0.0 && nearTo < 0.0) clip = vec4(0.0, 0.0, -1.0, 1.0);  // Out of sight.
  gl_Position = clip;
  v_color = vec4(line.color.rgb, 1.0) * mix(1.0, line.to.w, u_look.x);
}
