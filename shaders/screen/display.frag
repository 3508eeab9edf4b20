#include "common/interface.glsl"

// Turns linear colours of the scene into the picture: exposure, gamma and the display encoding, for
// each sample, then the mean of the samples. Colours are premultiplied.
#ifdef USDSCOPE_MULTISAMPLED
layout(binding = 0) uniform sampler2DMS t_scene;
#else
layout(binding = 0) uniform sampler2D t_scene;
#endif

// x: factor of the exposure, y: 1 / gamma, z: 1 to encode as sRGB, w: number of samples.
layout(location = 2) uniform vec4 u_display;

layout(location = 0) out vec4 f_color;

vec4 shown(vec4 scene) {
  const float opacity = scene.a > 0.0 ? scene.a : 1.0;
  vec3 color = max(scene.rgb / opacity, vec3(0.0)) * u_display.x;
  color = pow(color, vec3(u_display.y));
  if (u_display.z == 1.0) {
    color = min(color, vec3(1.0));
    color = mix(12.92 * color, 1.055 * pow(color, vec3(1.0 / 2.4)) - 0.055,
                greaterThan(color, vec3(0.0031308)));
  }
  return vec4(color * opacity, scene.a);
}

void main() {
  const ivec2 pixel = ivec2(gl_FragCoord.xy);
#ifdef USDSCOPE_MULTISAMPLED
  const int count = int(u_display.w);
  vec4 sum = vec4(0.0);
  for (int i = 0; i < count; ++i) sum += shown(texelFetch(t_scene, pixel, i));
  f_color = sum / float(count);
#else
  f_color = shown(texelFetch(t_scene, pixel, 0));
#endif
}
