#extension GL_ARB_shader_draw_parameters : require
#include "common/interface.glsl"
#include "common/vertices.glsl"
#include "mesh/ribbon.glsl"

layout(location = 3) out vec4 v_color;
layout(location = 4) flat out uint v_object;

const vec2 kCorners[6] = vec2[](vec2(0.0, -0.5), vec2(1.0, -0.5), vec2(1.0, 0.5),
                                vec2(0.0, -0.5), vec2(1.0, 0.5), vec2(0.0, 0.5));

void main() {
  v_object = uint(gl_BaseInstanceARB + gl_InstanceID);
  const ObjectRecord object = objects[v_object];
  const uint flags = object.flags.x;
  const uint segment = uint(gl_VertexID) / 6u;
  const vec2 corner = kCorners[gl_VertexID % 6];
  const uint first = indices[segment * 2u];
  const uint second = indices[segment * 2u + 1u];
  const uint vertex = corner.x == 0.0 ? first : second;

  const vec4 a = object.relativeFromLocal * vec4(positionOf(first), 1.0);
  const vec4 b = object.relativeFromLocal * vec4(positionOf(second), 1.0);
  vec4 clipA = camera.clipFromRelative * a;
  vec4 clipB = camera.clipFromRelative * b;
  // What lies behind the near plane has no place on the screen: cut there. (Depth 1 is near.)
  const float nearA = clipA.w - clipA.z;
  const float nearB = clipB.w - clipB.z;
  if (nearA < 0.0 && nearB > 0.0) clipA = mix(clipA, clipB, nearA / (nearA - nearB));
  if (nearB < 0.0 && nearA > 0.0) clipB = mix(clipB, clipA, nearB / (nearB - nearA));
  const vec2 halfSize = camera.viewport.xy * 0.5;
  vec2 along = clipB.xy / clipB.w * halfSize - clipA.xy / clipA.w * halfSize;
  const float size = length(along);
  along = size > 1e-6 ? along / size : vec2(1.0, 0.0);
  const vec2 across = vec2(-along.y, along.x);

  const float width = (flags & kObjectHasWidths) != 0u ? widths[vertex] : 0.0;
  const vec4 relative = corner.x == 0.0 ? a : b;
  vec4 clip = corner.x == 0.0 ? clipA : clipB;
  const float pixels = pixelsOf(width, object.relativeFromLocal, relative.xyz);
  clip.xy += across * corner.y * pixels / halfSize * clip.w;
  gl_Position = clip;
  v_color = (flags & kObjectHasColors) != 0u ? colors[vertex] : object.color;
}
