// The colours of inspection views: properties of a surface in place of its shading. Needs
// common/interface.glsl and mesh/material.glsl.
#include "mesh/data.glsl"

// A number for the part of the prim's faces that is drawn, for kViewSubsets.
layout(location = 3) uniform uint u_part;

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

// `joint` is the number of a joint; `isFront` says that the front of the surface is seen.
vec4 inspected(SurfaceInputs inputs, vec3 position, vec3 normal, vec3 toEye, vec2 st,
               vec3 vertexColor, uint joint, bool hasTexCoords, bool isFront) {
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
      color = partColor(vertexColor, u_part);
      break;
    case kViewPoints:
      color = linearOfDisplay(kMissing);  // Surfaces have no such points.
      break;
    case kViewJoints:
      color = jointColor(vertexColor, joint);
      break;
    case kViewDepth:
      color = depthColorAt(position);
      break;
    case kViewFacing:
      color = facingColor(isFront, dot(normal, toEye));
      break;
    case kViewMatcap:
      color = matcapColor(normal);
      break;
    case kViewOverdraw:
      return vec4(kOverdrawStep, 0.0);
  }
  return vec4(color, 1.0);
}
