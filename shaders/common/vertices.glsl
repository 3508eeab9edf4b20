// Vertices fetched from storage buffers, for stages that emit several vertices per input vertex.

layout(std430, binding = 2) readonly buffer Positions { float positions[]; };
layout(std430, binding = 3) readonly buffer Normals { float normals[]; };
layout(std430, binding = 4) readonly buffer Colors { vec4 colors[]; };
layout(std430, binding = 5) readonly buffer TexCoords { vec2 texCoords[]; };
layout(std430, binding = 6) readonly buffer Indices { uint indices[]; };
layout(std430, binding = 7) readonly buffer Widths { float widths[]; };

vec3 positionOf(uint vertex) {
  const uint at = u_layout.x + vertex * u_layout.y;
  return vec3(positions[at], positions[at + 1u], positions[at + 2u]);
}

vec3 normalOf(uint vertex) {
  const uint at = u_layout.z + vertex * u_layout.w;
  return vec3(normals[at], normals[at + 1u], normals[at + 2u]);
}
