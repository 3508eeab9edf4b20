// SPDX-License-Identifier: Apache-2.0
#include "engine/report/explain/Provenance.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <vector>

#include "engine/report/clips/ClipIdentity.h"
#include "engine/report/text/LayerNames.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSet.h"
#include "engine/stage/resolve/Evaluate.h"
#include "engine/stage/resolve/ResolveIntervals.h"

namespace usdscope {
namespace {

// Between two looks at the stop token.
constexpr int kParts = 64;
// The part of the budget for clips in memory that ribbons may use.
constexpr double kMostOfBudget = 0.75;

// Cuts the range into parts that are cheap to visit: a clip each, and equal parts of time.
std::vector<double> partsOf(const Attribute& attribute, double from, double to) {
  std::vector<double> ends;
  const Prim prim = attribute.prim();
  for (const auto& set : *prim.stage().clipSets(prim)) {
    for (const ClipSpan& clip : set->clips()) {
      const double start = set->definition().stageFromSet(clip.authoredStart);
      if (start > from && start < to) ends.push_back(start);
    }
  }
  for (int i = 1; i < kParts; ++i) {
    const double end = from + (to - from) * i / kParts;
    if (end > from && end < to) ends.push_back(end);
  }
  ends.push_back(to);
  std::ranges::sort(ends);
  const auto [first, last] = std::ranges::unique(ends);
  ends.erase(first, last);
  return ends;
}

std::vector<double> equalParts(double from, double to) {
  std::vector<double> ends;
  for (int i = 1; i < kParts; ++i) {
    const double end = from + (to - from) * i / kParts;
    const double before = ends.empty() ? from : ends.back();
    if (end > before && end < to) ends.push_back(end);
  }
  ends.push_back(to);
  return ends;
}

// Returns the stage times inside a range at which another clip of a set starts, and the end.
std::vector<double> startsOf(const ClipSet& set, double from, double to) {
  std::vector<double> ends;
  for (const ClipSpan& clip : set.clips()) {
    const double start = set.definition().stageFromSet(clip.authoredStart);
    if (start > from && start < to) ends.push_back(start);
  }
  ends.push_back(to);
  std::ranges::sort(ends);
  const auto [first, last] = std::ranges::unique(ends);
  ends.erase(first, last);
  return ends;
}

// Returns the clip set that supplies an attribute, or the strongest one if that cannot be known
// without opening clips, because a manifest would have to be generated from them. Null if no set
// supplies it.
std::shared_ptr<const ClipSet> setThatMaySupply(const Attribute& attribute) {
  const Prim prim = attribute.prim();
  if (!prim.mayHaveClips()) return nullptr;
  const auto sets = prim.stage().clipSets(prim);
  for (const auto& set : *sets) {
    if (set->hasGeneratedManifest()) return set;
  }
  return findOrigin(attribute, TimeKind::Numeric).clips;
}

LayerNames namesOf(const Attribute& attribute) {
  const Stage& stage = attribute.prim().stage();
  return {*stage.rootLayer(), stage.sessionLayer().get()};
}

/// Makes the stretches of an attribute, one after the other. Neighbours often have the same clip,
/// whose file is then looked up once.
class StretchMaker {
 public:
  explicit StretchMaker(const Attribute& attribute)
      : prim_(attribute.prim()), names_(namesOf(attribute)) {}

  ProvenanceStretch stretchOf(const ResolveInterval& interval) {
    const ResolveInfo& info = interval.trace.info;
    ProvenanceStretch stretch;
    stretch.from = interval.from;
    stretch.to = interval.to;
    stretch.source = interval.trace.givesNoValue ? ValueSource::None : info.source;
    stretch.isBlocked = info.isBlocked;
    if (info.clip) {
      stretch.supplier = info.clip->file;
      stretch.clipIndex = info.clip->index;
      stretch.clipIdentifier = identifierOf(*info.clip);
    } else if (info.layer) {
      stretch.supplier = names_.layer(*info.layer);
      stretch.layer = info.layer.get();
    }
    return stretch;
  }

 private:
  const std::string& identifierOf(const ClipUse& use) {
    const ClipSetDefinition* set = findUsedSet(prim_, use);
    if (set != set_ || use.index != index_) {
      set_ = set;
      index_ = use.index;
      identifier_ = set ? clipIdentifier(prim_.stage(), *set, use.index) : std::string();
    }
    return identifier_;
  }

  const Prim prim_;
  const LayerNames names_;
  const ClipSetDefinition* set_ = nullptr;
  std::size_t index_ = 0;
  std::string identifier_;  // The file of this clip of this set.
};

// Adds a stretch, or extends the last one by it.
void append(const ProvenanceStretch& stretch, std::vector<ProvenanceStretch>& out) {
  if (!out.empty() && out.back().isSuppliedAs(stretch)) {
    out.back().to = stretch.to;
  } else {
    out.push_back(stretch);
  }
}

}  // namespace

void visitProvenance(const Attribute& attribute, double from, double to,
                     const std::function<void(const ProvenanceStretch&)>& visit,
                     const std::stop_token& stop) {
  StretchMaker maker(attribute);
  std::optional<ProvenanceStretch> open;
  const auto add = [&](const ResolveInterval& interval) {
    ProvenanceStretch next = maker.stretchOf(interval);
    if (open && open->isSuppliedAs(next)) {
      open->to = next.to;
      return;
    }
    if (open) visit(*open);
    open = std::move(next);
  };
  for (const double end : partsOf(attribute, from, to)) {
    if (stop.stop_requested()) break;
    visitIntervals(attribute, from, end, add);
    from = end;
  }
  if (open) visit(*open);
}

ProvenanceReading::ProvenanceReading(const Attribute& attribute, double from, double to)
    : attribute_(attribute), set_(setThatMaySupply(attribute)) {
  for (const double end : set_ ? startsOf(*set_, from, to) : equalParts(from, to)) {
    Piece& piece = pieces_.emplace_back();
    piece.from = from;
    piece.to = end;
    // The middle, because rounding may put the start of a clip into the one before.
    if (set_) {
      piece.clip = set_->clipAt(from + (end - from) / 2.0);
      piece.clipIdentifier = clipIdentifier(attribute.prim().stage(), set_->definition(),
                                            set_->clips()[piece.clip].file);
    }
    from = end;
  }
  unreadCount_ = pieces_.size();
}

bool ProvenanceReading::mayOpenClips() const {
  const double budget = double(attribute_.prim().stage().request().clipByteBudget);
  return !set_ || double(set_->residentByteSize()) <= kMostOfBudget * budget;
}

// Returns the unread piece nearest to a time. The pieces around the time are tried from the inside
// to the outside. Requires: there is one.
ProvenanceReading::Piece* ProvenanceReading::nextPiece(double near) {
  if (near != near_ || first_ == last_) {
    const auto after = std::ranges::upper_bound(pieces_, near, {}, &Piece::from);
    near_ = near;
    first_ = last_ =
        after == pieces_.begin() ? 0 : std::size_t(std::distance(pieces_.begin(), after)) - 1;
  }
  while (last_ < pieces_.size() && pieces_[last_].isRead) ++last_;
  while (first_ > 0 && pieces_[first_ - 1].isRead) --first_;
  const bool hasAfter = last_ < pieces_.size();
  const bool isBefore =
      first_ > 0 && (!hasAfter || near - pieces_[first_ - 1].to < pieces_[last_].from - near);
  return &pieces_[isBefore ? first_ - 1 : last_];
}

// Returns the nearest unread piece whose clip is in memory; null if there is none.
ProvenanceReading::Piece* ProvenanceReading::nextPieceInMemory(double near) {
  Piece* nearest = nullptr;
  double distance = 0.0;
  for (Piece& piece : pieces_) {
    if (piece.isRead || !set_->residentLayerOf(piece.clip)) continue;
    const double here = std::max({0.0, piece.from - near, near - piece.to});
    if (nearest && here >= distance) continue;
    nearest = &piece;
    distance = here;
  }
  return nearest;
}

bool ProvenanceReading::readNext(double near) {
  if (isComplete()) return false;
  Piece* piece = mayOpenClips() ? nextPiece(near) : nextPieceInMemory(near);
  if (!piece) return false;
  StretchMaker maker(attribute_);
  visitIntervals(attribute_, piece->from, piece->to, [&](const ResolveInterval& interval) {
    append(maker.stretchOf(interval), piece->stretches);
  });
  piece->isRead = true;
  --unreadCount_;
  return true;
}

std::vector<ProvenanceStretch> ProvenanceReading::stretches() const {
  std::vector<ProvenanceStretch> out;
  for (const Piece& piece : pieces_) {
    if (piece.isRead) {
      for (const ProvenanceStretch& stretch : piece.stretches) append(stretch, out);
      continue;
    }
    ProvenanceStretch& stretch = out.emplace_back();
    stretch.from = piece.from;
    stretch.to = piece.to;
    stretch.isRead = false;
    if (!set_) continue;
    stretch.source = ValueSource::Clips;
    stretch.clipIndex = set_->clips()[piece.clip].file;
    stretch.supplier = (*set_->definition().assetPaths)[stretch.clipIndex];
    stretch.clipIdentifier = piece.clipIdentifier;
  }
  return out;
}

}  // namespace usdscope
