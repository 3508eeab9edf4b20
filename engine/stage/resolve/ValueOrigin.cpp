// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/ValueOrigin.h"

#include "engine/base/ResponsiveThread.h"
#include "engine/definitions/PrimDefinition.h"
#include "engine/layer/PathExpressionTree.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSetCache.h"
#include "engine/stage/detail/StageRows.h"
#include "engine/stage/population/detail/PrototypePaths.h"
#include "engine/value/ArrayEdit.h"

namespace usdscope {
namespace {

bool isSamePlace(const Opinion& a, const Opinion& b) {
  return a.node == b.node && a.entry == b.entry;
}

PathExpressionTree expressionOnStage(const PrimIndexNode& site, const PathExpression& authored,
                                     const PrototypePaths& prototypes) {
  return PathExpressionTree::parse(authored.text).mapped([&](Path path) {
    const Path target = site.rootFromNode.targetFromSource(path);
    return target.isEmpty() ? target : prototypes.seenFrom(target);
  });
}

// Composes a path expression: replaces `%_` with the weaker expressions, or with the empty
// expression if there are none. As in the reference, a weaker block hides the expressions below
// it, and leaves no value at the default time, even if the stronger expression does not have `%_`.
Value composedExpression(const Attribute& attribute, const Opinion& strongest, TimeKind kind) {
  const PrototypePaths prototypes(attribute.prim());
  PathExpressionTree result;
  bool isOpen = true;
  bool isReached = false;
  for (OpinionWalk walk(attribute.prim(), attribute.name()); walk.next();) {
    const Opinion& opinion = walk.opinion();
    isReached = isReached || isSamePlace(opinion, strongest);
    if (!isReached || !opinion.property) continue;
    const Value value = opinion.property.field(fields::kDefault);
    if (value.isBlock()) {
      if (kind == TimeKind::Default) return {};
      break;
    }
    const auto* authored = value.find<PathExpression>();
    if (!authored || !isOpen) continue;
    result = result.over(
        expressionOnStage(attribute.prim().index().nodes()[opinion.node], *authored, prototypes));
    isOpen = result.hasWeakerReference();
  }
  if (result.hasWeakerReference()) result = result.over({});
  return Value(PathExpression{result.text()});
}

// Whether a value of the origin may be an edit at some time. Samples are not read to find out.
bool mayEdit(const ValueOrigin& origin) {
  return origin.source == ValueSource::Clips || origin.source == ValueSource::TimeSamples ||
         origin.field.holds<ArrayEdit>();
}

/// Selects the opinions that a search visits.
struct SearchScope {
  bool findsEdited = false;       ///< Continues until the origins of edited arrays are found, too.
  bool skipsSplineClips = false;  ///< Ignores clip sets that give splines.
  /// Is called with all opinions; null to stop at the winner. Requires: `findsEdited`.
  const OpinionVisitor* visit = nullptr;
};

/// Looks for the origin of an attribute's values, and writes it to `origin`.
class OriginSearch {
 public:
  OriginSearch(const Attribute& attribute, TimeKind kind, const SearchScope& scope,
               ValueOrigin& origin)
      : attribute_(attribute),
        kind_(kind),
        scope_(scope),
        judge_(kind, scope.visit != nullptr),
        origin_(origin) {}

  void run() {
    const Prim& prim = attribute_.prim();
    std::shared_ptr<const ClipSets> sets;
    const bool wantsClips = kind_ == TimeKind::Numeric || scope_.visit;
    if (wantsClips && prim.mayHaveClips()) sets = prim.stage().rows().clips->setsOf(prim.row());
    const bool hasClips = sets && !sets->empty();
    // A clip set may be anchored at a layer that has no spec of the prim.
    const WalkedSites sites = hasClips ? WalkedSites::All : WalkedSites::WithSpecs;
    for (OpinionWalk walk(prim, attribute_.name(), sites); !isDone() && walk.next();) {
      const Opinion& opinion = walk.opinion();
      if (opinion.property) takeSpec(opinion);
      if (hasClips && !isDone()) takeClips(opinion, *sets);
    }
    takeFallback();
    finish();
  }

 private:
  bool isDone() const {
    return judge_.isDecided() && !scope_.visit && (!edited_ || edited_->isDone());
  }

  void takeSpec(const Opinion& opinion) {
    // A second search, on the same walk, finds the origin of the array that the winner edits.
    if (edited_) edited_->takeSpec(opinion);
    JudgedOpinion judged = judge_.judge(opinion.property);
    if (judged.verdict == OpinionVerdict::Wins) take(opinion, judged);
    if (!scope_.visit) return;
    (*scope_.visit)(
        {.opinion = &opinion, .clips = nullptr, .pathInClips = {}, .judged = std::move(judged)});
  }

  void takeClips(const Opinion& opinion, const ClipSets& sets) {
    // Clips anchored at the layer of the edit itself are not what it edits.
    if (edited_ && !isSamePlace(opinion, origin_.opinion)) edited_->takeClips(opinion, sets);
    for (const auto& set : sets) {
      if (!isAnchoredAt(*set, opinion)) continue;
      // Most attributes are not in the manifest. Making their paths costs more than this look.
      if (!scope_.visit && !set->mayDeclare(opinion.path, attribute_.name())) continue;
      const Path path = set->pathInClips(opinion.path.property(attribute_.name()));
      if (scope_.skipsSplineClips && set->hasSplines(path)) continue;
      JudgedOpinion judged = judge_.judge(*set, path);
      if (judged.verdict == OpinionVerdict::Wins) {
        take(opinion, judged);
        origin_.clips = set;
        origin_.inClips = {path, set->hasSplines(path)};
      }
      if (scope_.visit) {
        (*scope_.visit)(
            {.opinion = &opinion, .clips = set, .pathInClips = path, .judged = std::move(judged)});
      }
      if (isDone()) return;
    }
  }

  // Makes the winner the origin. Takes its field away.
  void take(const Opinion& winner, JudgedOpinion& judged) {
    if (judge_.isBlocked()) {
      origin_.isBlocked = true;
      return;
    }
    origin_.source = judged.offers;
    origin_.opinion = winner;
    origin_.anchor = anchorOf(winner, attribute_.prim().stage());
    origin_.layerFromStage = origin_.anchor.stageFromLayer.inverse().value_or(LayerOffset{});
    origin_.field = std::move(judged.field);
    if (scope_.findsEdited && mayEdit(origin_)) {
      const auto edited = std::make_shared<ValueOrigin>();
      origin_.edited = edited;
      edited_ = std::make_unique<OriginSearch>(attribute_, kind_, SearchScope{.findsEdited = true},
                                               *edited);
    }
  }

  void takeFallback() {
    if (edited_) edited_->takeFallback();
    if (origin_.source != ValueSource::None && !scope_.visit) return;
    const auto* property = attribute_.prim().definition().findProperty(attribute_.name());
    if (!property || property->fallback.isEmpty()) return;
    if (origin_.source == ValueSource::None) {
      origin_.source = ValueSource::Fallback;
      origin_.field = property->fallback;
    }
    if (!scope_.visit) return;
    (*scope_.visit)({.opinion = nullptr,
                     .clips = nullptr,
                     .pathInClips = {},
                     .judged = judge_.judgeFallback()});
  }

  void finish() {
    const bool isExpression = origin_.field.holds<PathExpression>();
    if (isExpression && origin_.source == ValueSource::Default) {
      origin_.field = composedExpression(attribute_, origin_.opinion, kind_);
    }
    origin_.prim = attribute_.prim();
    origin_.name = attribute_.name();
    if (edited_) edited_->finish();
  }

  const Attribute& attribute_;
  const TimeKind kind_;
  const SearchScope scope_;
  OpinionJudge judge_;
  ValueOrigin& origin_;
  std::unique_ptr<OriginSearch> edited_;
};

ValueOrigin search(const Attribute& attribute, TimeKind kind, const SearchScope& scope) {
  ValueOrigin origin;
  OriginSearch(attribute, kind, scope, origin).run();
  return origin;
}

}  // namespace

ValueOrigin findOrigin(const Attribute& attribute, TimeKind kind) {
  if (isResponsivenessEnforced()) noteResolution(std::hash<Path>()(attribute.path()));
  return search(attribute, kind, {});
}

ValueOrigin findOrigin(const Attribute& attribute, TimeKind kind, const OpinionVisitor& visit) {
  if (isResponsivenessEnforced()) noteResolution(std::hash<Path>()(attribute.path()));
  return search(attribute, kind, {.findsEdited = true, .visit = &visit});
}

ValueOrigin findEditedOrigin(const ValueOrigin& origin, TimeKind kind) {
  if (origin.edited) return *origin.edited;
  const Attribute attribute(origin.prim, origin.name);
  const ValueOrigin whole = search(attribute, kind, {.findsEdited = true});
  return whole.edited ? *whole.edited : ValueOrigin();
}

ValueOrigin findOriginBelowSplineClips(const ValueOrigin& origin) {
  const Attribute attribute(origin.prim, origin.name);
  return search(attribute, TimeKind::Numeric, {.findsEdited = true, .skipsSplineClips = true});
}

bool editsArrays(const ValueOrigin& origin) {
  if (origin.field.holds<ArrayEdit>()) return true;
  const auto* samples = origin.field.find<TimeSamples>();
  // Samples are read for attributes of array types only.
  if (!samples || !origin.opinion.property.typeName().text().ends_with("[]")) return false;
  return samples->value(0).holds<ArrayEdit>() ||
         samples->value(samples->size() - 1).holds<ArrayEdit>();
}

bool isAnchoredAt(const ClipSet& set, const Opinion& opinion) {
  return set.definition().layer == opinion.layer() &&
         set.appliesTo(opinion.layerStack(), opinion.path);
}

}  // namespace usdscope
