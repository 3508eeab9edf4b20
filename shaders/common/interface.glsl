// Blocks, bindings and flags that the shaders share with engine/render/ShaderInterface.h.

layout(std140, binding = 0) uniform Camera {
  mat4 clipFromRelative;
  mat4 viewFromRelative;
  vec4 lightDirection;  // Relative space, towards the light.
  vec4 skyDirection;    // Relative space, up.
  vec4 wireColor;       // Linear; w: half the width of an edge in pixels.
  vec4 viewport;        // xy: size in pixels; z: pixels per unit at distance 1; w: 1 orthographic.
  vec4 background;      // Linear.
  uvec4 modes;          // x: kMode…
} camera;

const uint kModeFlat = 1u;         // Shades with face normals.
const uint kModeNoMaterials = 2u;  // Uses displayColor only.
const uint kModeWireOnly = 4u;     // Edges without surfaces.
const uint kModeHiddenLines = 8u;  // Surfaces have the colour of the background.
const uint kModeNoCameraLight = 16u;
const uint kModeNoSkyLight = 32u;

struct ObjectRecord {
  mat4 relativeFromLocal;
  vec4 color;
  uvec4 flags;  // x: kObject…; y: the scale of widths, the bits of a float.
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
  vec4 texCoordRow0;  // u = dot(xyz, (s, t, 1)).
  vec4 texCoordRow1;
  ivec4 state;  // x: 0 no texture, 1 texture, 2 fallback; y: channel of a scalar, -1: rgb.
};

// This is a uniform block because helper invocations outside a triangle read zeros from storage
// blocks. Derivatives of texture coordinates would then be wrong along all edges.
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

// Ranges of objects that picking leaves out: x the first, y the end.
layout(std140, binding = 2) uniform LeftOut {
  uvec4 ranges[32];
  uvec4 counts;  // x: number of ranges.
} leftOut;

// The layout of vertices that are fetched from storage buffers, in floats: first position, stride
// of positions, first normal, stride of normals.
layout(location = 1) uniform uvec4 u_layout;
