// The displacement of a surface along its normal, in world units. Needs common/interface.glsl.

layout(binding = 11) uniform sampler2D t_displacement;

vec2 displacementCoord(vec2 st) {
  const vec3 at = vec3(st, 1.0);
  return vec2(dot(material.displacement.texCoordRow0.xyz, at),
              dot(material.displacement.texCoordRow1.xyz, at));
}

float displacementOf(vec4 value) {
  const int broadcast = material.displacement.state.y - kBroadcastChannel;
  const int channel = broadcast < 0 ? max(material.displacement.state.y, 0) : 0;
  const float read = broadcast < 0 ? value[channel] : value[broadcast];
  return read * material.displacement.scale[channel] + material.displacement.bias[channel];
}

// The displacement without a texture, or with one that cannot be read.
float evenDisplacement() {
  if (material.displacement.state.x == 0) return material.coat.y;
  return material.displacement.fallback[clamp(material.displacement.state.y, 0, 3)];
}

float displacementOfVertex(vec2 st) {
  if (material.displacement.state.x != 1) return evenDisplacement();
  return displacementOf(textureLod(t_displacement, displacementCoord(st), 0.0));
}
