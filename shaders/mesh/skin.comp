// Deforms the vertices of all characters with blend shapes and joints, in one dispatch. Writes six
// floats for each vertex: position and normal in skeleton space. Uses the formulas of the CPU
// kernels, so that both give one picture.
#include "common/transform.glsl"

layout(local_size_x = 64) in;

// The data that does not change over time. A position or normal is three floats, a joint weight is
// one float, a joint index is half a word. A block of blend shapes starts with a table: for each
// vertex, and once more at the end, the word at which its first offset begins, relative to the
// block. The offsets follow, seven words each: shape, position, normal.
layout(std430, binding = 0) readonly buffer Words { uint words[]; };
layout(std430, binding = 1) readonly buffer Rows { vec4 rows[]; };
layout(std430, binding = 2) readonly buffer BlendWeights { float blendWeights[]; };
struct Draw {
  uint firstGroup;
  uint vertexCount;
  uint firstSkinned;
  uint firstRow;
  uint firstBlendWeight;
  uint influenceCount;
  uint flags;
  uint positions;
  uint normals;
  uint joints;
  uint weights;
  uint blends;
};
layout(std430, binding = 3) readonly buffer Draws { Draw draws[]; };  // Sorted by first group.
layout(std430, binding = 4) writeonly buffer Skinned { float skinned[]; };

layout(location = 0) uniform uint u_firstDraw;
layout(location = 1) uniform uint u_drawCount;
layout(location = 2) uniform uint u_groupCount;

const uint kHasNormals = 1u;
const uint kHasBlends = 2u;
const uint kIsDualQuaternion = 4u;
const uint kOffsetWords = 7u;

// Returns the index of the last draw that begins at or before this work group.
uint drawOf(uint group) {
  uint first = u_firstDraw;
  uint count = u_drawCount;
  while (count > 1u) {
    const uint part = count / 2u;
    if (draws[first + part].firstGroup <= group) {
      first += part;
      count -= part;
    } else {
      count = part;
    }
  }
  return first;
}

vec3 vectorAt(uint word) {
  return uintBitsToFloat(uvec3(words[word], words[word + 1u], words[word + 2u]));
}

uint jointAt(Draw draw, uint influence) {
  const uint pair = words[draw.joints + influence / 2u];
  return (influence & 1u) == 0u ? pair & 0xFFFFu : pair >> 16u;
}

float weightAt(Draw draw, uint influence) {
  return uintBitsToFloat(words[draw.weights + influence]);
}

vec3 transformPoint(uint row, vec3 p) {
  const vec4 h = vec4(p, 1.0);
  return vec3(dot(rows[row], h), dot(rows[row + 1u], h), dot(rows[row + 2u], h));
}

mat3 linearOf(vec4 row0, vec4 row1, vec4 row2) {
  return transpose(mat3(row0.xyz, row1.xyz, row2.xyz));
}

void blend(Draw draw, uint vertex, inout vec3 position, inout vec3 normal) {
  const uint last = draw.blends + words[draw.blends + vertex + 1u];
  for (uint at = draw.blends + words[draw.blends + vertex]; at < last; at += kOffsetWords) {
    const float weight = blendWeights[draw.firstBlendWeight + words[at]];
    position += vectorAt(at + 1u) * weight;
    if ((draw.flags & kHasNormals) != 0u) normal += vectorAt(at + 4u) * weight;
  }
}

void moveWithMatrices(Draw draw, uint vertex, inout vec3 position, inout vec3 normal) {
  vec4 row0 = vec4(0.0);
  vec4 row1 = vec4(0.0);
  vec4 row2 = vec4(0.0);
  const uint first = vertex * draw.influenceCount;
  for (uint i = first; i < first + draw.influenceCount; ++i) {
    const float weight = weightAt(draw, i);
    const uint row = draw.firstRow + jointAt(draw, i) * 3u;
    row0 += rows[row] * weight;
    row1 += rows[row + 1u] * weight;
    row2 += rows[row + 2u] * weight;
  }
  const vec4 h = vec4(position, 1.0);
  position = vec3(dot(row0, h), dot(row1, h), dot(row2, h));
  normal = transformedNormal(linearOf(row0, row1, row2), normal);
}

// Kavan et al., "Skinning with dual quaternions", 2007. Scale and shear are applied first. Signs are
// chosen as by blendMotions() in engine/skel/DualQuaternion.h.
void moveWithDualQuaternions(Draw draw, uint vertex, inout vec3 position, inout vec3 normal) {
  const uint bind = draw.firstRow;
  const vec3 atBind = transformPoint(bind, position);
  const vec3 normalAtBind =
      transformedNormal(linearOf(rows[bind], rows[bind + 1u], rows[bind + 2u]), normal);
  const uint first = vertex * draw.influenceCount;
  vec4 pivot = vec4(0.0);
  float largest = -1.0;
  for (uint i = first; i < first + draw.influenceCount; ++i) {
    const float weight = weightAt(draw, i);
    if (weight <= largest) continue;
    largest = weight;
    pivot = rows[bind + 3u + jointAt(draw, i) * 5u];
  }
  vec4 real = vec4(0.0);
  vec4 dual = vec4(0.0);
  mat3 scale = mat3(0.0);
  for (uint i = first; i < first + draw.influenceCount; ++i) {
    const float weight = weightAt(draw, i);
    const uint row = bind + 3u + jointAt(draw, i) * 5u;
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
  const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  if (group >= u_groupCount) return;
  const Draw draw = draws[drawOf(group)];
  const uint vertex = (group - draw.firstGroup) * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  if (vertex >= draw.vertexCount) return;
  vec3 position = vectorAt(draw.positions + vertex * 3u);
  vec3 normal = vec3(0.0);
  if ((draw.flags & kHasNormals) != 0u) normal = vectorAt(draw.normals + vertex * 3u);
  if ((draw.flags & kHasBlends) != 0u) blend(draw, vertex, position, normal);
  if (draw.influenceCount > 0u) {
    if ((draw.flags & kIsDualQuaternion) != 0u) {
      moveWithDualQuaternions(draw, vertex, position, normal);
    } else {
      moveWithMatrices(draw, vertex, position, normal);
    }
  }
  const float size = length(normal);
  if (size > 0.0) normal /= size;
  const uint at = (draw.firstSkinned + vertex) * 6u;
  skinned[at] = position.x;
  skinned[at + 1u] = position.y;
  skinned[at + 2u] = position.z;
  skinned[at + 3u] = normal.x;
  skinned[at + 4u] = normal.y;
  skinned[at + 5u] = normal.z;
}
