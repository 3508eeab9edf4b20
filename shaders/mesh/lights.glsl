// The lights of a scene and the light that they bring to a point. Lengths are in world units,
// positions relative to the camera. Needs common/interface.glsl.

#include "common/latlong.glsl"
#ifdef USDSCOPE_LIGHT_MAPS
#include "mesh/shadows.glsl"
#endif

layout(binding = 10) uniform sampler2D t_environment;
// The intensity of each profile: around the axis of a light across, from the axis upwards.
layout(binding = 12) uniform sampler2DArray t_profiles;

const float kPi = 3.14159265;

// The light of one light at a point.
struct Illumination {
  vec3 toLight;
  vec3 toHighlight;  // Towards the point of the light that is nearest to the mirror direction.
  float spread;      // The size of the light as seen from the point, added to roughness.
  float diffuse;     // Irradiance of the surface, for a radiance of 1.
  float facing;      // Irradiance of a surface that faces the light.
};

// The camera light is the same for all surfaces at a point.
Illumination illuminationOfCamera(vec3 toLight, vec3 normal) {
  return Illumination(toLight, toLight, 0.0, kPi * max(dot(normal, toLight), 0.0), kPi);
}

#ifndef USDSCOPE_SCENE_LIGHTS
// Only the camera light may shine, and it has no shape.
Illumination illuminationOf(LightRecord light, vec3 position, vec3 normal, vec3 ray) {
  const vec3 to = light.position.xyz - position;
  return illuminationOfCamera(to * inversesqrt(max(dot(to, to), 1e-20)), normal);
}
vec3 arriving(LightRecord light, vec3 position, vec3 normal, vec3 toLight) { return vec3(1.0); }
#else
// Irradiance of a sphere that fills sinSquared of the sky, also when the horizon cuts it. (Lagarde
// and de Rousiers, "Moving Frostbite to physically based rendering", 2014; after Snyder.)
float sphereIrradiance(float cosine, float sinSquared) {
  if (cosine * cosine > sinSquared || sinSquared >= 1.0) {
    return kPi * sinSquared * max(cosine, 0.0);
  }
  const float sine = sqrt(1.0 - cosine * cosine);
  const float x = sqrt(1.0 / sinSquared - 1.0);
  const float y = clamp(-x * cosine / sine, -1.0, 1.0);
  const float sineRoot = sine * sqrt(1.0 - y * y);
  return max((cosine * acos(y) - x * sineRoot) * sinSquared + atan(sineRoot / x), 0.0);
}

// The part of one edge in the form factor of a polygon, from unit vectors to its ends. (Heitz et
// al., "Real-time polygonal-light shading with linearly transformed cosines", 2016.)
vec3 edgeFactor(vec3 from, vec3 to) {
  const float cosine = dot(from, to);
  const float y = abs(cosine);
  const float a = 0.8543985 + (0.4965155 + 0.0145206 * y) * y;
  const float b = 3.4175940 + (4.1616724 + y) * y;
  const float v = a / b;
  const float angle =
      cosine > 0.0 ? v : 0.5 * inversesqrt(max(1.0 - cosine * cosine, 1e-7)) - v;
  return cross(from, to) * angle;
}

// The vector irradiance of a parallelogram, divided by pi.
vec3 rectFactor(vec3 center, vec3 halfX, vec3 halfY) {
  const vec3 a = normalize(center - halfX - halfY);
  const vec3 b = normalize(center + halfX - halfY);
  const vec3 c = normalize(center + halfX + halfY);
  const vec3 d = normalize(center - halfX + halfY);
  const vec3 sum = edgeFactor(a, b) + edgeFactor(b, c) + edgeFactor(c, d) + edgeFactor(d, a);
  return dot(sum, center) < 0.0 ? -sum : sum;
}

// The point of a parallelogram that is nearest to a ray through the origin. (Karis, "Real shading in
// Unreal Engine 4", 2013.)
vec3 nearestOnRect(vec3 ray, vec3 center, vec3 halfX, vec3 halfY) {
  const vec3 across = cross(halfX, halfY);
  const float slope = dot(ray, across);
  const float along = dot(center, across);
  const float far = slope * along > 0.0 ? along / slope : dot(center, center);
  const vec3 local = ray * far - center;
  const float x = clamp(dot(local, halfX) / max(dot(halfX, halfX), 1e-12), -1.0, 1.0);
  const float y = clamp(dot(local, halfY) / max(dot(halfY, halfY), 1e-12), -1.0, 1.0);
  return center + halfX * x + halfY * y;
}

// The intensity that the profile of a light sends to a point. (UsdLuxShapingAPI.)
float profileAt(LightRecord light, vec3 toLight) {
  float intensity = 1.0;
  // Software drivers execute both sides of a branch, but leave a loop.
  for (uint i = 0u; i < min(light.maps.z, 1u); ++i) {
    float fromAxis = acos(clamp(dot(-toLight, light.axisZ.xyz), -1.0, 1.0));
    const float scale = light.tint.w;
    if (scale > 0.0) fromAxis /= scale;
    if (scale < 0.0) fromAxis = kPi - (kPi - fromAxis) / -scale;
    const float across = dot(toLight, normalize(light.axisX.xyz));
    const float up = dot(toLight, normalize(light.axisY.xyz));
    const float turns = across == 0.0 && up == 0.0 ? 0.0 : atan(up, across) / (2.0 * kPi);
    const vec2 size = vec2(textureSize(t_profiles, 0).xy);
    const vec2 at = vec2(turns + 0.5 / size.x, (fromAxis / kPi * (size.y - 1.0) + 0.5) / size.y);
    intensity = fromAxis >= 0.0 && fromAxis <= kPi
                    ? textureLod(t_profiles, vec3(at, float(light.maps.z - 1u)), 0.0).r
                    : 0.0;
  }
  return intensity;
}

// The share of the light that a shaped light sends to a point. (UsdLuxShapingAPI.)
vec3 shaping(LightRecord light, vec3 toLight) {
  if (light.shaping.w == 0.0) return vec3(1.0);
  const float cosine = dot(-toLight, light.axisZ.xyz);
  const float angle = acos(clamp(cosine, -1.0, 1.0));
  const float cone = light.shaping.x;
  const float inner = cone * (1.0 - light.shaping.y);
  if (angle > cone) return vec3(0.0);
  const float soft = cone > inner ? 1.0 - smoothstep(inner, cone, angle) : 1.0;
  const float focus = light.shaping.z > 0.0 ? pow(max(cosine, 0.0), light.shaping.z) : 1.0;
  return soft * mix(light.tint.rgb, vec3(1.0), focus) * profileAt(light, toLight);
}

// The share of the light that reaches a surface.
vec3 arriving(LightRecord light, vec3 position, vec3 normal, vec3 toLight) {
#ifdef USDSCOPE_LIGHT_MAPS
  return shaping(light, toLight) * shadowAt(light, position, normal, toLight);
#else
  return shaping(light, toLight);
#endif
}

Illumination illuminationOfRect(vec3 center, vec3 halfX, vec3 halfY, vec3 normal, vec3 ray) {
  const vec3 factor = rectFactor(center, halfX, halfY);
  const float size = length(factor);
  const vec3 toLight = size > 0.0 ? factor / size : normalize(center);
  const float extent = sqrt(length(halfX) * length(halfY));
  return Illumination(toLight, normalize(nearestOnRect(ray, center, halfX, halfY)),
                      0.5 * extent * inversesqrt(dot(center, center)),
                      sphereIrradiance(dot(normal, toLight), min(size, 1.0)), kPi * size);
}

Illumination illuminationOf(LightRecord light, vec3 position, vec3 normal, vec3 ray) {
  const vec3 to = light.position.xyz - position;
  const vec3 emission = light.axisZ.xyz;
  const float radius = light.axisX.w;
  const float distanceSquared = max(dot(to, to), 1e-20);
  const vec3 toLight = to * inversesqrt(distanceSquared);
  const Illumination none = Illumination(toLight, toLight, 0.0, 0.0, 0.0);
  switch (light.flags.x) {
    case kLightCamera:
      return illuminationOfCamera(toLight, normal);
    case kLightDistant: {
      const float sinSquared = light.axisY.w;
      const float sine = sqrt(sinSquared);
      const float cosine = dot(ray, -emission);
      const vec3 across = ray + emission * cosine;
      const float size = length(across);
      const float edge = sqrt(max(1.0 - sinSquared, 0.0));
      const vec3 nearest =
          cosine < edge && size > 0.0 ? -emission * edge + across * (sine / size) : ray;
      return Illumination(-emission, normalize(nearest), 0.5 * sine,
                          sphereIrradiance(dot(normal, -emission), sinSquared), kPi * sinSquared);
    }
    case kLightSphere: {
      const float sinSquared = min(radius * radius / distanceSquared, 1.0);
      const vec3 across = ray * dot(to, ray) - to;
      const float size = length(across);
      const vec3 nearest = size > radius ? to + across * (radius / size) : to + across;
      return Illumination(toLight, dot(nearest, nearest) > 0.0 ? normalize(nearest) : toLight,
                          0.5 * sqrt(sinSquared),
                          sphereIrradiance(dot(normal, toLight), sinSquared), kPi * sinSquared);
    }
    case kLightDisk: {
      const float lit = dot(-toLight, emission);
      if (lit <= 0.0) return none;
      const float sinSquared = radius * radius / (radius * radius + distanceSquared) * lit;
      const float slope = dot(ray, emission);
      const float far = slope < 0.0 ? dot(to, emission) / slope : sqrt(distanceSquared);
      const vec3 across = ray * far - to;
      const float size = length(across);
      const vec3 nearest = to + across * (size > radius ? radius / size : 1.0);
      return Illumination(toLight, normalize(nearest), 0.5 * sqrt(sinSquared),
                          sphereIrradiance(dot(normal, toLight), sinSquared), kPi * sinSquared);
    }
    case kLightRect:
      if (dot(to, emission) >= 0.0) return none;
      return illuminationOfRect(to, light.axisX.xyz, light.axisY.xyz, normal, ray);
    case kLightCylinder: {
      // The rectangle that covers the cylinder as seen from the point.
      const vec3 halfX = light.axisX.xyz;
      const float halfLength = length(halfX);
      if (halfLength <= 0.0) return none;
      const vec3 axis = halfX / halfLength;
      const vec3 away = to - axis * dot(to, axis);
      const float gap = dot(away, away);
      if (gap <= radius * radius) return none;
      const vec3 side = normalize(cross(axis, away));
      const float halfWidth = radius * sqrt(gap / (gap - radius * radius));
      return illuminationOfRect(to, halfX, side * halfWidth, normal, ray);
    }
  }
  return none;
}

// The light of the domes on a surface, divided by pi. (Ramamoorthi and Hanrahan, "An efficient
// representation for irradiance environment maps", 2001.)
vec3 domeIrradiance(vec3 normal) {
  const vec3 n = mat3(lighting.environmentFromRelative) * normal;
  const vec3 sum =
      lighting.harmonics[0].rgb + lighting.harmonics[1].rgb * n.y + lighting.harmonics[2].rgb * n.z +
      lighting.harmonics[3].rgb * n.x + lighting.harmonics[4].rgb * (n.x * n.y) +
      lighting.harmonics[5].rgb * (n.y * n.z) + lighting.harmonics[6].rgb * (3.0 * n.z * n.z - 1.0) +
      lighting.harmonics[7].rgb * (n.x * n.z) + lighting.harmonics[8].rgb * (n.x * n.x - n.y * n.y);
  return max(sum, vec3(0.0)) * lighting.domeDiffuse.rgb;
}

// The light of the domes from a direction, blurred as a surface of this roughness reflects it.
vec3 domeReflection(vec3 direction, float roughness) {
  const vec3 d = normalize(mat3(lighting.environmentFromRelative) * direction);
  const float level = roughness * float(lighting.counts.y - 1u);
  return textureLod(t_environment, latLongOf(d), level).rgb * lighting.domeSpecular.rgb;
}
#endif
