// The inputs of UsdPreviewSurface at a point of a surface, as its specification defines them.

#ifdef USDSCOPE_TEXTURED
layout(binding = 0) uniform sampler2D t_diffuse;
layout(binding = 1) uniform sampler2D t_opacity;
layout(binding = 2) uniform sampler2D t_emissive;
layout(binding = 3) uniform sampler2D t_roughness;
layout(binding = 4) uniform sampler2D t_metallic;
layout(binding = 5) uniform sampler2D t_normal;
layout(binding = 6) uniform sampler2D t_specularColor;
layout(binding = 7) uniform sampler2D t_clearcoat;
layout(binding = 8) uniform sampler2D t_clearcoatRoughness;
layout(binding = 9) uniform sampler2D t_occlusion;

vec4 textureValue(TextureRecord record, sampler2D image, vec2 st) {
  if (record.state.x == 2) return record.fallback;
  const vec3 at = vec3(st, 1.0);
  const vec2 uv = vec2(dot(record.texCoordRow0.xyz, at), dot(record.texCoordRow1.xyz, at));
  const vec4 value = texture(image, uv);
  const int channel = record.state.y - kBroadcastChannel;
  return (channel < 0 ? value : vec4(value[channel])) * record.scale + record.bias;
}

// A colour input that is connected to a single channel is grey.
vec3 colorOf(TextureRecord record, sampler2D image, vec2 st) {
  const vec4 value = textureValue(record, image, st);
  const bool isColor = record.state.y < 0 || record.state.y >= kBroadcastChannel;
  return isColor ? value.rgb : vec3(value[record.state.y]);
}

float numberOf(TextureRecord record, sampler2D image, vec2 st) {
  return textureValue(record, image, st)[max(record.state.y, 0)];
}
#endif

// Applies the normal map to a surface normal. The tangents along s and t come from derivatives.
// (Schüler, "Normal mapping without precomputed tangents", 2006.)
vec3 mappedNormal(vec3 normal, vec3 position, vec2 st) {
#ifdef USDSCOPE_TEXTURED
  if (material.normal.state.x == 1) {
    const vec3 alongX = dFdx(position);
    const vec3 alongY = dFdy(position);
    const vec2 stX = dFdx(st);
    const vec2 stY = dFdy(st);
    const vec3 acrossX = cross(normal, alongX);
    const vec3 acrossY = cross(alongY, normal);
    const vec3 s = acrossY * stX.x + acrossX * stY.x;
    const vec3 t = acrossY * stX.y + acrossX * stY.y;
    const float size = max(dot(s, s), dot(t, t));
    const vec3 value = textureValue(material.normal, t_normal, st).xyz;
    if (size > 0.0 && dot(value, value) > 0.0) {
      const vec3 mapped = (s * value.x + t * value.y) * inversesqrt(size) + normal * value.z;
      const float mappedSize = dot(mapped, mapped);
      if (mappedSize > 0.0) return mapped * inversesqrt(mappedSize);
    }
  }
#endif
  return normal;
}

struct SurfaceInputs {
  vec3 baseColor;
  vec3 emission;
  vec3 specularColor;
  float opacity;
  float roughness;
  float metallic;
  float clearcoat;
  float clearcoatRoughness;
  float ior;
  float occlusion;
};

SurfaceInputs surfaceInputs(vec4 displayColor, vec2 st) {
  SurfaceInputs inputs =
      SurfaceInputs(material.baseColor.rgb, material.emission.rgb, material.specular.rgb,
                    material.baseColor.a, material.surface.x, material.surface.y,
                    material.specular.w, material.coat.x, material.surface.z, material.surface.w);
  if ((material.flags.x & kMaterialUsesDisplayColor) != 0u) inputs.baseColor = displayColor.rgb;
  if ((material.flags.x & kMaterialUsesDisplayOpacity) != 0u) inputs.opacity = displayColor.a;
#ifdef USDSCOPE_TEXTURED
  if (material.diffuse.state.x != 0) {
    inputs.baseColor = colorOf(material.diffuse, t_diffuse, st);
  }
  if (material.opacity.state.x != 0) {
    inputs.opacity = numberOf(material.opacity, t_opacity, st);
  }
  if (material.emissive.state.x != 0) {
    inputs.emission = colorOf(material.emissive, t_emissive, st);
  }
  if (material.roughness.state.x != 0) {
    inputs.roughness = numberOf(material.roughness, t_roughness, st);
  }
  if (material.metallic.state.x != 0) {
    inputs.metallic = numberOf(material.metallic, t_metallic, st);
  }
  if (material.specularColor.state.x != 0) {
    inputs.specularColor = colorOf(material.specularColor, t_specularColor, st);
  }
  if (material.clearcoat.state.x != 0) {
    inputs.clearcoat = numberOf(material.clearcoat, t_clearcoat, st);
  }
  if (material.clearcoatRoughness.state.x != 0) {
    inputs.clearcoatRoughness =
        numberOf(material.clearcoatRoughness, t_clearcoatRoughness, st);
  }
  if (material.occlusion.state.x != 0) {
    inputs.occlusion = numberOf(material.occlusion, t_occlusion, st);
  }
#endif
  inputs.roughness = clamp(inputs.roughness, 0.0, 1.0);
  inputs.metallic = clamp(inputs.metallic, 0.0, 1.0);
  inputs.clearcoatRoughness = clamp(inputs.clearcoatRoughness, 0.0, 1.0);
  return inputs;
}

// The inputs of lines and dots. They have no texture coordinates, so that display colours replace
// textures. With a threshold, the opacity is 0 or 1.
SurfaceInputs inputsWithoutTextures(vec4 displayColor) {
  SurfaceInputs inputs = surfaceInputs(displayColor, vec2(0.0));
  if (material.diffuse.state.x == 1) inputs.baseColor = displayColor.rgb;
  if (material.diffuse.state.x == 2) inputs.baseColor = material.diffuse.fallback.rgb;
  const float threshold = material.emission.w;
  inputs.opacity = threshold > 0.0 ? float(inputs.opacity >= threshold)
                                   : clamp(inputs.opacity, 0.0, 1.0);
  return inputs;
}
