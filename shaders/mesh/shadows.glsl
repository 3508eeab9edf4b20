// The share of each light that reaches a point past the surfaces in its way. Needs
// common/interface.glsl.

layout(binding = 14) uniform sampler2DArrayShadow t_shadows;

// The face of six maps along the axes of the world.
uint faceTowards(vec3 direction) {
  const vec3 size = abs(direction);
  if (size.x >= size.y && size.x >= size.z) return direction.x > 0.0 ? 0u : 1u;
  if (size.y >= size.z) return direction.y > 0.0 ? 2u : 3u;
  return direction.z > 0.0 ? 4u : 5u;
}

// A point that is outside of the map is lit.
vec3 shadowAt(LightRecord light, vec3 position, vec3 normal, vec3 toLight) {
  if (light.maps.y == 0u) return vec3(1.0);
  const uint face = light.maps.y == 6u ? faceTowards(position - light.position.xyz) : 0u;
  const uint map = light.maps.x + face;
  const ShadowRecord shadow = lighting.shadows[map];
  // The point moves away from the surface by the width of the filter, so that a surface casts no
  // shadow on itself.
  const float depth = (shadow.mapFromRelative * vec4(position, 1.0)).w;
  const vec3 away = (normal * 1.5 + toLight) * (shadow.texel.x * depth);
  const vec4 clip = shadow.mapFromRelative * vec4(position + away, 1.0);
  if (clip.w <= 0.0) return vec3(1.0);
  const vec3 at = clip.xyz / clip.w;
  if (any(lessThan(at.xy, vec2(0.0))) || any(greaterThan(at.xy, vec2(1.0)))) return vec3(1.0);
  const float step = 0.75 / float(textureSize(t_shadows, 0).x);
  float seen = 0.0;
  for (int i = 0; i < 4; ++i) {
    const vec2 offset = vec2((i & 1) == 0 ? -step : step, (i & 2) == 0 ? -step : step);
    seen += texture(t_shadows, vec4(at.xy + offset, float(map), at.z));
  }
  return mix(light.shadow.rgb, vec3(1.0), seen * 0.25);
}
