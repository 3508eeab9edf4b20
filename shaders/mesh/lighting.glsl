// A light beside the camera and a soft sky. Each can be off; without both, surfaces show their colours
// unlit. Colours are linear.

const vec3 kLight = vec3(0.86, 0.84, 0.81);
const vec3 kSky = vec3(0.34, 0.36, 0.39);
const vec3 kGround = vec3(0.12, 0.115, 0.11);

// Lambert, "Photometria", 1760.
float lambert(vec3 normal, vec3 toLight) { return max(dot(normal, toLight), 0.0); }

// Ambient light, blended between the colours of the sky and the ground.
vec3 hemisphere(vec3 direction) {
  if ((camera.modes.x & kModeNoSkyLight) != 0u) return vec3(0.0);
  return mix(kGround, kSky, 0.5 + 0.5 * dot(direction, camera.skyDirection.xyz));
}

// Schlick, "An inexpensive BRDF model for physically-based rendering", 1994.
vec3 schlickFresnel(vec3 atNormal, float cosine) {
  const float x = 1.0 - cosine;
  const float x2 = x * x;
  return atNormal + (vec3(1.0) - atNormal) * (x2 * x2 * x);
}

// Blinn, "Models of light reflection for computer synthesized pictures", 1977; normalised.
float blinnPhong(vec3 normal, vec3 halfway, float roughness) {
  const float alpha = max(roughness * roughness, 0.03);
  const float exponent = 2.0 / (alpha * alpha) - 2.0;
  return (exponent + 2.0) * 0.125 * pow(max(dot(normal, halfway), 0.0), exponent);
}

vec3 shade(SurfaceInputs inputs, vec3 normal, vec3 toEye) {
  const uint unlit = kModeNoCameraLight | kModeNoSkyLight;
  if ((camera.modes.x & unlit) == unlit) return inputs.baseColor + inputs.emission;
  const vec3 light = (camera.modes.x & kModeNoCameraLight) != 0u ? vec3(0.0) : kLight;
  const vec3 toLight = camera.lightDirection.xyz;
  const float cosEye = max(dot(normal, toEye), 0.0);
  const vec3 atNormal = mix(vec3(0.04), inputs.baseColor, inputs.metallic);
  const vec3 fresnel = schlickFresnel(atNormal, cosEye);
  // Smooth surfaces sample the sky in the mirror direction, rough ones around the normal.
  const vec3 mirrored = hemisphere(mix(reflect(-toEye, normal), normal, inputs.roughness));
  const vec3 diffuse = inputs.baseColor * (1.0 - inputs.metallic) *
                       (light * lambert(normal, toLight) + hemisphere(normal));
  const float highlight = min(blinnPhong(normal, normalize(toLight + toEye), inputs.roughness), 8.0);
  const vec3 specular = fresnel * (light * highlight * lambert(normal, toLight)) +
                        fresnel * mirrored * (1.0 - 0.7 * inputs.roughness) +
                        atNormal * inputs.metallic * hemisphere(normal) * inputs.roughness;
  return diffuse + specular + inputs.emission;
}
