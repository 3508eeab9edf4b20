// The colours of lines and dots. As in the reference, dots and lines without a width are lit like a
// surface that faces the camera, other lines like a tube.
#include "mesh/data.glsl"

vec3 thinToEye(vec3 position) {
  return camera.viewport.w == 1.0 ? camera.eyeDirection.xyz : normalize(-position);
}

// The normal of a line that runs `along` a direction. `place` is the place on the screen from the
// middle of the line to its rim, which has length 1. Lines of a few pixels are not rounded, because
// the samples of a pixel would miss their shape.
vec3 lineNormal(vec2 place, float pixels, vec3 position, vec3 along) {
  const float size = length(along);
  if (pixels <= 0.0 || size <= 0.0) return camera.eyeDirection.xyz;
  const vec3 tangent = along / size;
  const vec3 toEye = thinToEye(position);
  const vec3 away = toEye - tangent * dot(toEye, tangent);
  if (dot(away, away) < 1e-8) return toEye;
  const vec3 front = normalize(away);
  const vec3 side = cross(tangent, front);
  const vec3 right = vec3(camera.viewFromRelative[0].x, camera.viewFromRelative[1].x,
                          camera.viewFromRelative[2].x);
  const vec3 up = vec3(camera.viewFromRelative[0].y, camera.viewFromRelative[1].y,
                       camera.viewFromRelative[2].y);
  const float aside = dot(side, right * place.x + up * place.y) < 0.0 ? -1.0 : 1.0;
  const float bent = min(length(place) * smoothstep(2.0, 6.0, pixels), 0.99);
  return front * sqrt(1.0 - bent * bent) + side * (aside * bent);
}

const uint kNoPoint = 0xFFFFFFFFu;

// Whether the view counts how often a pixel is drawn. Then all of a fragment counts.
bool countsFragments() { return camera.modes.y == kViewOverdraw; }

// The colour of a line or dot in inspection views. In views of ids, `vertexColor` is that of its id.
// `point` is the point that a dot stands for; `joint` is the number of a joint; `along` is the
// direction of a line, zero for a dot.
vec4 thinData(SurfaceInputs inputs, vec3 vertexColor, uint point, uint joint, vec3 position,
              vec3 normal, vec3 along) {
  vec3 color = inputs.baseColor + inputs.emission;
  switch (camera.modes.y) {
    case kViewPrims:
    case kViewInstances:
    case kViewSubsets:
      color = vertexColor;
      break;
    case kViewPoints:
      color = point == kNoPoint ? linearOfDisplay(kMissing) : partColor(vertexColor, point);
      break;
    case kViewJoints:
      color = jointColor(vertexColor, joint);
      break;
    case kViewNormals:
      color = axesOf(normal);
      break;
    case kViewTangents: {
      const float size = length(along);
      color = size > 0.0 ? axesOf(along / size) : linearOfDisplay(kMissing);
      break;
    }
    case kViewUvChecker:
      color = linearOfDisplay(kMissing);  // Neither has texture coordinates.
      break;
    case kViewDepth:
      color = depthColorAt(position);
      break;
    case kViewFacing:  // Neither has a back.
      color = facingColor(true, dot(normal, thinToEye(position)));
      break;
    case kViewMatcap:
      color = matcapColor(normal);
      break;
    case kViewOverdraw:
      return vec4(kOverdrawStep, 0.0);
  }
  return vec4(color, 1.0);
}

// The colour of a line or dot without its opacity.
vec3 thinColor(SurfaceInputs inputs, vec3 position, vec3 normal, uint links) {
  inputs.opacity = 1.0;
  if ((camera.modes.x & kModeUnlit) != 0u) return inputs.baseColor + inputs.emission;
  const vec3 toEye = thinToEye(position);
  return shade(inputs, position, normal, toEye, links).rgb;
}
