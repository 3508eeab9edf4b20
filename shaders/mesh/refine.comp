// Makes the vertices of refined geometries from the skinned vertices of their cages, as
// engine/scene/SkinVertices.cpp does. One work item makes one vertex.

layout(local_size_x = 64) in;

// The constants of one geometry: per vertex, its row of weights; per row, its first element, and
// the end; per element, the vertex of the cage; per element, its weight.
layout(std430, binding = 0) readonly buffer Words { uint words[]; };
layout(std430, binding = 1) readonly buffer Cage { float cage[]; };
layout(std430, binding = 2) writeonly buffer Refined { float refined[]; };

layout(location = 0) uniform uint u_vertexCount;
layout(location = 1) uniform uint u_rowCount;
layout(location = 2) uniform uint u_sourceCount;
layout(location = 3) uniform uint u_firstCage;     // Index among the bound vertices.
layout(location = 4) uniform uint u_firstRefined;  // Index among the bound vertices.
layout(location = 5) uniform uint u_groupWidth;

const uint kVertexFloats = 6u;

vec3 cageVectorAt(uint at) { return vec3(cage[at], cage[at + 1u], cage[at + 2u]); }

void main() {
  const uint group = gl_WorkGroupID.y * u_groupWidth + gl_WorkGroupID.x;
  const uint vertex = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  if (vertex >= u_vertexCount) return;
  const uint firsts = u_vertexCount;
  const uint sources = firsts + u_rowCount + 1u;
  const uint weights = sources + u_sourceCount;
  const uint row = words[vertex];
  const uint last = words[firsts + row + 1u];
  vec3 position = vec3(0.0);
  vec3 normal = vec3(0.0);
  for (uint i = words[firsts + row]; i < last; ++i) {
    const uint at = (u_firstCage + words[sources + i]) * kVertexFloats;
    const float weight = uintBitsToFloat(words[weights + i]);
    position += cageVectorAt(at) * weight;
    normal += cageVectorAt(at + 3u) * weight;
  }
  const float size = length(normal);
  if (size > 0.0) normal /= size;
  const uint at = (u_firstRefined + vertex) * kVertexFloats;
  for (uint i = 0u; i < 3u; ++i) {
    refined[at + i] = position[i];
    refined[at + 3u + i] = normal[i];
  }
}
