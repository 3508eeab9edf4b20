// Depths of a picture and the positions that they stand for. Needs common/interface.glsl.

#ifdef USDSCOPE_MULTISAMPLED
layout(binding = 0) uniform sampler2DMS t_depth;
#else
layout(binding = 0) uniform sampler2D t_depth;
#endif

layout(location = 2) uniform mat4 u_viewFromClip;
// x: the distance in world units and y: in pixels within which surfaces are looked for; zw: the place
// of the first sample in a pixel.
layout(location = 5) uniform vec4 u_search;
layout(location = 6) uniform uint u_sampleCount;

float depthOfSample(ivec2 pixel, int which) { return texelFetch(t_depth, pixel, which).r; }

vec3 viewPosition(vec2 pixel, float depth) {
  const vec4 at = u_viewFromClip * vec4(pixel / camera.viewport.xy * 2.0 - 1.0, depth, 1.0);
  return at.xyz / at.w;
}

// The position that the first sample of a pixel shows.
vec3 positionAt(ivec2 pixel, float depth) {
  return viewPosition(vec2(pixel) + u_search.zw, depth);
}
