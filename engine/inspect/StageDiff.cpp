// SPDX-License-Identifier: Apache-2.0
#include "engine/inspect/StageDiff.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/base/Parallel.h"
#include "engine/inspect/detail/Finders.h"
#include "engine/inspect/detail/Motion.h"
#include "engine/layer/ValueCloseness.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

// An attribute of each side. One of the two may be empty.
struct AttributePair {
  Attribute first;
  Attribute second;
};

// The attributes of one side for which the budget has too few clips, by the row of their prim.
using Unreadable = std::unordered_map<std::uint32_t, std::vector<Token>>;

bool isShown(const Prim& prim) {
  return prim.isActive() && prim.isLoaded() && prim.isDefined() && !prim.isAbstract();
}

std::vector<Prim> shownChildren(const Prim& prim) {
  std::vector<Prim> children = prim.children();
  std::erase_if(children, [](const Prim& child) { return !isShown(child); });
  return children;
}

MotionSource strongestLayer(const std::vector<StackEntry>& stack) {
  MotionSource out;
  if (stack.empty()) return out;
  out.layer = stack.front().layer;
  out.specPath = stack.front().path;
  return out;
}

std::string textOf(const std::vector<Path>& paths) {
  std::string text;
  for (const Path& path : paths) text += (text.empty() ? "<" : ", <") + path.text() + '>';
  return text;
}

std::vector<Token> namesOf(const Prim& prim) {
  return prim.mayHaveClips() ? prim.propertyNames() : prim.authoredPropertyNames();
}

// The walk over the prims of both sides: everything that does not depend on time.
class PairWalk {
 public:
  PairWalk(StageDiff& out, const std::stop_token& stop) : out_(out), stop_(stop) {}

  void visit(const Prim& first, const Prim& second) {
    if (stop_.stop_requested()) return;
    const std::uint64_t rows = std::uint64_t{first.row()} << 32U | second.row();
    if (!seen_.insert(rows).second) return;
    ++out_.primCount;
    if (first.typeName() != second.typeName()) {
      StageDifference& found = add(StageDifferenceKind::Type, first.path());
      found.firstText = first.typeName().text();
      found.secondText = second.typeName().text();
      found.first = strongestLayer(first.primStack());
      found.second = strongestLayer(second.primStack());
    }
    visitProperties(first, second);
    const std::vector<Prim> children = shownChildren(first);
    for (const Prim& child : children) {
      const Prim other = second.child(child.name());
      if (other && isShown(other)) {
        visit(child, other);
      } else {
        addLonely(StageDifferenceKind::OnlyInFirst, child);
      }
    }
    for (const Prim& child : shownChildren(second)) {
      const Prim other = first.child(child.name());
      if (!other || !isShown(other)) addLonely(StageDifferenceKind::OnlyInSecond, child);
    }
  }

  // The attributes to compare, each with the number of differences that were found before it.
  std::vector<std::pair<AttributePair, std::size_t>> attributes;

 private:
  StageDifference& add(StageDifferenceKind kind, Path path) {
    StageDifference& found = out_.differences.emplace_back();
    found.kind = kind;
    found.path = path;
    return found;
  }

  void addLonely(StageDifferenceKind kind, const Prim& prim) {
    StageDifference& found = add(kind, prim.path());
    const bool isFirst = kind == StageDifferenceKind::OnlyInFirst;
    (isFirst ? found.firstText : found.secondText) = prim.typeName().text();
    (isFirst ? found.first : found.second) = strongestLayer(prim.primStack());
  }

  void visitProperties(const Prim& first, const Prim& second) {
    std::vector<Token> names = namesOf(first);
    for (const Token name : namesOf(second)) {
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
    for (const Token name : names) {
      const AttributePair pair{first.attribute(name), second.attribute(name)};
      if (pair.first || pair.second) attributes.emplace_back(pair, out_.differences.size());
      addTargets(first, second, name);
    }
  }

  void addTargets(const Prim& first, const Prim& second, Token name) {
    const auto targetsOf = [&](const Prim& prim) {
      if (const Relationship relationship = prim.relationship(name)) return relationship.targets();
      const Attribute attribute = prim.attribute(name);
      return attribute ? attribute.connections() : std::vector<Path>();
    };
    const auto sourceOf = [&](const Prim& prim) {
      if (const Relationship relationship = prim.relationship(name)) {
        return strongestLayer(relationship.propertyStack());
      }
      const Attribute attribute = prim.attribute(name);
      return attribute ? strongestLayer(attribute.propertyStack()) : MotionSource();
    };
    const std::vector<Path> ours = targetsOf(first);
    const std::vector<Path> theirs = targetsOf(second);
    if (ours == theirs) return;
    StageDifference& found = add(StageDifferenceKind::Targets, first.path().property(name));
    found.firstText = textOf(ours);
    found.secondText = textOf(theirs);
    found.first = sourceOf(first);
    found.second = sourceOf(second);
  }

  StageDiff& out_;
  const std::stop_token& stop_;
  std::unordered_set<std::uint64_t> seen_;
};

AssetPath withoutFile(AssetPath path) {
  if (!path.resolved.empty()) path.resolved = "found";
  return path;
}

// Two copies of a scene find their files in different folders.
Value withoutFiles(Value value) {
  if (const auto* path = value.find<AssetPath>()) return Value(withoutFile(*path));
  const auto* paths = value.find<Array<AssetPath>>();
  if (!paths) return value;
  std::vector<AssetPath> out;
  for (const AssetPath& path : paths->span()) out.push_back(withoutFile(path));
  return Value(Array<AssetPath>(std::move(out)));
}

double stepOf(const Attribute& attribute, const Value& a, const Value& b) {
  const detail::MotionNumbers lower = detail::numbersIn(a);
  const detail::MotionNumbers upper = detail::numbersIn(b);
  if (lower.isEmpty() || lower.width != upper.width || lower.count != upper.count) return 0.0;
  return detail::largest(detail::stepBetween(lower, upper, detail::measureOf(attribute, b)),
                         lower.width);
}

bool isSameSupplier(const MotionSource& a, const MotionSource& b) {
  return a.source == b.source && a.layer == b.layer && a.specPath == b.specPath &&
         a.isClip == b.isClip && a.clipWithoutValue == b.clipWithoutValue;
}

MotionSource sourceOfSide(const Attribute& attribute, TimeCode time) {
  return attribute ? detail::sourceAt(attribute, time) : MotionSource();
}

// Whether the value of an attribute is the same at all numeric times.
bool isConstant(const Attribute& attribute, const AttributeQuery& query) {
  return !attribute || !query.mightBeTimeVarying();
}

std::vector<DifferenceInterval> intervalsOf(const AttributePair& pair,
                                            const StageDiffRequest& request, bool allNumeric,
                                            const std::stop_token& stop) {
  std::vector<DifferenceInterval> intervals;
  const AttributeQuery first = pair.first ? pair.first.query() : AttributeQuery();
  const AttributeQuery second = pair.second ? pair.second.query() : AttributeQuery();
  const bool isOneValue =
      allNumeric && isConstant(pair.first, first) && isConstant(pair.second, second);
  const std::size_t count =
      isOneValue ? std::min<std::size_t>(request.times.size(), 1) : request.times.size();
  for (std::size_t i = 0; i < count && !stop.stop_requested(); ++i) {
    const ComparedTimes& times = request.times[i];
    const Value ours = pair.first ? first.value(times.first) : Value();
    const Value theirs = pair.second ? second.value(times.second) : Value();
    if (areClose(withoutFiles(ours), withoutFiles(theirs), request.tolerance)) continue;
    MotionSource ourSource = sourceOfSide(pair.first, times.first);
    MotionSource theirSource = sourceOfSide(pair.second, times.second);
    const bool goesOn = !intervals.empty() &&
                        intervals.back().firstIndex + intervals.back().count == i &&
                        isSameSupplier(intervals.back().first, ourSource) &&
                        isSameSupplier(intervals.back().second, theirSource);
    if (!goesOn) {
      DifferenceInterval& interval = intervals.emplace_back();
      interval.firstIndex = i;
      interval.from = times;
      interval.firstValue = ours;
      interval.secondValue = theirs;
      interval.first = std::move(ourSource);
      interval.second = std::move(theirSource);
    }
    DifferenceInterval& interval = intervals.back();
    ++interval.count;
    interval.to = times;
    const double step = stepOf(pair.first ? pair.first : pair.second, ours, theirs);
    if (!(step <= interval.step)) interval.step = step;
  }
  if (isOneValue && !intervals.empty()) {
    intervals.back().count = request.times.size();
    intervals.back().to = request.times.back();
  }
  return intervals;
}

// Finds the attributes of a side whose clips are too many to open.
Unreadable unreadableOf(const Prim& root, const StageDiffRequest& request, bool isFirst,
                        const std::stop_token& stop) {
  Unreadable out;
  VariationRequest range;
  bool hasTime = false;
  for (const ComparedTimes& times : request.times) {
    const TimeCode time = isFirst ? times.first : times.second;
    if (!time.isNumeric()) continue;
    range.from = hasTime ? std::min(range.from, time.time()) : time.time();
    range.to = hasTime ? std::max(range.to, time.time()) : time.time();
    hasTime = true;
  }
  if (!hasTime || request.clipBudget == std::numeric_limits<std::size_t>::max()) return out;
  range.clipBudget = request.clipBudget;
  visitVariation(root, range, stop, [&](const AttributeVariation& variation) {
    if (variation.variation != Variation::Unknown) return;
    out[variation.attribute.prim().row()].push_back(variation.attribute.name());
  });
  return out;
}

bool isIn(const Unreadable& unreadable, const Attribute& attribute) {
  if (!attribute) return false;
  const auto found = unreadable.find(attribute.prim().row());
  return found != unreadable.end() &&
         std::ranges::find(found->second, attribute.name()) != found->second.end();
}

}  // namespace

std::string_view nameOf(StageDifferenceKind kind) {
  switch (kind) {
    case StageDifferenceKind::OnlyInFirst:
      return "onlyInFirst";
    case StageDifferenceKind::OnlyInSecond:
      return "onlyInSecond";
    case StageDifferenceKind::Type:
      return "type";
    case StageDifferenceKind::Targets:
      return "targets";
    case StageDifferenceKind::Value:
      break;
  }
  return "value";
}

StageDiff diffStages(const Prim& first, const Prim& second, const StageDiffRequest& request,
                     const std::stop_token& stop) {
  StageDiff out;
  const Unreadable inFirst = unreadableOf(first, request, true, stop);
  const Unreadable inSecond = unreadableOf(second, request, false, stop);
  PairWalk walk(out, stop);
  walk.visit(first, second);
  auto& attributes = walk.attributes;
  std::erase_if(attributes, [&](const auto& entry) {
    const auto& [ours, theirs] = entry.first;
    if (!isIn(inFirst, ours) && !isIn(inSecond, theirs)) return false;
    out.tooManyClips.push_back((ours ? ours : theirs).path());
    return true;
  });
  const bool allNumeric = std::ranges::all_of(request.times, [](const ComparedTimes& times) {
    return times.first.isNumeric() && times.second.isNumeric();
  });
  std::vector<std::vector<DifferenceInterval>> intervals(attributes.size());
  parallelFor(attributes.size(), 2, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && !stop.stop_requested(); ++i) {
      intervals[i] = intervalsOf(attributes[i].first, request, allNumeric, stop);
    }
  });
  out.isComplete = !stop.stop_requested();
  out.attributeCount = attributes.size();

  // Puts the values between the other differences, in the order of the walk.
  std::vector<StageDifference> ordered;
  std::size_t next = 0;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if (intervals[i].empty()) continue;
    for (; next < attributes[i].second; ++next) {
      ordered.push_back(std::move(out.differences[next]));
    }
    const auto& [ours, theirs] = attributes[i].first;
    StageDifference& found = ordered.emplace_back();
    found.path = (ours ? ours : theirs).path();
    found.intervals = std::move(intervals[i]);
  }
  for (; next < out.differences.size(); ++next) {
    ordered.push_back(std::move(out.differences[next]));
  }
  out.differences = std::move(ordered);
  return out;
}

}  // namespace usdscope
