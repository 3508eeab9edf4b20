// Data as colours, for inspection views of surfaces, lines and dots. Needs common/interface.glsl.
#include "common/hash.glsl"

const vec3 kMissing = vec3(0.28, 0.0, 0.28);  // There is nothing to show.

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
