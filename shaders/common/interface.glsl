// Blocks, bindings and flags that the shaders share with engine/render/ShaderInterface.h.

layout(std140, binding = 0) uniform Camera {
  mat4 clipFromRelative;
  mat4 viewFromRelative;
  vec4 eyeDirection;  // Relative space, from what is seen to the camera along its axis.
  vec4 wireColor;     // Linear; w: half the width of an edge in pixels.
  vec4 viewport;      // xy: size in pixels; z: pixels per unit at distance 1; w: 1 orthographic.
  vec4 background;    // Linear.
  uvec4 modes;        // x: kMode…; y: kView…; z: number of clipping planes.
  vec4 positionHigh;  // The world position is the sum of both.
  vec4 positionLow;
  vec4 depths;        // x: the distance of what is nearest, y: of what is farthest.
  vec4 clippingPlanes[8];  // Relative space. Points on the negative side of one are not drawn.
} camera;

const uint kModeFlat = 1u;         // Shades with face normals.
const uint kModeNoMaterials = 2u;  // Uses displayColor only.
const uint kModeWireOnly = 4u;     // Edges without surfaces.
const uint kModeHiddenLines = 8u;  // Surfaces have the colour of the background.
const uint kModeUnlit = 16u;       // Surfaces show their colours.
const uint kModeEncoded = 32u;     // Linear colours are encoded as sRGB later.

// The values of InspectionView.
const uint kViewAlbedo = 1u;
const uint kViewNormals = 2u;
const uint kViewTangents = 3u;
const uint kViewUvChecker = 4u;
const uint kViewPrims = 5u;
const uint kViewInstances = 6u;
const uint kViewSubsets = 7u;
const uint kViewDepth = 8u;
const uint kViewFacing = 9u;
const uint kViewOverdraw = 10u;
const uint kViewMatcap = 11u;
const uint kViewPoints = 12u;
const uint kViewJoints = 13u;

struct ObjectRecord {
  mat4 worldFromLocal;  // The translation is the sum of its last column and translationLow.
  vec4 translationLow;  // w: the number of the joint that moves it as a whole, for kViewJoints.
  vec4 color;
  // x: kObject…; y: the scale of widths, the bits of a float; z: Item::lights; w: Item::shadows.
  uvec4 flags;
};
const uint kObjectHasColors = 1u;
const uint kObjectIsMirrored = 2u;
const uint kObjectHasTexCoords = 4u;
const uint kObjectHasWidths = 8u;
const uint kObjectHasNormals = 16u;
const uint kObjectIsDoubleSided = 32u;

layout(std430, binding = 0) readonly buffer Objects {
  ObjectRecord objects[];
};

// The objects of the draw calls; an instance of a call is an element.
layout(std430, binding = 1) readonly buffer Order {
  uint order[];
};

// The transform of an object to relative space.
mat4 relativeFromLocalOf(ObjectRecord object) {
  mat4 relative = object.worldFromLocal;
  // The differences are exact for near objects. Reordered sums would lose the low parts.
  const float weight = relative[3].w;  // 1 unless the transform is projective.
  precise vec3 high = relative[3].xyz - camera.positionHigh.xyz * weight;
  precise vec3 low = object.translationLow.xyz - camera.positionLow.xyz * weight;
  precise vec3 translation = high + low;
  relative[3].xyz = translation;
  for (int i = 0; i < 3; ++i) relative[i].xyz -= camera.positionHigh.xyz * relative[i].w;
  return relative;
}

// The linear part of a transform at a point, of which `at` is the result before the division: the derivative of the divided
// position, times w. That of an affine transform is the same at all points.
mat3 linearAt(mat4 transform, vec4 at) {
  const vec3 place = at.xyz / at.w;
  return mat3(transform[0].xyz - place * transform[0].w, transform[1].xyz - place * transform[1].w,
              transform[2].xyz - place * transform[2].w);
}

struct TextureRecord {
  vec4 scale;
  vec4 bias;
  vec4 fallback;
  vec4 texCoordRow0;  // u = dot(xyz, (s, t, 1)).
  vec4 texCoordRow1;
  // x: 0 no texture, 1 texture, 2 fallback; y: channel of a scalar, -1: rgb, kBroadcastChannel and
  // up: rgb are this channel before scale and bias apply.
  ivec4 state;
};
const int kBroadcastChannel = 4;

// This is a uniform block because helper invocations outside a triangle read zeros from storage
// blocks. Derivatives of texture coordinates would then be wrong along all edges.
layout(std140, binding = 1) uniform Material {
  vec4 baseColor;  // w: opacity.
  vec4 emission;   // w: opacity threshold.
  vec4 surface;    // x: roughness, y: metallic, z: ior, w: occlusion.
  vec4 specular;   // w: clearcoat.
  vec4 coat;       // x: clearcoat roughness, y: displacement.
  uvec4 flags;     // x: kMaterial…
  TextureRecord diffuse;
  TextureRecord opacity;
  TextureRecord emissive;
  TextureRecord roughness;
  TextureRecord metallic;
  TextureRecord normal;
  TextureRecord specularColor;
  TextureRecord clearcoat;
  TextureRecord clearcoatRoughness;
  TextureRecord occlusion;
  TextureRecord displacement;
} material;
const uint kMaterialUsesDisplayColor = 1u;
const uint kMaterialUsesDisplayOpacity = 2u;
const uint kMaterialUsesSpecularWorkflow = 4u;
const uint kMaterialIsPresence = 8u;

struct LightRecord {
  vec4 position;  // Relative space.
  // Half the width of a rect, half the length of a cylinder, else the unit x axis; w: radius.
  vec4 axisX;
  // Half the height of a rect, else the unit y axis; w: the part of the sky that a distant light
  // fills.
  vec4 axisY;
  vec4 axisZ;     // The unit direction of emission.
  vec4 diffuse;   // Radiance for diffuse reflections.
  vec4 specular;  // Radiance for other reflections.
  vec4 shaping;   // x: cone angle in radians, y: softness, z: focus, w: 1 if the light is shaped.
  vec4 tint;      // Tint of the focus; w: the angle scale of the profile.
  // The share of the light that shines in shadows; w: half the size of the light, for a distant one
  // at a distance of 1.
  vec4 shadow;
  uvec4 flags;  // x: kLight…; y: link.
  uvec4 maps;   // x: the first of its shadows, y: their number; z: its profile + 1, 0 without one.
};
const uint kLightCamera = 0u;
const uint kLightDistant = 1u;
const uint kLightSphere = 2u;
const uint kLightDisk = 3u;
const uint kLightRect = 4u;
const uint kLightCylinder = 5u;

// A map of the depths that a light sees.
struct ShadowRecord {
  mat4 mapFromRelative;  // To texture coordinates and depth.
  vec4 texel;            // x: the width of a texel, at a depth of 1 if w is not 1.
  // The distance from the light at a depth z of the map: y / (z + x), or y * (1 - z) if z is 1.
  vec4 depth;
};

layout(std140, binding = 3) uniform Lighting {
  mat4 environmentFromRelative;
  vec4 harmonics[9];  // The irradiance of the domes by direction, divided by pi.
  vec4 domeDiffuse;
  vec4 domeSpecular;
  // x: lights; y: levels of t_environment, 0 without domes; z: samples of soft shadows, or 0.
  uvec4 counts;
  LightRecord lights[32];
  ShadowRecord shadows[16];
} lighting;

// Ranges of objects that picking leaves out: x the first, y the end.
layout(std140, binding = 2) uniform LeftOut {
  uvec4 ranges[32];
  uvec4 counts;  // x: number of ranges.
} leftOut;

// The layout of vertices that are fetched from storage buffers, in floats: first position, stride
// of positions, first normal, stride of normals.
layout(location = 1) uniform uvec4 u_layout;
