// Ids of joints. Needs common/interface.glsl.

// The number of the joint that leads a vertex, 0 without one, for kViewJoints. Vertices have it in
// place of a colour.
uint jointOf(ObjectRecord object, vec4 vertexColor) {
  return uint((object.flags.x & kObjectHasColors) != 0u ? vertexColor.x : object.translationLow.w);
}
