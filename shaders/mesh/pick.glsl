// Objects that picking has found before, so that it finds what they hide.

// Whether an object is left out.
bool isLeftOut(uint object) {
  for (uint i = 0u; i < leftOut.counts.x; ++i) {
    if (object >= leftOut.ranges[i].x && object < leftOut.ranges[i].y) return true;
  }
  return false;
}
