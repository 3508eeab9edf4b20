// Data as colours, for inspection views of surfaces, lines and dots. Needs common/interface.glsl.
#include "common/hash.glsl"

const vec3 kMissing = vec3(0.28, 0.0, 0.28);  // There is nothing to show.
const vec3 kOverdrawStep = vec3(24.0, 10.0, 4.0) / 255.0;

// Colours of data are display values.
vec3 linearOfDisplay(vec3 display) {
  if ((camera.modes.x & kModeEncoded) == 0u) return display;
  const vec3 low = display / 12.92;
  const vec3 high = pow((max(display, vec3(0.0)) + 0.055) / 1.055, vec3(2.4));
  return mix(low, high, greaterThan(display, vec3(0.04045)));
}

vec3 axesOf(vec3 direction) { return linearOfDisplay(direction * 0.5 + 0.5); }

// White at the nearest distance along the view, black at the farthest.
vec3 depthColorAt(vec3 position) {
  const vec3 back = vec3(camera.viewFromRelative[0].z, camera.viewFromRelative[1].z,
                         camera.viewFromRelative[2].z);
  const float range = max(camera.depths.y - camera.depths.x, 1e-20);
  const float along = (-dot(back, position) - camera.depths.x) / range;
  return linearOfDisplay(vec3(1.0 - clamp(along, 0.0, 1.0)));
}

// A colour that differs from that of the prim by the number of its part.
vec3 partColor(vec3 primColor, uint part) {
  const uvec3 bytes = uvec3(clamp(primColor, 0.0, 1.0) * 255.0 + 0.5);
  const uint bits = hashOf((bytes.r | bytes.g << 8 | bytes.b << 16) ^ hashOf(part));
  const vec3 display = vec3(bits & 255u, bits >> 8 & 255u, bits >> 16 & 255u) / 255.0;
  return linearOfDisplay(0.15 + 0.8 * display);
}

// The colour of a joint, given that of its skeleton. `number` is 0 where no joint moves a vertex.
vec3 jointColor(vec3 skeletonColor, uint number) {
  return number == 0u ? linearOfDisplay(kMissing) : partColor(skeletonColor, number);
}

// Blue for fronts and red for backs, darker where they are seen from the side.
vec3 facingColor(bool isFront, float towardsEye) {
  const vec3 side = isFront ? vec3(0.25, 0.55, 1.0) : vec3(1.0, 0.25, 0.2);
  return linearOfDisplay(side * (0.25 + 0.75 * abs(towardsEye)));
}

// The display colour of clay with a normal in view space: light from above on the left, a
// highlight, and a cool rim.
vec3 matcapAt(vec3 normal) {
  const vec3 toLight = normalize(vec3(-0.4, 0.6, 0.7));
  const float light = smoothstep(-0.7, 1.0, dot(normal, toLight));
  const vec3 clay = mix(vec3(0.16, 0.12, 0.13), vec3(0.86, 0.74, 0.66), light);
  const float rim = pow(1.0 - clamp(normal.z, 0.0, 1.0), 3.0);
  const float shine = pow(max(dot(normal, normalize(toLight + vec3(0.0, 0.0, 1.0))), 0.0), 60.0);
  return clamp(clay + 0.2 * rim * vec3(0.5, 0.65, 0.9) + 0.25 * shine, 0.0, 1.0);
}

// The colour of clay with a normal relative to the world.
vec3 matcapColor(vec3 normal) {
  return linearOfDisplay(matcapAt(mat3(camera.viewFromRelative) * normal));
}
