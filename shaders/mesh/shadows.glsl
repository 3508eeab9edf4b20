// The share of each light that reaches a point past the surfaces in its way. Needs
// common/interface.glsl.

layout(binding = 14) uniform sampler2DArrayShadow t_shadows;
layout(binding = 13) uniform sampler2DArray t_shadowDepths;  // Their depths.

// Blockers are looked for at a part of the samples.
const uint kBlockerSamples = 16u;
// The widest penumbra, in sizes of the light: that of a blocker at a third of the distance.
const float kWidestPenumbra = 2.0;

// The face of six maps along the axes of the world.
uint faceTowards(vec3 direction) {
  const vec3 size = abs(direction);
  if (size.x >= size.y && size.x >= size.z) return direction.x > 0.0 ? 0u : 1u;
  if (size.y >= size.z) return direction.y > 0.0 ? 2u : 3u;
  return direction.z > 0.0 ? 4u : 5u;
}

// The map of a light that shows a point.
uint mapOf(LightRecord light, vec3 position) {
  return light.maps.x +
         (light.maps.y == 6u ? faceTowards(position - light.position.xyz) : 0u);
}

// The distance from the light, or for a distant light along it, at a depth of a map.
float distanceOf(ShadowRecord shadow, float depth) {
  return shadow.depth.z == 1.0 ? shadow.depth.y * (1.0 - depth)
                               : shadow.depth.y / max(depth + shadow.depth.x, 1e-9);
}

// The place of a point in its map: texture coordinates, layer and depth. The depth is negative for
// points that the map does not show.
vec4 placeInMap(LightRecord light, vec3 position) {
  const uint map = mapOf(light, position);
  const vec4 clip = lighting.shadows[map].mapFromRelative * vec4(position, 1.0);
  if (clip.w <= 0.0) return vec4(0.0, 0.0, 0.0, -1.0);
  const vec3 at = clip.xyz / clip.w;
  const bool isShown = all(greaterThanEqual(at.xy, vec2(0.0))) && all(lessThanEqual(at.xy, vec2(1.0)));
  return vec4(at.xy, float(map), isShown ? at.z : -1.0);
}

// A sample of the unit disk: they lie on a spiral, each of them for an equal part of the area if the
// power is one half. A greater power has more of them in the middle.
vec2 diskSample(uint i, uint count, float power, float turn) {
  const float angle = float(i) * 2.39996323 + turn;
  return pow((float(i) + 0.5) / float(count), power) * vec2(cos(angle), sin(angle));
}

// The share of a light with a size that reaches a point. Blockers near to the point give it a narrow
// penumbra, far ones a wide one. (Fernando, "Percentage-closer soft shadows", 2005.) Samples lie in
// the plane of the surface, so that it casts no shadow on itself.
float softShare(LightRecord light, vec3 position, vec3 normal, vec3 toLight, float least) {
  const uint count = lighting.counts.z;
  const float facing = max(dot(normal, toLight), 0.1);
  const vec3 aside = normalize(cross(abs(toLight.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0), toLight));
  const vec3 up = cross(toLight, aside);
  // Neighbouring pixels take other samples, the same in every run. (Jimenez 2014.)
  const float turn =
      6.2831853 * fract(52.9829189 * fract(dot(floor(gl_FragCoord.xy), vec2(0.06711056, 0.00583715))));
  const vec4 here = placeInMap(light, position);
  if (here.w < 0.0) return 1.0;
  const ShadowRecord own = lighting.shadows[uint(here.z)];
  const float size = light.shadow.w;
  const float widest = size * (own.depth.z == 1.0 ? distanceOf(own, here.w) : kWidestPenumbra);
  const bool isDistant = own.depth.z == 1.0;
  float blockers = 0.0;
  float gaps = 0.0;  // Between blockers and the surface, of a near light relative to the blocker.
  for (uint i = 0u; i < kBlockerSamples; ++i) {
    const vec2 disk = diskSample(i, kBlockerSamples, 1.0, turn) * max(widest, least);
    vec3 offset = aside * disk.x + up * disk.y;
    offset -= toLight * (dot(offset, normal) / facing);
    const vec4 at = placeInMap(light, position + offset);
    const float depth = textureLod(t_shadowDepths, at.xyz, 0.0).r;
    if (at.w >= 0.0 && depth > at.w) {
      const ShadowRecord map = lighting.shadows[uint(at.z)];
      const float blocker = distanceOf(map, depth);
      const float gap = max(distanceOf(map, at.w) - blocker, 0.0);
      blockers += 1.0;
      gaps += isDistant ? gap : gap / max(blocker, 1e-9);
    }
  }
  // Small blockers may lie between the samples, so that the point itself is always compared.
  const float radius = clamp(size * gaps / max(blockers, 1.0), least, max(widest, least));
  float seen = 0.0;
  for (uint i = 0u; i < count; ++i) {
    const vec2 disk = diskSample(i, count, 0.5, turn) * radius;
    vec3 offset = aside * disk.x + up * disk.y;
    offset -= toLight * (dot(offset, normal) / facing);
    const vec4 at = placeInMap(light, position + offset);
    seen += at.w < 0.0 ? 1.0 : texture(t_shadows, at);
  }
  return seen / float(count);
}

// The share with a hard edge, which a filter of two texels smooths.
float hardShare(LightRecord light, vec3 position) {
  const vec4 at = placeInMap(light, position);
  if (at.w < 0.0) return 1.0;
  const float step = 0.75 / float(textureSize(t_shadows, 0).x);
  float seen = 0.0;
  for (int i = 0; i < 4; ++i) {
    const vec2 offset = vec2((i & 1) == 0 ? -step : step, (i & 2) == 0 ? -step : step);
    seen += texture(t_shadows, vec4(at.xy + offset, at.z, at.w));
  }
  return seen * 0.25;
}

// A point that is outside of the map is lit.
vec3 shadowAt(LightRecord light, vec3 position, vec3 normal, vec3 toLight) {
  if (light.maps.y == 0u) return vec3(1.0);
  const ShadowRecord shadow = lighting.shadows[mapOf(light, position)];
  // The point moves away from the surface by the width of the filter, so that a surface casts no
  // shadow on itself.
  const float depth = (shadow.mapFromRelative * vec4(position, 1.0)).w;
  const float texel = shadow.texel.x * depth;
  const vec3 from = position + (normal * 1.5 + toLight) * texel;
  float seen = 1.0;
  // Software drivers execute both sides of a branch, but leave a loop.
  const uint soft = light.shadow.w > 0.0 ? min(lighting.counts.z, 1u) : 0u;
  for (uint i = 0u; i < soft; ++i) seen = softShare(light, from, normal, toLight, texel);
  for (uint i = soft; i < 1u; ++i) seen = hardShare(light, from);
  return mix(light.shadow.rgb, vec3(1.0), seen);
}
