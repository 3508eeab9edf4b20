// The inputs of UsdPreviewSurface at a point of a surface. (UsdPreviewSurface specification.)

#ifdef USDSCOPE_TEXTURED
layout(binding = 0) uniform sampler2D t_diffuse;
layout(binding = 1) uniform sampler2D t_opacity;
layout(binding = 2) uniform sampler2D t_emissive;

vec4 textureValue(TextureRecord record, sampler2D image, vec2 st) {
  if (record.state.x == 2) return record.fallback;
  const vec3 at = vec3(st, 1.0);
  const vec2 uv = vec2(dot(record.texCoordRow0.xyz, at), dot(record.texCoordRow1.xyz, at));
  return texture(image, uv) * record.scale + record.bias;
}
#endif

struct SurfaceInputs {
  vec3 baseColor;
  vec3 emission;
  float opacity;
  float roughness;
  float metallic;
};

SurfaceInputs surfaceInputs(vec4 displayColor, vec2 st) {
  SurfaceInputs inputs = SurfaceInputs(material.baseColor.rgb, material.emission.rgb,
                                       material.baseColor.a, material.surface.x,
                                       material.surface.y);
  if ((material.flags.x & kMaterialUsesDisplayColor) != 0u) inputs.baseColor = displayColor.rgb;
  if ((material.flags.x & kMaterialUsesDisplayOpacity) != 0u) inputs.opacity = displayColor.a;
#ifdef USDSCOPE_TEXTURED
  if (material.diffuse.state.x != 0) {
    inputs.baseColor = textureValue(material.diffuse, t_diffuse, st).rgb;
  }
  if (material.opacity.state.x != 0) {
    inputs.opacity =
        textureValue(material.opacity, t_opacity, st)[max(material.opacity.state.y, 0)];
  }
  if (material.emissive.state.x != 0) {
    inputs.emission = textureValue(material.emissive, t_emissive, st).rgb;
  }
#endif
  return inputs;
}
