#extension GL_ARB_shader_draw_parameters : require
#include "common/interface.glsl"
#include "common/vertices.glsl"
#include "mesh/ribbon.glsl"

layout(location = 0) out vec3 v_position;
layout(location = 2) out vec2 v_disc;  // Position in the dot; the edge has length 1.
layout(location = 3) out vec4 v_color;
layout(location = 4) flat out uint v_object;
layout(location = 5) flat out float v_coverage;
layout(location = 6) flat out uint v_seed;
layout(location = 7) flat out uint v_links;
layout(location = 8) flat out float v_pixels;
layout(location = 9) flat out uint v_point;
#ifndef USDSCOPE_PICK
#include "mesh/joints.glsl"
layout(location = 10) flat out uint v_joint;
#endif

layout(location = 2) uniform float u_minPixels;

const vec2 kCorners[6] = vec2[](vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(1.0, 1.0),
                                vec2(-1.0, -1.0), vec2(1.0, 1.0), vec2(-1.0, 1.0));

#ifdef USDSCOPE_CLIPPED
#include "common/clipping.glsl"
#endif

void main() {
  v_object = order[gl_BaseInstanceARB + gl_InstanceID];
  const ObjectRecord object = objects[v_object];
  const mat4 relativeFromLocal = relativeFromLocalOf(object);
  const uint flags = object.flags.x;
  const uint vertex = indices[gl_VertexID / 6];
  const vec4 relative = relativeFromLocal * vec4(positionOf(vertex), 1.0);
  const float width = (flags & kObjectHasWidths) != 0u
                          ? widths[vertex] * uintBitsToFloat(object.flags.y)
                          : 0.0;
  const float size = pixelsOf(width, relativeFromLocal, relative);
  // Vertices of surfaces have no widths.
  v_coverage = coverageOf(size) * coverageOf(size);
  v_seed = vertex * 31u + v_object;
  v_point = vertex;
  const float pixels = max(size, u_minPixels);
  v_disc = kCorners[gl_VertexID % 6];
  vec4 clip = camera.clipFromRelative * relative;
  clip.xy += v_disc * pixels / camera.viewport.xy * clip.w;
  gl_Position = clip;
#ifdef USDSCOPE_CLIPPED
  clipAtPlanes(relative);
#endif
  v_position = relative.xyz / relative.w;
  v_links = object.flags.z;
  v_pixels = size;
  v_color = (flags & kObjectHasColors) != 0u ? colors[vertex] : object.color;
#ifndef USDSCOPE_PICK
  v_joint = 0u;
  if (camera.modes.y == kViewJoints) {
    v_joint = jointOf(object, v_color);
    v_color = object.color;
  }
#endif
}
