// The size in pixels of a length in local units at a point; at least one pixel.
float pixelsOf(float width, mat4 relativeFromLocal, vec3 relative) {
  const float scale = length(relativeFromLocal[0].xyz);
  const float depth = -(camera.viewFromRelative * vec4(relative, 1.0)).z;
  const float size = width * scale * camera.viewport.z;
  return max(camera.viewport.w == 1.0 ? size : size / max(depth, 1e-6), 1.0);
}
