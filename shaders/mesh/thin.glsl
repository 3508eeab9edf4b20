// The colours of lines and dots: those of a surface that faces the camera, as in the reference. Lines
// are rounded where they are wide enough to see their shape.

// The normal at a place from the middle line or point of something round to its rim, which has
// length 1. `right` and `up` are that place on the screen.
vec3 roundNormal(vec2 place, float pixels) {
  const vec3 forward = camera.eyeDirection.xyz;
  const vec3 right = vec3(camera.viewFromRelative[0].x, camera.viewFromRelative[1].x,
                          camera.viewFromRelative[2].x);
  const vec3 up = vec3(camera.viewFromRelative[0].y, camera.viewFromRelative[1].y,
                       camera.viewFromRelative[2].y);
  const vec2 bent = place * smoothstep(2.0, 6.0, pixels);
  const float rest = sqrt(max(1.0 - dot(bent, bent), 0.0));
  return normalize(right * bent.x + up * bent.y + forward * max(rest, 0.05));
}

// The colour of a line or dot without its opacity.
vec3 thinColor(SurfaceInputs inputs, vec3 position, vec3 normal, uint links) {
  inputs.opacity = 1.0;
  if ((camera.modes.x & kModeUnlit) != 0u || camera.modes.y != 0u) {
    return inputs.baseColor + inputs.emission;
  }
  const vec3 toEye = camera.viewport.w == 1.0 ? camera.eyeDirection.xyz : normalize(-position);
  return shade(inputs, position, normal, toEye, links).rgb;
}
