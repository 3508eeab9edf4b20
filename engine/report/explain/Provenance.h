// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/stage/Property.h"
#include "engine/stage/resolve/ResolveInfo.h"

namespace usdscope {

class ClipSet;

/// A stretch of stage time in which one layer, one clip or a fallback supplies the value of an
/// attribute, or nothing does.
struct ProvenanceStretch {
  double from = 0.0;
  double to = 0.0;
  ValueSource source = ValueSource::None;
  bool isBlocked = false;  ///< A block is the reason for the source.
  /// The authored path of the clip, or the name of the layer; empty for None and Fallback.
  std::string supplier;
  /// The layer that supplies the value; null for clips. Valid while the stage lives.
  const Layer* layer = nullptr;
  std::size_t clipIndex = 0;   ///< The index of the clip into the asset paths of its set.
  std::string clipIdentifier;  ///< See clipIdentifier(); empty unless a clip supplies the value.
  /// False while nobody has looked whether the clip has values of the attribute. `supplier` is then
  /// the clip that plays.
  bool isRead = true;

  bool isSuppliedAs(const ProvenanceStretch& other) const {
    return source == other.source && isBlocked == other.isBlocked && supplier == other.supplier &&
           isRead == other.isRead;
  }
};

/// Visits the stretches between two stage times in order. Each begins at the end of the one before
/// it and has another supplier. Opens the clips that play in the range, one after the other. Ends
/// early when stopped. Requires: `from` is not after `to`.
void visitProvenance(const Attribute& attribute, double from, double to,
                     const std::function<void(const ProvenanceStretch&)>& visit,
                     const std::stop_token& stop = {});

/// Finds the stretches between two stage times piece by piece, so that very many clips need not be
/// opened before something is known. Not thread-safe. Valid while the stage lives.
class ProvenanceReading {
 public:
  /// Opens no clip: cuts the range where another clip starts to play, or into equal pieces.
  /// Requires: `from` is not after `to`.
  ProvenanceReading(const Attribute& attribute, double from, double to);

  /// Reads the piece nearest to a time that is not read yet, and opens the clips that it needs.
  /// Returns false, and reads nothing, if there is none. When the clips in memory have used most of
  /// their budget, reads only pieces whose clips are among them, so that no clip is evicted.
  bool readNext(double near);
  bool isComplete() const { return unreadCount_ == 0; }
  /// Returns the stretches as far as they are known. Neighbours with one supplier are one, except
  /// for clips that are not read.
  std::vector<ProvenanceStretch> stretches() const;

 private:
  struct Piece {
    double from = 0.0;
    double to = 0.0;
    std::size_t clip = 0;        ///< The clip of `set_` that plays.
    std::string clipIdentifier;  ///< That of this clip.
    std::vector<ProvenanceStretch> stretches;
    bool isRead = false;
  };

  bool mayOpenClips() const;
  Piece* nextPiece(double near);
  Piece* nextPieceInMemory(double near);

  Attribute attribute_;
  /// The clip set that supplies the value, as far as this is known; else null.
  std::shared_ptr<const ClipSet> set_;
  std::vector<Piece> pieces_;
  std::size_t unreadCount_ = 0;
  // The pieces from `first_` to just before `last_` are read; the time `near_` is among them.
  double near_ = 0.0;
  std::size_t first_ = 0;
  std::size_t last_ = 0;
};

}  // namespace usdscope
