#include "common/interface.glsl"
#include "screen/occlusion.glsl"

// The share of its surroundings that a surface sees, weighted by the cosine: in a few planes through
// the eye, the horizons on both sides. (Jimenez et al., "Practical real-time strategies for accurate
// indirect occlusion", 2016.)

layout(location = 0) out float f_share;

const int kPlanes = 3;
const int kSteps = 5;
const float kPi = 3.14159265;

// The normal of the surface from the nearer neighbours of a pixel.
vec3 faceNormal(ivec2 pixel, vec3 here) {
  const ivec2 last = ivec2(camera.viewport.xy) - 1;
  vec3 sides[4];
  for (int i = 0; i < 4; ++i) {
    const ivec2 step = i < 2 ? ivec2(i * 2 - 1, 0) : ivec2(0, i * 2 - 5);
    const ivec2 at = clamp(pixel + step, ivec2(0), last);
    const float depth = depthOfSample(at, 0);
    // A neighbour on the background, or beyond the picture, says nothing.
    sides[i] = depth > 0.0 && at != pixel ? positionAt(at, depth) - here
                                          : vec3(0.0, 0.0, 1e30);
  }
  const bool isLeft = abs(sides[0].z) < abs(sides[1].z);
  const bool isDown = abs(sides[2].z) < abs(sides[3].z);
  const vec3 across = isLeft ? -sides[0] : sides[1];
  const vec3 up = isDown ? -sides[2] : sides[3];
  if (abs(across.z) > 1e29 || abs(up.z) > 1e29) return vec3(0.0);
  const vec3 normal = cross(across, up);
  const float size = length(normal);
  return size > 0.0 ? normal / size : vec3(0.0);
}

// The cosine of the highest horizon in a direction, from `lowest` on.
float horizonOf(vec2 pixel, vec2 direction, float reach, float jitter, vec3 here, vec3 toEye,
                float lowest) {
  float highest = lowest;
  for (int i = 0; i < kSteps; ++i) {
    // Steps grow, as near surfaces matter most.
    const float part = (float(i) + jitter) / float(kSteps);
    const vec2 at = pixel + direction * max(part * part * reach, float(i) + 1.0);
    if (any(lessThan(at, vec2(0.0))) || any(greaterThanEqual(at, camera.viewport.xy))) continue;
    const ivec2 texel = ivec2(at);
    const float depth = depthOfSample(texel, 0);
    if (depth <= 0.0) continue;
    const vec3 delta = positionAt(texel, depth) - here;
    const float size = length(delta);
    // Far surfaces fade.
    const float weight = clamp(2.0 - 2.0 * size / u_search.x, 0.0, 1.0);
    highest = max(highest, mix(lowest, dot(delta, toEye) / max(size, 1e-20), weight));
  }
  return highest;
}

void main() {
  const ivec2 pixel = ivec2(gl_FragCoord.xy);
  f_share = 1.0;
  const float depth = depthOfSample(pixel, 0);
  if (depth <= 0.0) return;
  const vec3 here = positionAt(pixel, depth);
  const bool isOrthographic = camera.viewport.w == 1.0;
  const vec3 toEye = isOrthographic ? vec3(0.0, 0.0, 1.0) : normalize(-here);
  const vec3 normal = faceNormal(pixel, here);
  if (normal == vec3(0.0)) return;
  const float scale = camera.viewport.z / (isOrthographic ? 1.0 : max(-here.z, 1e-20));
  const float reach = min(u_search.x * scale, u_search.y);
  if (reach < 2.0) return;
  // Sixteen neighbouring pixels look in other directions; blurring puts them together.
  const int place = (pixel.x & 3) + (pixel.y & 3) * 4;
  const float turn = float((place * 7) & 15) / 16.0;
  const float jitter = float((place * 5 + 3) & 15) / 16.0 + 0.5 / 16.0;
  float share = 0.0;
  for (int i = 0; i < kPlanes; ++i) {
    const float angle = (float(i) + turn) * kPi / float(kPlanes);
    const vec2 direction = vec2(cos(angle), sin(angle));
    const vec3 along = vec3(direction, 0.0);
    const vec3 aside = along - dot(along, toEye) * toEye;
    const vec3 axis = normalize(cross(along, toEye));
    const vec3 inPlane = normal - axis * dot(normal, axis);
    const float size = length(inPlane);
    const float cosine = clamp(dot(inPlane, toEye) / max(size, 1e-9), -1.0, 1.0);
    const float tilt = sign(dot(aside, inPlane)) * acos(cosine);
    // The horizons of the surface itself.
    const float lowAhead = cos(min(tilt + kPi / 2.0, kPi));
    const float lowBehind = cos(min(kPi / 2.0 - tilt, kPi));
    const float ahead =
        horizonOf(gl_FragCoord.xy, direction, reach, jitter, here, toEye, lowAhead);
    const float behind =
        horizonOf(gl_FragCoord.xy, -direction, reach, jitter, here, toEye, lowBehind);
    const float first = tilt + max(-acos(clamp(behind, -1.0, 1.0)) - tilt, -kPi / 2.0);
    const float second = tilt + min(acos(clamp(ahead, -1.0, 1.0)) - tilt, kPi / 2.0);
    const float sine = sin(tilt);
    share += size * 0.25 *
             (2.0 * cosine + 2.0 * (first + second) * sine - cos(2.0 * first - tilt) -
              cos(2.0 * second - tilt));
  }
  f_share = clamp(share / float(kPlanes), 0.0, 1.0);
}
