// The two ways to shade a surface: UsdPreviewSurface, and Storm's simple lighting for prims without
// a material. Both give linear colours, multiplied by opacity.

#include "mesh/lights.glsl"

// Storm's fallback material.
const float kPlainSpecular = 0.1;
const float kPlainShininess = 32.0;
const float kPlainAmbient = 0.002;

// Schlick, "An inexpensive BRDF model for physically-based rendering", 1994.
float schlick(float cosine) {
  const float x = clamp(1.0 - cosine, 0.0, 1.0);
  const float x2 = x * x;
  return x2 * x2 * x;
}

// The scale and bias of the reflectivity at normal incidence under light from everywhere. (Karis,
// "Physically based shading on mobile", 2014; after Lazarov.)
vec2 reflectedShare(float cosEye, float roughness) {
  const vec4 r = roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
  const float a = min(r.x * r.x, exp2(-9.28 * cosEye)) * r.x + r.y;
  return vec2(-1.04, 1.04) * a + r.zw;
}

// Reflection without the Fresnel term. The roughness grows by the size of the light, and the energy
// stays. (Walter et al., "Microfacet models for refraction through rough surfaces", 2007; Karis 2013.)
float microfacets(float roughness, float spread, float cosLight, float cosEye, float cosHalf) {
  const float alpha = max(roughness * roughness, 0.001);
  const float widened = min(alpha + spread, 1.0);
  const float w2 = widened * widened;
  const float narrow = cosHalf * cosHalf * (w2 - 1.0) + 1.0;
  const float distribution = w2 / max(kPi * narrow * narrow, 1e-9) * (alpha * alpha / w2);
  const float k = alpha * 0.5;
  const float shadowing = cosEye / (cosEye * (1.0 - k) + k) * cosLight / (cosLight * (1.0 - k) + k);
  return distribution * shadowing / (4.0 * cosLight * cosEye + 0.001);
}

bool isLit(LightRecord light, uint links) { return (light.flags.y & links) != 0u; }

#ifndef USDSCOPE_PREVIEW
void addPlain(uint i, vec3 position, vec3 normal, vec3 ray, uint links, inout vec3 diffuse,
              inout vec3 specular) {
  const LightRecord light = lighting.lights[i];
  if (!isLit(light, links)) return;
  const Illumination from = illuminationOf(light, position, normal, ray);
  const vec3 shape = arriving(light, position, normal, from.toLight);
  const vec3 halfway = normalize(from.toLight + camera.eyeDirection.xyz);
  diffuse += light.diffuse.rgb * shape * from.diffuse;
  specular += light.specular.rgb * shape * from.facing *
              pow(max(dot(normal, halfway), 0.0), kPlainShininess);
}

vec4 shadeSurface(SurfaceInputs inputs, vec3 position, vec3 normal, vec3 toEye, uint links) {
  const vec3 ray = reflect(-toEye, normal);
  vec3 diffuse = vec3(0.0);
  vec3 specular = vec3(0.0);
#ifdef USDSCOPE_SCENE_LIGHTS
  for (uint i = 0u; i < lighting.counts.x; ++i) {
    addPlain(i, position, normal, ray, links, diffuse, specular);
  }
#else
  if (lighting.counts.x > 0u) addPlain(0u, position, normal, ray, links, diffuse, specular);
#endif
  vec3 color =
      (inputs.baseColor * diffuse + kPlainSpecular * specular) / kPi + kPlainAmbient;
#ifdef USDSCOPE_SCENE_LIGHTS
  if (lighting.counts.y > 0u) {
    const float fresnel = schlick(max(dot(normal, toEye), 0.0));
    color += inputs.baseColor * domeIrradiance(normal) +
             domeReflection(ray, 0.0) * kPlainSpecular * mix(0.004, 1.0, fresnel);
  }
#endif
  return vec4(color * inputs.opacity, inputs.opacity);
}
#else
// A point of a UsdPreviewSurface, as all lights need it.
struct PreviewPoint {
  vec3 position;
  vec3 normal;
  vec3 toEye;
  vec3 ray;  // The mirrored direction to the eye.
  vec3 f0;
  vec3 f90;
  vec3 base;
  float dielectric;
  float cosEye;
};

vec3 previewLight(uint i, SurfaceInputs inputs, PreviewPoint at, uint links) {
  const LightRecord light = lighting.lights[i];
  if (!isLit(light, links)) return vec3(0.0);
  const Illumination from = illuminationOf(light, at.position, at.normal, at.ray);
  const vec3 shape = arriving(light, at.position, at.normal, from.toLight);
  const vec3 halfway = normalize(from.toHighlight + at.toEye);
  const float cosLight = max(dot(at.normal, from.toHighlight), 0.0);
  const float cosHalf = max(dot(at.normal, halfway), 0.0);
  const float fresnel = schlick(max(dot(at.toEye, halfway), 0.0));
  const vec3 reflected = mix(at.f0, at.f90, fresnel);
  vec3 shine =
      reflected * microfacets(inputs.roughness, from.spread, cosLight, at.cosEye, cosHalf);
  if (inputs.clearcoat > 0.0) {
    shine += inputs.clearcoat * mix(at.dielectric, 1.0, fresnel) *
             microfacets(inputs.clearcoatRoughness, from.spread, cosLight, at.cosEye, cosHalf);
  }
  return at.base * (1.0 - reflected) * light.diffuse.rgb * shape * (from.diffuse / kPi) +
         shine * light.specular.rgb * shape * (from.facing * cosLight);
}

// UsdPreviewSurface specification, with the terms of Storm.
vec4 shadeSurface(SurfaceInputs inputs, vec3 position, vec3 normal, vec3 toEye, uint links) {
  const bool isSpecular = (material.flags.x & kMaterialUsesSpecularWorkflow) != 0u;
  const float ratio = (1.0 - inputs.ior) / (1.0 + inputs.ior);
  const float dielectric = ratio * ratio;
  const vec3 metal = mix(vec3(1.0), inputs.baseColor, inputs.metallic);
  const vec3 f0 =
      isSpecular ? inputs.specularColor : mix(dielectric * metal, metal, inputs.metallic);
  const vec3 f90 = isSpecular ? vec3(1.0) : metal;
  const bool isPresence = (material.flags.x & kMaterialIsPresence) != 0u;
  const vec3 base = inputs.baseColor * (isSpecular ? 1.0 : 1.0 - inputs.metallic) *
                    (isPresence ? 1.0 : inputs.opacity);
  const float cosEye = max(dot(normal, toEye), 0.0);
  const vec3 ray = reflect(-toEye, normal);
  const PreviewPoint at =
      PreviewPoint(position, normal, toEye, ray, f0, f90, base, dielectric, cosEye);
  vec3 color = vec3(0.0);
#ifdef USDSCOPE_SCENE_LIGHTS
  for (uint i = 0u; i < lighting.counts.x; ++i) color += previewLight(i, inputs, at, links);
  if (lighting.counts.y > 0u) {
    // The diffuse term gets the light that is not reflected, so a white surface is white in a
    // white dome.
    const vec2 share = reflectedShare(cosEye, inputs.roughness);
    const vec3 reflected = clamp(f0 * share.x + f90 * share.y, 0.0, 1.0);
    color += base * (1.0 - reflected) * domeIrradiance(normal) +
             reflected * domeReflection(ray, inputs.roughness);
    if (inputs.clearcoat > 0.0) {
      const vec2 coat = reflectedShare(cosEye, inputs.clearcoatRoughness);
      color += inputs.clearcoat * (dielectric * coat.x + coat.y) *
               domeReflection(ray, inputs.clearcoatRoughness);
    }
  }
#else
  if (lighting.counts.x > 0u) color = previewLight(0u, inputs, at, links);
#endif
  color = color * inputs.occlusion + inputs.emission;
  return vec4(isPresence ? color * inputs.opacity : color, inputs.opacity);
}
#endif

vec4 shade(SurfaceInputs inputs, vec3 position, vec3 normal, vec3 toEye, uint links) {
  // A threshold keeps all or nothing.
  inputs.opacity = material.emission.w > 0.0 ? 1.0 : clamp(inputs.opacity, 0.0, 1.0);
  // Fully transparent surfaces do not shine either, as in the reference.
  if (inputs.opacity < 0.0001) return vec4(0.0);
  if ((camera.modes.x & kModeUnlit) != 0u) {
    return vec4((inputs.baseColor + inputs.emission) * inputs.opacity, inputs.opacity);
  }
  return shadeSurface(inputs, position, normal, toEye, links);
}
