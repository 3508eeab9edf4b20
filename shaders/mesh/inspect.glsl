// The colours of inspection views: properties of a surface in place of its shading. Needs
// common/interface.glsl and mesh/material.glsl.
#include "common/hash.glsl"

// A number for the part of the prim's faces that is drawn, for kViewSubsets.
layout(location = 3) uniform uint u_part;

const vec3 kOverdrawStep = vec3(24.0, 10.0, 4.0) / 255.0;
const vec3 kMissing = vec3(0.28, 0.0, 0.28);  // There is nothing to show.

// Colours of data are display values.
vec3 linearOfDisplay(vec3 display) {
  if ((camera.modes.x & kModeEncoded) == 0u) return display;
  const vec3 low = display / 12.92;
  const vec3 high = pow((max(display, vec3(0.0)) + 0.055) / 1.055, vec3(2.4));
  return mix(low, high, greaterThan(display, vec3(0.04045)));
}

vec3 axesOf(vec3 direction) { return linearOfDisplay(direction * 0.5 + 0.5); }

// The direction along s in the surface, from derivatives; zero where texture coordinates are
// constant. (Schüler, "Normal mapping without precomputed tangents", 2006.)
vec3 tangentAt(vec3 normal, vec3 position, vec2 st) {
  const vec3 acrossX = cross(normal, dFdx(position));
  const vec3 acrossY = cross(dFdy(position), normal);
  const vec3 s = acrossY * dFdx(st).x + acrossX * dFdy(st).x;
  const float size = dot(s, s);
  return size > 0.0 ? s * inversesqrt(size) : vec3(0.0);
}

vec3 checkerAt(vec2 st) {
  const vec2 fields = floor(st * 8.0);
  const float isOdd = mod(fields.x + fields.y, 2.0);
  const vec3 tint = vec3(fract(st), 0.35);
  return linearOfDisplay(mix(vec3(0.18), vec3(0.75), isOdd) * (0.4 + 0.6 * tint));
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

// A colour that differs from that of the prim by the part.
vec3 partColor(vec3 primColor) {
  const uvec3 bytes = uvec3(clamp(primColor, 0.0, 1.0) * 255.0 + 0.5);
  const uint bits = hashOf((bytes.r | bytes.g << 8 | bytes.b << 16) ^ hashOf(u_part));
  const vec3 display = vec3(bits & 255u, bits >> 8 & 255u, bits >> 16 & 255u) / 255.0;
  return linearOfDisplay(0.15 + 0.8 * display);
}

// `isFront` says that the front of the surface is seen.
vec4 inspected(SurfaceInputs inputs, vec3 position, vec3 normal, vec3 toEye, vec2 st,
               vec3 vertexColor, bool hasTexCoords, bool isFront) {
  vec3 color = vec3(0.0);
  switch (camera.modes.y) {
    case kViewAlbedo:
      color = inputs.baseColor;
      break;
    case kViewNormals:
      color = axesOf(normal);
      break;
    case kViewTangents: {
      const vec3 tangent = tangentAt(normal, position, st);
      color = dot(tangent, tangent) > 0.0 ? axesOf(tangent) : linearOfDisplay(kMissing);
      break;
    }
    case kViewUvChecker:
      color = hasTexCoords ? checkerAt(st) : linearOfDisplay(kMissing);
      break;
    case kViewPrims:
    case kViewInstances:
      color = vertexColor;
      break;
    case kViewSubsets:
      color = partColor(vertexColor);
      break;
    case kViewDepth: {
      const vec3 back = vec3(camera.viewFromRelative[0].z, camera.viewFromRelative[1].z,
                             camera.viewFromRelative[2].z);
      const float range = max(camera.depths.y - camera.depths.x, 1e-20);
      const float along = (-dot(back, position) - camera.depths.x) / range;
      color = linearOfDisplay(vec3(1.0 - clamp(along, 0.0, 1.0)));
      break;
    }
    case kViewFacing: {
      const vec3 side = isFront ? vec3(0.25, 0.55, 1.0) : vec3(1.0, 0.25, 0.2);
      color = linearOfDisplay(side * (0.25 + 0.75 * abs(dot(normal, toEye))));
      break;
    }
    case kViewMatcap:
      color = linearOfDisplay(matcapAt(mat3(camera.viewFromRelative) * normal));
      break;
    case kViewOverdraw:
      return vec4(kOverdrawStep, 0.0);
  }
  return vec4(color, 1.0);
}
