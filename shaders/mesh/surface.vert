#extension GL_ARB_shader_draw_parameters : require
#include "common/interface.glsl"
#include "common/transform.glsl"

#ifdef USDSCOPE_WIREFRAME
#include "common/vertices.glsl"
layout(std430, binding = 8) readonly buffer Edges { uint edges[]; };
// The distance to each drawn edge as a fraction of the triangle's height; 1 for edges not drawn.
layout(location = 5) out vec3 v_edges;
#else
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 2) in vec2 a_texCoord;
layout(location = 3) in vec4 a_color;
#endif

layout(location = 0) out vec3 v_position;
layout(location = 1) out vec3 v_normal;
layout(location = 2) out vec2 v_texCoord;
layout(location = 3) out vec4 v_color;
layout(location = 4) flat out uint v_object;
layout(location = 6) flat out uint v_flags;
layout(location = 7) flat out uint v_links;
#ifdef USDSCOPE_DISPLACED
#include "mesh/displacement.glsl"
layout(location = 8) out vec3 v_base;  // The position before displacement.
#endif

#ifdef USDSCOPE_INSPECT
#include "mesh/joints.glsl"
layout(location = 9) flat out uint v_joint;
#endif
#ifdef USDSCOPE_PICK
layout(location = 9) flat out uint v_vertex;
#endif

#ifdef USDSCOPE_CLIPPED
#include "common/clipping.glsl"
#endif

void main() {
  v_object = order[gl_BaseInstanceARB + gl_InstanceID];
  const ObjectRecord object = objects[v_object];
  const mat4 relativeFromLocal = relativeFromLocalOf(object);
  const uint flags = object.flags.x;
  v_flags = flags;
  v_links = object.flags.z;
#ifdef USDSCOPE_WIREFRAME
  const uint vertex = indices[gl_VertexID];
  const vec3 position = positionOf(vertex);
  const vec3 normal = (flags & kObjectHasNormals) != 0u ? normalOf(vertex) : vec3(0.0);
  const vec2 texCoord = (flags & kObjectHasTexCoords) != 0u ? texCoords[vertex] : vec2(0.0);
  const vec4 color = (flags & kObjectHasColors) != 0u ? colors[vertex] : object.color;
  // Bit i of a triangle is set if the edge opposite to its corner i is drawn.
  const uint triangle = uint(gl_VertexID) / 3u;
  const uint corner = uint(gl_VertexID) % 3u;
  const uint drawn = (edges[triangle / 8u] >> ((triangle % 8u) * 4u)) & 7u;
  for (uint i = 0u; i < 3u; ++i) {
    v_edges[i] = (drawn & (1u << i)) == 0u || i == corner ? 1.0 : 0.0;
  }
#else
  const vec3 position = a_position;
  const vec3 normal = a_normal;
  const vec2 texCoord = a_texCoord;
  const vec4 color = (flags & kObjectHasColors) != 0u ? a_color : object.color;
#endif
  vec4 relative = relativeFromLocal * vec4(position, 1.0);
  v_normal = transformedNormal(linearAt(relativeFromLocal, relative), normal);
  if ((flags & kObjectIsMirrored) != 0u) v_normal = -v_normal;
#ifdef USDSCOPE_DISPLACED
  v_base = relative.xyz / relative.w;
  const float size = length(v_normal);
  if (size > 0.0) relative.xyz += v_normal * (displacementOfVertex(texCoord) / size * relative.w);
#endif
  v_position = relative.xyz / relative.w;
  v_texCoord = texCoord;
  v_color = color;
#ifdef USDSCOPE_INSPECT
  v_joint = 0u;
  if (camera.modes.y == kViewJoints) {
    v_joint = jointOf(object, color);
    v_color = object.color;
  }
#endif
#ifdef USDSCOPE_PICK
  v_vertex = uint(gl_VertexID);
#endif
  gl_Position = camera.clipFromRelative * relative;
#ifdef USDSCOPE_CLIPPED
  clipAtPlanes(relative);
#endif
}
