#include "common/interface.glsl"
#include "mesh/layers.glsl"

// Blends the translucent fragments of a sample from front to back. The samples that opaque surfaces
// hide are not in the lists.

layout(location = 0) out vec4 f_color;  // Premultiplied.

const int kMostLayers = 256;     // Layers behind so many others are not seen.
const int kMostSteps = 1 << 20;  // Bounds the time of a sample. Longer lists are read in part.

// Whether layer a is in front of layer b. Layers that differ in nothing are equal in either order,
// so the picture does not depend on the order in which they were drawn.
bool isInFront(LayerRecord a, LayerRecord b) {
  if (a.depth != b.depth) return a.depth > b.depth;
  if (a.object != b.object) return a.object > b.object;
  if (a.redGreen != b.redGreen) return a.redGreen > b.redGreen;
  return a.blueAlpha > b.blueAlpha;
}

vec4 colorOf(LayerRecord layer) {
  return vec4(unpackHalf2x16(layer.redGreen), unpackHalf2x16(layer.blueAlpha));
}

void main() {
  const uint first = layerHeads.heads[layerPixel()];
  if (first == 0u) discard;
  const uint sampleBit = 1u << uint(kLayerSampleShift + gl_SampleID);
  vec4 color = vec4(0.0);
  LayerRecord last = LayerRecord(0u, 0u, 2.0, 0u, 0u);
  int steps = 0;
  for (int i = 0; i < kMostLayers && color.a < 0.999; ++i) {
    LayerRecord nearest = LayerRecord(0u, 0u, -1.0, 0u, 0u);
    int repeats = 0;  // The number of layers that are equal to the nearest.
    for (uint at = first; at != 0u && steps < kMostSteps; ++steps) {
      const LayerRecord layer = layers.records[at - 1u];
      if ((layer.link & sampleBit) != 0u && isInFront(last, layer)) {
        if (isInFront(layer, nearest)) {
          nearest = layer;
          repeats = 1;
        } else if (!isInFront(nearest, layer)) {
          ++repeats;
        }
      }
      at = layer.link & kLayerIndexMask;
    }
    if (repeats == 0) break;
    for (int n = 0; n < repeats; ++n) color += (1.0 - color.a) * colorOf(nearest);
    last = nearest;
  }
  f_color = color;
}
