// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/report/explain/Explain.h"
#include "engine/report/explain/ExplainFact.h"
#include "engine/report/skel/PoseSource.h"
#include "engine/schema/SchemaNames.h"
#include "engine/stage/Property.h"

namespace usdscope {
namespace {

/// Attributes of a pose whose values come from the same place.
struct PosePart {
  std::vector<std::string> names;
  std::string source;  ///< The sentence about the value, and how the time is mapped.
};

// "Time: 30 (stage) → 10 (reference in `root.usda`, offset 20) → 5 (clip set `default`)."
std::string poseTimeText(const Explanation& explanation) {
  std::vector<std::string> steps;
  for (const TimePathLine& line : timePathLines(explanation)) {
    const std::string mapping = line.mapping.empty() ? "" : ", " + line.mapping;
    steps.push_back(fmt::format("{} ({}{})", line.time, line.what, mapping));
  }
  if (steps.size() < 2) return {};
  return fmt::format(" Time: {}.", fmt::join(steps, " → "));
}

std::string joinedNames(const std::vector<std::string>& names) {
  std::string text = names.front();
  for (std::size_t i = 1; i < names.size(); ++i) {
    text += (i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return text;
}

/// Gathers the explanations of the attributes of a pose.
class PoseParts {
 public:
  explicit PoseParts(TimeCode time) : time_(time) {}

  /// Adds an attribute that is explained elsewhere, so that it gets no rows and no words.
  void addKnown(const Attribute& attribute) {
    knownSource_ = sourceOf(explain(attribute, time_));
    hasKnown_ = true;
  }

  void add(const Attribute& attribute, FactExplanation& out) {
    const Explanation explanation = explain(attribute, time_);
    std::string source = sourceOf(explanation);
    const bool isKnown = hasKnown_ && source == knownSource_;
    const auto found = std::ranges::find(parts_, source, &PosePart::source);
    const std::string name = attribute.name().string();
    if (found == parts_.end()) {
      parts_.push_back({{name}, std::move(source)});
    } else {
      found->names.push_back(name);
    }
    if (isKnown) return;
    for (const OpinionLine& line : opinionLines(explanation)) {
      FactRow& row = out.rows.emplace_back();
      row.effect = line.wins ? FactEffect::Decides : FactEffect::Loses;
      row.source = line.source;
      row.object = attribute.path();
      row.layer = line.layer;
      row.identifier = line.identifier;
      row.specPath = line.specPath;
      row.holds = line.holds;
      row.reason = line.reason;
    }
  }

  std::string text() const {
    std::string text;
    for (const PosePart& part : parts_) {
      const bool isKnown = hasKnown_ && part.source == knownSource_;
      text += fmt::format(" {}: {}", joinedNames(part.names),
                          isKnown ? "the same source at the same time." : part.source);
    }
    return text;
  }

 private:
  // The text follows a colon.
  static std::string sourceOf(const Explanation& explanation) {
    std::string text = explanation.sentence + poseTimeText(explanation);
    if (text.starts_with("The ")) text.front() = 't';
    if (text.starts_with("No ")) text.front() = 'n';
    return text;
  }

  TimeCode time_;
  std::vector<PosePart> parts_;
  std::string knownSource_;
  bool hasKnown_ = false;
};

}  // namespace

FactExplanation explainPose(const Prim& prim, TimeCode time) {
  FactExplanation out;
  out.kind = FactKind::Pose;
  out.path = prim.path();
  PoseSource source;
  if (prim.isA(types::kSkelAnimation)) {
    source.attributes = poseAttributesOf(prim);
  } else {
    source = poseSourceOf(prim);
  }
  if (source.attributes.empty()) {
    out.sentence = source.skeleton
                       ? fmt::format("Stays at rest: no animation moves the joints of <{}>.",
                                     source.skeleton.path().text())
                       : std::string("No skeleton poses the prim.");
    return out;
  }
  const Path animation = source.attributes.front().prim().path();
  out.value = animation.text();
  out.data = out.value;
  PoseParts parts(time);
  for (const Attribute& attribute : source.attributes) parts.add(attribute, out);
  out.sentence = source.skeleton ? fmt::format("Posed by the animation <{}> of the skeleton <{}>.",
                                               out.value, source.skeleton.path().text())
                                 : std::string("A pose for skeletons.");
  out.sentence += parts.text();
  return out;
}

FactExplanation explainRestOfPose(const Attribute& attribute, TimeCode time) {
  FactExplanation out;
  out.kind = FactKind::Pose;
  out.path = attribute.prim().path();
  PoseParts parts(time);
  parts.addKnown(attribute);
  std::size_t count = 0;
  for (const Attribute& other : poseAttributesOf(attribute.prim())) {
    if (other.name() == attribute.name()) continue;
    parts.add(other, out);
    ++count;
  }
  out.sentence = count == 0 ? std::string("The animation has no other part of a pose.")
                            : "The rest of the pose:" + parts.text();
  return out;
}

}  // namespace usdscope
