// Draws a line around the pixels of the mask, outside of them.
layout(binding = 0) uniform usampler2D t_mask;
layout(location = 2) uniform vec4 u_color;  // Display values.
layout(location = 3) uniform float u_width;  // Pixels.

layout(location = 0) out vec4 f_color;

void main() {
  const ivec2 pixel = ivec2(gl_FragCoord.xy);
  const ivec2 last = textureSize(t_mask, 0) - 1;
  if (texelFetch(t_mask, pixel, 0).r != 0u) discard;
  const int reach = int(ceil(u_width));
  float nearest = 1e9;
  for (int y = -reach; y <= reach; ++y) {
    for (int x = -reach; x <= reach; ++x) {
      const ivec2 at = clamp(pixel + ivec2(x, y), ivec2(0), last);
      if (texelFetch(t_mask, at, 0).r != 0u) nearest = min(nearest, length(vec2(x, y)));
    }
  }
  const float coverage = clamp(u_width + 0.5 - nearest, 0.0, 1.0);
  if (coverage == 0.0) discard;
  f_color = vec4(u_color.rgb, coverage * u_color.a);
}
