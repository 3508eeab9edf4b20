#include "common/interface.glsl"

// Turns linear colours of the scene into the picture: exposure, gamma and the encoding or the table
// of the display. Colours are premultiplied. As in the reference, a table gets the mean of the
// samples, and so do pictures that are encoded later. For sRGB the samples are encoded before their
// mean is taken, because pictures without exposure and gamma are resolved like that.
#ifdef USDSCOPE_MULTISAMPLED
layout(binding = 0) uniform sampler2DMS t_scene;
#else
layout(binding = 0) uniform sampler2D t_scene;
#endif

// x: factor of the exposure, y: 1 / gamma, z: 1 to encode each sample as sRGB, w: number of samples.
layout(location = 2) uniform vec4 u_display;

#ifdef USDSCOPE_DISPLAY_TABLE
// Colours of the display, in place of an encoding. The entries along an edge are even in the
// logarithm of the linear value plus an offset; see engine/image/DisplayTable.h.
layout(binding = 1) uniform sampler3D t_table;
// x: entries along an edge, y: the entry of 1, z: entries in a doubling, w: the offset.
layout(location = 3) uniform vec4 u_table;

vec3 tableColor(vec3 linear) {
  // A value that is not finite is like the nearest end.
  const vec3 finite = mix(clamp(linear, vec3(0.0), vec3(65504.0)), vec3(0.0), isnan(linear));
  const vec3 stops = log2((finite + u_table.w) / (1.0 + u_table.w));
  const vec3 entry = clamp(stops * u_table.z + u_table.y, vec3(0.0), vec3(u_table.x - 1.0));
  return clamp(texture(t_table, (entry + 0.5) / u_table.x).rgb, vec3(0.0), vec3(1.0));
}
#endif

layout(location = 0) out vec4 f_color;

vec4 shown(vec4 scene) {
  const float opacity = scene.a > 0.0 ? scene.a : 1.0;
  vec3 color = max(scene.rgb / opacity, vec3(0.0)) * u_display.x;
  color = pow(color, vec3(u_display.y));
#ifdef USDSCOPE_DISPLAY_TABLE
  color = tableColor(color);
#else
  if (u_display.z == 1.0) {
    color = min(color, vec3(1.0));
    color = mix(12.92 * color, 1.055 * pow(color, vec3(1.0 / 2.4)) - 0.055,
                greaterThan(color, vec3(0.0031308)));
  }
#endif
  return vec4(color * opacity, scene.a);
}

void main() {
  const ivec2 pixel = ivec2(gl_FragCoord.xy);
#ifdef USDSCOPE_MULTISAMPLED
  const int count = int(u_display.w);
  vec4 sum = vec4(0.0);
  if (u_display.z == 1.0) {
    for (int i = 0; i < count; ++i) sum += shown(texelFetch(t_scene, pixel, i));
    f_color = sum / float(count);
  } else {
    for (int i = 0; i < count; ++i) sum += texelFetch(t_scene, pixel, i);
    f_color = shown(sum / float(count));
  }
#else
  f_color = shown(texelFetch(t_scene, pixel, 0));
#endif
}
