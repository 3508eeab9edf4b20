#extension GL_ARB_shader_draw_parameters : require
#include "common/interface.glsl"
#include "common/vertices.glsl"
#include "mesh/ribbon.glsl"

layout(location = 0) out vec3 v_position;
layout(location = 1) out vec3 v_across;
layout(location = 3) out vec4 v_color;
layout(location = 4) flat out uint v_object;
layout(location = 5) out float v_coverage;
layout(location = 6) flat out uint v_seed;
layout(location = 7) flat out uint v_links;
layout(location = 8) flat out vec3 v_along;  // From one end of the segment to the other.
#ifdef USDSCOPE_PICK
layout(location = 9) flat out uint v_vertex;
#else
#include "mesh/joints.glsl"
layout(location = 9) flat out uint v_joint;
#endif

const vec2 kCorners[6] = vec2[](vec2(0.0, -0.5), vec2(1.0, -0.5), vec2(1.0, 0.5),
                                vec2(0.0, -0.5), vec2(1.0, 0.5), vec2(0.0, 0.5));

// The unit direction on the screen from one point of the scene to another; zero if one of them is
// in front of the near plane or both coincide.
vec2 screenDirection(vec4 from, vec4 to) {
  const vec4 a = camera.clipFromRelative * from;
  const vec4 b = camera.clipFromRelative * to;
  if (a.w - a.z <= 0.0 || b.w - b.z <= 0.0) return vec2(0.0);
  const vec2 along = (b.xy / b.w - a.xy / a.w) * camera.viewport.xy;
  const float size = length(along);
  return size > 1e-6 ? along / size : vec2(0.0);
}

// The vector from a ribbon's centre line to its edge at an end where another segment goes on, in
// half widths. Both segments use this mitre vector, so that their ribbons meet.
vec2 mitered(vec2 across, vec2 along, vec2 neighbour) {
  const vec2 sum = along + neighbour;
  const float size = length(sum);
  if (size < 1.0) return across;  // There is no neighbour, or the bend is sharp.
  const vec2 edge = vec2(-sum.y, sum.x) / size;
  return edge / max(dot(edge, across), 0.5);
}

#ifdef USDSCOPE_CLIPPED
#include "common/clipping.glsl"
#endif

void main() {
  v_object = order[gl_BaseInstanceARB + gl_InstanceID];
  const ObjectRecord object = objects[v_object];
  const mat4 relativeFromLocal = relativeFromLocalOf(object);
  const uint flags = object.flags.x;
  const uint segment = uint(gl_VertexID) / 6u;
  const vec2 corner = kCorners[gl_VertexID % 6];
  const uint first = indices[segment * 2u];
  const uint second = indices[segment * 2u + 1u];
  const uint vertex = corner.x == 0.0 ? first : second;

  const vec4 a = relativeFromLocal * vec4(positionOf(first), 1.0);
  const vec4 b = relativeFromLocal * vec4(positionOf(second), 1.0);
  vec4 clipA = camera.clipFromRelative * a;
  vec4 clipB = camera.clipFromRelative * b;
  // Clips the segment at the near plane, which has depth 1.
  const float nearA = clipA.w - clipA.z;
  const float nearB = clipB.w - clipB.z;
  const float moveA = nearA < 0.0 && nearB > 0.0 ? nearA / (nearA - nearB) : 0.0;
  const float moveB = nearB < 0.0 && nearA > 0.0 ? nearB / (nearB - nearA) : 0.0;
  const vec4 wholeA = clipA;
  clipA = mix(clipA, clipB, moveA);
  clipB = mix(clipB, wholeA, moveB);
  const vec2 halfSize = camera.viewport.xy * 0.5;
  vec2 along = clipB.xy / clipB.w * halfSize - clipA.xy / clipA.w * halfSize;
  const float size = length(along);
  along = size > 1e-6 ? along / size : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x);
  // The segments of one curve follow each other in the list.
  const uint neighbour = corner.x == 0.0 ? segment * 2u - 1u : segment * 2u + 2u;
  if (neighbour < uint(indices.length()) && indices[neighbour] == vertex) {
    const uint beyond = indices[corner.x == 0.0 ? neighbour - 1u : neighbour + 1u];
    const vec4 other = relativeFromLocal * vec4(positionOf(beyond), 1.0);
    const vec2 direction =
        corner.x == 0.0 ? screenDirection(other, a) : screenDirection(b, other);
    across = mitered(across, along, direction);
  }

  const float width = (flags & kObjectHasWidths) != 0u
                          ? widths[vertex] * uintBitsToFloat(object.flags.y)
                          : 0.0;
  const vec4 relative = corner.x == 0.0 ? a : b;
  vec4 clip = corner.x == 0.0 ? clipA : clipB;
  const float pixels = pixelsOf(width, relativeFromLocal, relative);
  v_coverage = coverageOf(pixels);
  v_seed = segment * 31u + v_object;
  clip.xy += across * corner.y * max(pixels, 1.0) / halfSize * clip.w;
  gl_Position = clip;
  const vec4 shown = corner.x == 0.0 ? mix(a, b, moveA) : mix(b, a, moveB);
#ifdef USDSCOPE_CLIPPED
  clipAtPlanes(shown);
#endif
  v_position = shown.xyz / shown.w;
  v_along = b.xyz / b.w - a.xyz / a.w;
  v_across = vec3(across * (corner.y * 2.0), pixels);
  v_links = object.flags.z;
  v_color = (flags & kObjectHasColors) != 0u ? colors[vertex] : object.color;
#ifdef USDSCOPE_PICK
  v_vertex = first;
#else
  v_joint = 0u;
  if (camera.modes.y == kViewJoints) {
    v_joint = jointOf(object, (flags & kObjectHasColors) != 0u ? colors[first] : vec4(0.0));
    v_color = object.color;
  }
#endif
}
