// The translucent fragments of a picture: a list for each pixel, the last drawn fragment first.

struct LayerRecord {
  uint redGreen;   // Premultiplied, as halves.
  uint blueAlpha;
  float depth;
  uint link;    // Low 24 bits: the next fragment + 1, 0 at the end; high 8 bits: the covered samples.
  uint object;  // If depths are equal, the later object is in front.
};

layout(std430, binding = 6) buffer LayerHeads {
  uint used;
  uint capacity;
  uint firstRow;  // The lowest row that has lists.
  uint heads[];   // As links.
} layerHeads;

layout(std430, binding = 7) buffer Layers {
  LayerRecord records[];
} layers;

const uint kLayerIndexMask = 0xFFFFFFu;
const int kLayerSampleShift = 24;

uint layerPixel() {
  const uint row = uint(gl_FragCoord.y) - layerHeads.firstRow;
  return row * uint(camera.viewport.x) + uint(gl_FragCoord.x);
}
