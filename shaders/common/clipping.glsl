// Cuts at the clipping planes of the camera. Needs common/interface.glsl.
out float gl_ClipDistance[8];

void clipAtPlanes(vec4 relative) {
  for (int i = 0; i < 8; ++i) gl_ClipDistance[i] = dot(camera.clippingPlanes[i], relative);
}
