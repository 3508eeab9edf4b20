// Moves vertices with blend shapes and joints. Positions and normals of the skeleton's space come
// out, six floats for each vertex. The same formulas as engine/scene/SkinVertices.cpp.
#include "common/transform.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly buffer RestPositions { float restPositions[]; };
layout(std430, binding = 1) readonly buffer RestNormals { float restNormals[]; };
layout(std430, binding = 2) readonly buffer Influences { uvec2 influences[]; };  // Joint, weight.
layout(std430, binding = 3) readonly buffer Rows { vec4 rows[]; };
layout(std430, binding = 4) readonly buffer BlendStarts { uint blendStarts[]; };
struct BlendOffset {
  vec4 positionAndShape;
  vec4 normal;
};
layout(std430, binding = 5) readonly buffer BlendOffsets { BlendOffset blendOffsets[]; };
layout(std430, binding = 6) readonly buffer BlendWeights { float blendWeights[]; };
layout(std430, binding = 7) writeonly buffer Skinned { float skinned[]; };

layout(location = 0) uniform uint u_vertexCount;
layout(location = 1) uniform uint u_influenceCount;   // For each vertex.
layout(location = 2) uniform uint u_firstRow;
layout(location = 3) uniform uint u_firstBlendWeight;
layout(location = 4) uniform uint u_firstSkinned;     // Vertex.
layout(location = 5) uniform uint u_hasNormals;
layout(location = 6) uniform uint u_hasBlendShapes;
layout(location = 7) uniform uint u_firstVertex;

vec3 transformPoint(uint row, vec3 p) {
  const vec4 h = vec4(p, 1.0);
  return vec3(dot(rows[row], h), dot(rows[row + 1u], h), dot(rows[row + 2u], h));
}

mat3 linearOf(vec4 row0, vec4 row1, vec4 row2) {
  return transpose(mat3(row0.xyz, row1.xyz, row2.xyz));
}

void moveWithMatrices(uint firstInfluence, inout vec3 position, inout vec3 normal) {
  vec4 row0 = vec4(0.0);
  vec4 row1 = vec4(0.0);
  vec4 row2 = vec4(0.0);
  for (uint i = 0u; i < u_influenceCount; ++i) {
    const uvec2 influence = influences[firstInfluence + i];
    const float weight = uintBitsToFloat(influence.y);
    const uint row = u_firstRow + influence.x * 3u;
    row0 += rows[row] * weight;
    row1 += rows[row + 1u] * weight;
    row2 += rows[row + 2u] * weight;
  }
  const vec4 h = vec4(position, 1.0);
  position = vec3(dot(row0, h), dot(row1, h), dot(row2, h));
  normal = transformedNormal(linearOf(row0, row1, row2), normal);
}

// Kavan et al., "Skinning with dual quaternions", 2007; scale and shear come first.
void moveWithDualQuaternions(uint firstInfluence, inout vec3 position, inout vec3 normal) {
  const vec3 atBind = transformPoint(u_firstRow, position);
  const vec3 normalAtBind = transformedNormal(
      linearOf(rows[u_firstRow], rows[u_firstRow + 1u], rows[u_firstRow + 2u]), normal);
  vec4 pivot = vec4(0.0);
  float largest = -1.0;
  for (uint i = 0u; i < u_influenceCount; ++i) {
    const uvec2 influence = influences[firstInfluence + i];
    const float weight = uintBitsToFloat(influence.y);
    if (weight <= largest) continue;
    largest = weight;
    pivot = rows[u_firstRow + 3u + influence.x * 5u];
  }
  vec4 real = vec4(0.0);
  vec4 dual = vec4(0.0);
  mat3 scale = mat3(0.0);
  for (uint i = 0u; i < u_influenceCount; ++i) {
    const uvec2 influence = influences[firstInfluence + i];
    const float weight = uintBitsToFloat(influence.y);
    const uint row = u_firstRow + 3u + influence.x * 5u;
    scale += mat3(rows[row + 2u].xyz, rows[row + 3u].xyz, rows[row + 4u].xyz) * weight;
    const float signedWeight = dot(rows[row], pivot) < 0.0 ? -weight : weight;
    real += rows[row] * signedWeight;
    dual += rows[row + 1u] * signedWeight;
  }
  const float size = length(real);
  if (size > 0.0) {
    real /= size;
    dual /= size;
    dual -= real * dot(real, dual);
  }
  const vec3 scaled = scale * atBind;
  const vec3 r = real.xyz;
  position = scaled + 2.0 * cross(r, cross(r, scaled) + real.w * scaled) +
             2.0 * (real.w * dual.xyz - dual.w * r + cross(r, dual.xyz));
  const vec3 n = transformedNormal(scale, normalAtBind);
  normal = n + 2.0 * cross(r, cross(r, n) + real.w * n);
}

void main() {
  const uint vertex = u_firstVertex + gl_GlobalInvocationID.x;
  if (vertex >= u_vertexCount) return;
  vec3 position = vec3(restPositions[vertex * 3u], restPositions[vertex * 3u + 1u],
                       restPositions[vertex * 3u + 2u]);
  vec3 normal = vec3(0.0);
  if (u_hasNormals != 0u) {
    normal = vec3(restNormals[vertex * 3u], restNormals[vertex * 3u + 1u],
                  restNormals[vertex * 3u + 2u]);
  }
  if (u_hasBlendShapes != 0u) {
    for (uint i = blendStarts[vertex]; i < blendStarts[vertex + 1u]; ++i) {
      const BlendOffset offset = blendOffsets[i];
      const float weight =
          blendWeights[u_firstBlendWeight + floatBitsToUint(offset.positionAndShape.w)];
      position += offset.positionAndShape.xyz * weight;
      if (u_hasNormals != 0u) normal += offset.normal.xyz * weight;
    }
  }
  if (u_influenceCount > 0u) {
    const uint first = vertex * u_influenceCount;
#ifdef USDSCOPE_DUAL_QUATERNION
    moveWithDualQuaternions(first, position, normal);
#else
    moveWithMatrices(first, position, normal);
#endif
  }
  const float size = length(normal);
  if (size > 0.0) normal /= size;
  const uint at = (u_firstSkinned + vertex) * 6u;
  skinned[at] = position.x;
  skinned[at + 1u] = position.y;
  skinned[at + 2u] = position.z;
  skinned[at + 3u] = normal.x;
  skinned[at + 4u] = normal.y;
  skinned[at + 5u] = normal.z;
}
