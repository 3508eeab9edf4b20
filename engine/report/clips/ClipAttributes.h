// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {

class ClipContentsStore;
struct ClipContentsKey;

/// Returns the path on the stage of an attribute in the clips of a set. `anchor` is the prim that
/// has the set.
Path clipPathOnStage(Path anchor, const ClipSet& set, Path inClips);

/// Returns the attribute on the stage that an attribute in the clips gives values to; empty if the
/// stage does not define it.
Attribute clipAttributeOnStage(const Prim& anchor, const ClipSet& set, Path inClips);

/// Returns the type with which values of an attribute in the clips are read: the type on the stage,
/// else in the manifest. Empty if neither defines the attribute.
Token typeReadFromClips(const Prim& anchor, const ClipSet& set, Path inClips);

/// Returns the clips that play each file of a set, as indices into ClipSet::clips(). The files are
/// in the order in which they first play.
std::vector<std::vector<std::size_t>> clipsByFile(const ClipSet& set);

/// Whether an attribute in a clip has samples or a spline.
bool isAnimatedInClip(const PropertySpec& property);

/// Whether the values of an attribute in a clip can be read as a type. Types may differ in their
/// role: `float3` can be read as `color3f`. True for unknown types.
bool canBeReadAs(const PropertySpec& property, Token typeName);

/// The contents of a clip, as far as they concern its set.
struct ClipContents {
  std::shared_ptr<const ClipFault> fault;  ///< Why the file cannot be read; null if it can.
  /// Whether the clip has the prim of the set. Without it, the members below are empty.
  bool hasPrim = false;
  bool hasArcs = false;             ///< It has sublayers, or arcs at or below the prim.
  double timeCodesPerSecond = 0.0;  ///< Set for every readable clip.
  /// For each attribute of the reader, whether the clip has samples or a spline of it.
  std::vector<bool> hasValues;
  /// Animated attributes with a type that cannot be read as that of the attribute: their numbers,
  /// and their types in the clip.
  std::vector<std::pair<std::uint32_t, Token>> otherTypes;
  std::vector<Path> undeclared;  ///< Animated attributes that the reader was not asked for.

  bool operator==(const ClipContents&) const = default;
};

/// Reads what the clips of a set have of some attributes.
///
/// A clip that is not in memory is read without being kept, so that the clips that play stay.
/// Clips of a set mostly have equal specs: the specs of a clip are walked only if they differ from
/// those of the clip before it. Thread-safe.
class ClipContentsReader {
 public:
  /// `attributes` are paths in the clips that the manifest declares. With a `store`, files that it
  /// knows are not read. It must outlive the reader.
  ClipContentsReader(const Prim& anchor, std::shared_ptr<const ClipSet> set,
                     const std::vector<Path>& attributes, ClipContentsStore* store = nullptr);
  ~ClipContentsReader();

  /// Reads a clip: an index into ClipSet::clips().
  ClipContents read(std::size_t clip) const;

 private:
  struct Wanted;
  struct Places;

  std::shared_ptr<const Places> placesIn(const std::shared_ptr<const Layer>& layer) const;
  std::optional<ClipContentsKey> keyOf(const std::string& assetPath) const;
  void takeLayer(const std::shared_ptr<const Layer>& layer, ClipContents& contents) const;

  const std::shared_ptr<const ClipSet> set_;
  LayerCache& layers_;                      ///< Has clips that are layers of the stage, too.
  const std::shared_ptr<ClipFiles> files_;  ///< Reads clips that are not in memory.
  ClipContentsStore* const store_;          ///< May be null.
  std::size_t wantedHash_ = 0;
  std::vector<Wanted> wanted_;
  std::unordered_map<Path, std::uint32_t> numberOf_;  ///< Numbers in wanted_.
  mutable std::mutex mutex_;
  /// The clip that was read last. The reader of crates copies rows from a layer that is still open.
  mutable std::shared_ptr<const Layer> last_;
  mutable std::shared_ptr<const Places> places_;  ///< The places in `last_`.
};

}  // namespace usdscope
