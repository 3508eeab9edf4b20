// Marches through the fields of a volume, from the camera to what lies behind. Density absorbs and
// scatters the same in all directions, as Storm's fallback material does; emission shines.
#include "common/interface.glsl"
#include "mesh/lights.glsl"

layout(binding = 16) uniform sampler3D t_density;
layout(binding = 17) uniform sampler3D t_emission;
#ifdef USDSCOPE_MULTISAMPLED
layout(binding = 18) uniform sampler2DMS t_depths;
#else
layout(binding = 18) uniform sampler2D t_depths;
#endif

// Rows of matrices.
layout(location = 16) uniform vec4 u_boxRow0;
layout(location = 17) uniform vec4 u_boxRow1;
layout(location = 18) uniform vec4 u_boxRow2;
layout(location = 19) uniform vec4 u_densityRow0;
layout(location = 20) uniform vec4 u_densityRow1;
layout(location = 21) uniform vec4 u_densityRow2;
layout(location = 22) uniform vec4 u_emissionRow0;
layout(location = 23) uniform vec4 u_emissionRow1;
layout(location = 24) uniform vec4 u_emissionRow2;
layout(location = 25) uniform vec4 u_march;    // xyz: voxels along the box; w: the most steps.
layout(location = 26) uniform uvec4 u_fields;  // x: 1 with density; y: channels of the emission.
layout(location = 27) uniform vec4 u_rows;     // x, y: the first row of pixels, and the row after the last.

layout(location = 0) in vec3 v_position;  // On the far side of the box.
layout(location = 4) flat in uint v_object;

layout(location = 0) out vec4 f_color;

const float kAlbedo = 0.18;
const float kLeastPassing = 0.002;
// Steps towards a light are longer than those of the ray.
const float kVoxelsToLight = 10.0;
const float kMostToLight = 16.0;

vec3 mapped(vec4 row0, vec4 row1, vec4 row2, vec3 point) {
  const vec4 p = vec4(point, 1.0);
  return vec3(dot(row0, p), dot(row1, p), dot(row2, p));
}

float densityAt(vec3 inBox) {
  if (u_fields.x == 0u) return 0.0;
  const vec3 place = mapped(u_densityRow0, u_densityRow1, u_densityRow2, inBox);
  return max(textureLod(t_density, place, 0.0).r, 0.0);
}

vec3 emissionAt(vec3 inBox) {
  if (u_fields.y == 0u) return vec3(0.0);
  const vec3 place = mapped(u_emissionRow0, u_emissionRow1, u_emissionRow2, inBox);
  const vec3 value = max(textureLod(t_emission, place, 0.0).rgb, vec3(0.0));
  return u_fields.y == 1u ? value.rrr : value;
}

// The part of a ray inside the box: from x to y.
vec2 insideBox(vec3 from, vec3 along) {
  const vec3 slope = mix(along, vec3(1e-20), lessThan(abs(along), vec3(1e-20)));
  const vec3 a = -from / slope;
  const vec3 b = (1.0 - from) / slope;
  const vec3 first = min(a, b);
  const vec3 last = max(a, b);
  return vec2(max(max(first.x, first.y), first.z), min(min(last.x, last.y), last.z));
}

float stepsFor(vec3 along, float least, float most) {
  return clamp(ceil(length(along * u_march.xyz)), least, most);
}

// The share of the light from outside the box that reaches a point.
float passingTo(vec3 from, vec3 toLight) {
  const vec3 way = toLight * max(insideBox(from, toLight).y, 0.0);
  const float count = stepsFor(way / kVoxelsToLight, 1.0, kMostToLight);
  float sum = 0.0;
  for (float i = 0.5; i < count; i += 1.0) sum += densityAt(from + way * (i / count));
  // The direction to the light has length 1 in relative space.
  return exp(-sum * max(insideBox(from, toLight).y, 0.0) / count);
}

// The light that a point scatters towards the camera, for a density and albedo of 1.
vec3 scatteredAt(vec3 position, vec3 inBox, vec3 ray, mat3 boxFromRelative, uint links,
                 float passingToEye) {
  if ((camera.modes.x & kModeUnlit) != 0u) return vec3(1.0);
  vec3 sum = vec3(0.0);
  for (uint i = 0u; i < lighting.counts.x; ++i) {
    const LightRecord light = lighting.lights[i];
    if ((light.flags.y & links) == 0u) continue;
    const Illumination from = illuminationOf(light, position, -ray, -ray);
    if (from.facing <= 0.0) continue;
    vec3 shape = vec3(1.0);
#ifdef USDSCOPE_SCENE_LIGHTS
    shape = shaping(light, from.toLight);
#endif
    const float passing = light.flags.x == kLightCamera
                              ? passingToEye
                              : passingTo(inBox, boxFromRelative * from.toLight);
    sum += light.diffuse.rgb * shape * (from.facing * passing);
  }
  sum /= 4.0 * kPi;
#ifdef USDSCOPE_SCENE_LIGHTS
  if (lighting.counts.y > 0u) sum += max(lighting.harmonics[0].rgb, 0.0) * lighting.domeDiffuse.rgb;
#endif
  return sum;
}

// Returns the distance at which a ray has a depth; `at` and `along` are its start and direction in clip space.
float distanceTo(float depth, vec4 at, vec4 along) {
  return (depth * at.w - at.z) / (along.z - depth * along.w);
}

void main() {
  if (gl_FragCoord.y < u_rows.x || gl_FragCoord.y > u_rows.y) discard;
  const ObjectRecord object = objects[v_object];
  const mat4 boxFromLocal = transpose(mat4(u_boxRow0, u_boxRow1, u_boxRow2, vec4(0, 0, 0, 1)));
  const mat4 boxFromRelative = boxFromLocal * inverse(relativeFromLocalOf(object));
  const bool isOrthographic = camera.viewport.w == 1.0;
  const vec3 start = isOrthographic ? v_position : vec3(0.0);
  const vec3 ray = isOrthographic ? -camera.eyeDirection.xyz : normalize(v_position);
  const vec3 from = (boxFromRelative * vec4(start, 1.0)).xyz;
  const vec3 along = mat3(boxFromRelative) * ray;

  // The part of the ray inside the box, between the planes of the camera.
  vec2 range = insideBox(from, along);
  const vec4 clip = camera.clipFromRelative * vec4(start, 1.0);
  const vec4 clipAlong = camera.clipFromRelative * vec4(ray, 0.0);
  range.x = max(range.x, distanceTo(1.0, clip, clipAlong));
  for (uint i = 0u; i < camera.modes.z; ++i) {
    const vec4 plane = camera.clippingPlanes[i];
    const float slope = dot(plane.xyz, ray);
    const float height = dot(plane, vec4(start, 1.0));
    if (slope > 0.0) range.x = max(range.x, -height / slope);
    if (slope < 0.0) range.y = min(range.y, -height / slope);
    if (slope == 0.0 && height < 0.0) discard;
  }
  // At an edge in front of the volume, the samples of a pixel have different depths.
  float end = 0.0;
#ifdef USDSCOPE_MULTISAMPLED
  const int count = textureSamples(t_depths);
#else
  const int count = 1;
#endif
  for (int i = 0; i < count; ++i) {
    const float depth = texelFetch(t_depths, ivec2(gl_FragCoord.xy), i).r;
    end += clamp(distanceTo(depth, clip, clipAlong), range.x, max(range.y, range.x)) / float(count);
  }
  if (!(end > range.x)) discard;

  const float steps = stepsFor(along * (end - range.x), 1.0, u_march.w);
  const float size = (end - range.x) / steps;
  vec3 color = vec3(0.0);
  float passing = 1.0;
  for (float i = 0.5; i < steps && passing > kLeastPassing; i += 1.0) {
    const float at = range.x + i * size;
    const vec3 inBox = from + at * along;
    const float density = densityAt(inBox);
    const vec3 emission = emissionAt(inBox);
    if (density <= 0.0 && emission == vec3(0.0)) continue;
    const float share = exp(-density * size);
    // The mean of what passes from the step to the camera, times its length.
    const float weight = density * size > 1e-4 ? (1.0 - share) / density : size;
    vec3 light = emission;
    if (density > 0.0) {
      light += kAlbedo * density *
               scatteredAt(start + at * ray, inBox, ray, mat3(boxFromRelative), object.flags.z,
                           passing * sqrt(share));
    }
    color += passing * weight * light;
    passing *= share;
  }
  f_color = vec4(color, 1.0 - passing);
}
