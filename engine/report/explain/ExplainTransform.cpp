// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "engine/report/detail/FactRows.h"
#include "engine/report/explain/Explain.h"
#include "engine/report/explain/ExplainFact.h"
#include "engine/report/explain/ExplainWords.h"
#include "engine/report/text/ValueText.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"
#include "engine/schema/Xformable.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

constexpr std::string_view kInverse = "!invert!";
constexpr std::string_view kOpPrefix = "xformOp:";
constexpr std::size_t kMostMovers = 4;       // In a sentence.
constexpr std::size_t kMostCompared = 1000;  // Samples of an op.

// Whether all time samples of a layer are equal. False if there are too many to compare them all.
bool areSamplesEqual(const Attribute& attribute) {
  const AttributeQuery query = attribute.query();
  if (query.source(TimeCode(0.0)) != ValueSource::TimeSamples) return false;
  const std::vector<double> times = query.timeSamples();
  if (times.empty() || times.size() > kMostCompared) return false;
  const Value first = query.value(TimeCode(times[0]));
  return std::ranges::all_of(times,
                             [&](double time) { return query.value(TimeCode(time)) == first; });
}

// Returns which names of an order have no effect because the op beside them is their inverse, as
// XformQuery pairs them.
std::vector<bool> pairedWithInverse(const Prim& prim, std::span<const Token> order) {
  std::vector<bool> isPaired(order.size(), false);
  std::optional<std::size_t> next;  // The op after the one that is looked at.
  for (std::size_t i = order.size(); i-- > 0 && order[i] != geom::kResetXformStack;) {
    const std::string_view text = order[i].text();
    const bool isInverse = text.starts_with(kInverse);
    const Token name = isInverse ? Token(text.substr(kInverse.size())) : order[i];
    if (!name.text().starts_with(kOpPrefix) || !prim.attribute(name)) continue;
    const std::string_view other = next ? order[*next].text() : std::string_view();
    const bool isPair = next && (isInverse ? other == name.text()
                                           : other.starts_with(kInverse) &&
                                                 other.substr(kInverse.size()) == name.text());
    if (isPair) isPaired[i] = isPaired[*next] = true;
    next = isPair ? std::nullopt : std::optional(i);
  }
  return isPaired;
}

/// Gathers the ops of a prim and of its ancestors, up to a reset of the transform stack.
class TransformRows {
 public:
  TransformRows(TimeCode time, const LayerNames& names, FactExplanation& out)
      : time_(time), names_(names), out_(out) {}

  void add(const Prim& prim) {
    for (Prim at = prim; at && !at.isPseudoRoot(); at = at.parent()) {
      if (addOps(at)) return;
    }
  }

  std::string sentence(const std::string& place) const {
    std::string text;
    if (count_ == 0) {
      text = resetBy_.isEmpty()
                 ? "Neither the prim nor an ancestor has a transform op that applies."
                 : "No transform op applies.";
    } else if (movers_.empty()) {
      text = fmt::format("Does not move: {} with time.",
                         count_ == 1 ? "its transform op does not vary"
                                     : fmt::format("none of {} transform ops varies", count_));
    } else {
      const std::size_t shown = std::min(movers_.size(), kMostMovers);
      text = fmt::format("Moved by {}{}.",
                         fmt::join(movers_.begin(), movers_.begin() + std::ptrdiff_t(shown), ", "),
                         shown < movers_.size()
                             ? fmt::format(" and {} more ops", movers_.size() - shown)
                             : std::string());
    }
    if (!resetBy_.isEmpty()) {
      text += fmt::format(" <{}> resets the transform stack, so that its ancestors do not matter.",
                          resetBy_.text());
    }
    return fmt::format("{} Its origin is at {} in the world at {}.", text, place,
                       time_.isEarliest() ? "the earliest time" : timeText(time_));
  }

 private:
  // Adds the ops of one prim and returns whether they reset the transform stack.
  bool addOps(const Prim& prim) {
    const Array<Token> order = readArray<Token>(prim, geom::kXformOpOrder);
    std::size_t resetCount = std::size_t(std::ranges::count(order.span(), geom::kResetXformStack));
    const bool resets = prim.isA(types::kXformable) && resetCount > 0;
    std::unordered_set<Token> named;
    const std::vector<bool> isPaired = pairedWithInverse(prim, order.span());
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Token token = order[i];
      if (token == geom::kResetXformStack) {
        --resetCount;
        continue;
      }
      const bool isInverse = token.text().starts_with(kInverse);
      const Token name = isInverse ? Token(token.text().substr(kInverse.size())) : token;
      named.insert(name);
      addOp(prim, name, isInverse, !resets || resetCount == 0, isPaired[i]);
    }
    for (const Token name : prim.propertyNames()) {
      const bool isOp = name.text().starts_with(kOpPrefix);
      if (isOp && !named.contains(name)) addUnlisted(prim, name);
    }
    if (resets) resetBy_ = prim.path();
    return resets;
  }

  void addOp(const Prim& prim, Token name, bool isInverse, bool isAfterReset, bool isPaired) {
    const Attribute attribute = prim.attribute(name);
    FactRow row = rowOf(prim, name);
    if (isInverse) row.holds = "inverse of " + row.holds;
    if (!attribute) {
      row.reason = "xformOpOrder names it, but the prim has no such attribute: no effect";
    } else if (!prim.isA(types::kXformable)) {
      row.reason = prim.typeName()
                       ? fmt::format("no effect, because the prim is a {} and not Xformable",
                                     prim.typeName().text())
                       : "no effect, because the prim has no type and is not Xformable";
    } else if (!isAfterReset) {
      row.reason = "no effect, because a reset of the transform stack follows in xformOpOrder";
    } else if (isPaired) {
      row.reason = "no effect, because its inverse is beside it";
    } else if (attribute.value(time_).isEmpty()) {
      row.reason = "has no value at this time: no effect";
      addMover(attribute, row);
    } else {
      ++count_;
      row.effect = FactEffect::Contributes;
      row.reason = "the same at all times";
      addMover(attribute, row);
    }
    out_.rows.push_back(std::move(row));
  }

  // A pivot and its inverse are one mover.
  void addMover(const Attribute& attribute, FactRow& row) {
    if (!attribute.mightBeTimeVarying() || areSamplesEqual(attribute)) return;
    if (row.effect == FactEffect::Contributes) {
      row.effect = FactEffect::Decides;
      row.reason = "moves the prim";
    }
    std::string text = fmt::format("<{}>", attribute.path().text());
    if (!row.layer.empty()) text += fmt::format(" from `{}`", nameOfFile(row.layer));
    if (known_.insert(text).second) movers_.push_back(std::move(text));
  }

  void addUnlisted(const Prim& prim, Token name) {
    const Attribute attribute = prim.attribute(name);
    if (!attribute || attribute.propertyStack().empty()) return;
    FactRow row = rowOf(prim, name);
    row.reason = "not in xformOpOrder: no effect";
    out_.rows.push_back(std::move(row));
  }

  FactRow rowOf(const Prim& prim, Token name) const {
    FactRow row;
    row.object = prim.path().property(name);
    const Attribute attribute = prim.attribute(name);
    if (!attribute) return row;
    const ResolveInfo info = attribute.resolveInfo(time_);
    if (info.layer) row = detail::layerRow(names_, *info.layer, info.specPath, row.object);
    row.source = info.source;
    row.holds = valueToText(attribute.value(time_));
    return row;
  }

  const TimeCode time_;
  const LayerNames& names_;
  FactExplanation& out_;
  std::vector<std::string> movers_;
  std::unordered_set<std::string> known_;  // The movers.
  std::size_t count_ = 0;
  Path resetBy_;
};

}  // namespace

FactExplanation explainTransform(const Prim& prim, TimeCode time) {
  const LayerNames names = detail::layerNamesOf(prim.stage());
  FactExplanation out;
  out.kind = FactKind::Transform;
  out.path = prim.path();
  TransformRows rows(time, names, out);
  rows.add(prim);
  const glm::dvec3 place(computeWorldFromLocal(prim, time)[3]);
  out.value = valueToText(Value(place));
  out.data = {numberToJson(place.x), numberToJson(place.y), numberToJson(place.z)};
  out.sentence = rows.sentence(out.value);
  return out;
}

}  // namespace usdscope
