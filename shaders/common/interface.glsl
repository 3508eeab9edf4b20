// What shaders and engine/render/ShaderInterface.h agree on.

layout(std140, binding = 0) uniform Camera {
  mat4 clipFromRelative;
  mat4 viewFromRelative;
  vec4 lightDirection;  // Relative space, towards the light.
  vec4 skyDirection;    // Relative space, up.
  vec4 wireColor;       // Linear; w: half the width of an edge in pixels.
  vec4 viewport;        // Width, height; pixels of a unit at distance 1; 1 when orthographic.
  uvec4 modes;          // x: kMode…
} camera;

const uint kModeFlat = 1u;         // Normals of faces.
const uint kModeNoMaterials = 2u;  // displayColor alone.
const uint kModeWireOnly = 4u;     // Edges without surfaces.

struct ObjectRecord {
  mat4 relativeFromLocal;
  vec4 color;
  uvec4 flags;  // x: kObject…; y: what widths are multiplied with, as bits.
};
const uint kObjectHasColors = 1u;
const uint kObjectIsMirrored = 2u;
const uint kObjectHasTexCoords = 4u;
const uint kObjectHasWidths = 8u;
const uint kObjectHasNormals = 16u;

layout(std430, binding = 0) readonly buffer Objects {
  ObjectRecord objects[];
};

struct TextureRecord {
  vec4 scale;
  vec4 bias;
  vec4 fallback;
  vec4 texCoordRow0;  // xyz: what gives u from (s, t, 1).
  vec4 texCoordRow1;
  ivec4 state;  // x: 0 no texture, 1 texture, 2 fallback; y: channel of a scalar, -1: rgb.
};

// A uniform block and not a storage block: of storage, fragments outside of their triangle read
// nothing, and derivatives of texture coordinates would be wrong along all edges.
layout(std140, binding = 1) uniform Material {
  vec4 baseColor;  // w: opacity.
  vec4 emission;   // w: opacity threshold.
  vec4 surface;    // x: roughness, y: metallic.
  uvec4 flags;     // x: kMaterial…
  TextureRecord diffuse;
  TextureRecord opacity;
  TextureRecord emissive;
  TextureRecord roughness;
  TextureRecord metallic;
  TextureRecord normal;
} material;
const uint kMaterialUsesDisplayColor = 1u;
const uint kMaterialUsesDisplayOpacity = 2u;

// Where vertices that are fetched from storage buffers lie, in floats: first position, stride of
// positions, first normal, stride of normals.
layout(location = 1) uniform uvec4 u_layout;
