#include "common/interface.glsl"
#include "screen/occlusion.glsl"

// Multiplies a picture by the shares that screen/occlusion.frag has found, averaged over pixels of
// the same surface. The background keeps its colour.

layout(binding = 1) uniform sampler2D t_shares;

layout(location = 0) out vec4 f_color;

void main() {
  const ivec2 pixel = ivec2(gl_FragCoord.xy);
  int covered = 0;
  float nearest = 0.0;
  for (int i = 0; i < int(u_sampleCount); ++i) {
    const float depth = depthOfSample(pixel, i);
    if (depth > 0.0) covered |= 1 << i;
    nearest = max(nearest, depth);
  }
  if (covered == 0) discard;
#ifdef USDSCOPE_MULTISAMPLED
  gl_SampleMask[0] = covered;
#endif
  const ivec2 last = ivec2(camera.viewport.xy) - 1;
  const float here = positionAt(pixel, nearest).z;
  float sum = texelFetch(t_shares, pixel, 0).r;
  float weights = 1.0;
  for (int i = 0; i < 16; ++i) {
    const ivec2 at = pixel + ivec2(i % 4 - 2, i / 4 - 2);
    if (at == pixel || any(lessThan(at, ivec2(0))) || any(greaterThan(at, last))) continue;
    const float depth = depthOfSample(at, 0);
    if (depth <= 0.0) continue;
    const float gap = abs(positionAt(at, depth).z - here);
    const float weight = clamp(1.0 - 4.0 * gap / u_search.x, 0.0, 1.0);
    sum += texelFetch(t_shares, at, 0).r * weight;
    weights += weight;
  }
  f_color = vec4(vec3(sum / weights), 1.0);
}
