// The size in pixels of a length in local units at a point. If axes have unlike scales, the scale
// along the diagonal of all three applies, as in Storm.
float pixelsOf(float width, mat4 relativeFromLocal, vec4 at) {
  const vec3 relative = at.xyz / at.w;
  const float scale =
      length(linearAt(relativeFromLocal, at) * vec3(1.0) / at.w) * inversesqrt(3.0);
  const float depth = -(camera.viewFromRelative * vec4(relative, 1.0)).z;
  const float size = width * scale * camera.viewport.z;
  return camera.viewport.w == 1.0 ? size : size / max(depth, 1e-6);
}

// The share of a pixel that a line or dot of this size covers. Without a width it covers all.
float coverageOf(float pixels) { return pixels > 0.0 ? min(pixels, 1.0) : 1.0; }
