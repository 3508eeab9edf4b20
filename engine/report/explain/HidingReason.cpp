// SPDX-License-Identifier: Apache-2.0
#include "engine/report/explain/HidingReason.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/report/explain/ExplainWords.h"
#include "engine/report/text/ValueText.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {
namespace {

std::string samplesOf(std::size_t count) {
  return count == 1 ? "1 sample" : fmt::format("{} samples", count);
}

std::string wordOfArc(ArcType arc) {
  switch (arc) {
    case ArcType::Root:
      return "local opinion";
    case ArcType::Inherit:
      return "inherit";
    case ArcType::Variant:
      return "variant";
    case ArcType::Relocate:
      return "relocate";
    case ArcType::Reference:
      return "reference";
    case ArcType::Payload:
      return "payload";
    case ArcType::Specialize:
      return "specialize";
  }
  return {};
}

// The value with which an opinion hides weaker ones.
std::string hiderText(const OpinionReport& opinion, bool& isPlural) {
  isPlural = false;
  if (opinion.isBlock) return "a block";
  if (opinion.clips) {
    isPlural = true;
    return fmt::format("the clips of the set `{}`", opinion.clips->name());
  }
  if (opinion.offers == ValueSource::Spline) return "a spline";
  if (opinion.offers == ValueSource::TimeSamples) {
    isPlural = opinion.sampleCount != 1;
    return samplesOf(opinion.sampleCount);
  }
  return "a default";
}

// The nodes from a node to the root node.
std::vector<std::uint32_t> chainOf(const PrimIndex& index, std::uint32_t node) {
  std::vector<std::uint32_t> chain;
  for (; node != PrimIndexNode::kNone; node = index.nodes()[node].parent) chain.push_back(node);
  return chain;
}

bool isSublayerOf(const std::vector<LayerStackEntry>& entries, std::uint32_t inner,
                  std::uint32_t outer) {
  for (std::uint32_t at = inner; at != LayerStackEntry::kNoParent; at = entries[at].parent) {
    if (at == outer) return true;
  }
  return false;
}

std::string placeInStack(const LayerStack& stack, const OpinionReport& hider,
                         const OpinionReport& hidden, const std::string& name) {
  const std::vector<LayerStackEntry>& entries = stack.entries();
  if (hider.layer == hidden.layer || hider.entry == hidden.entry) return "in this layer";
  if (hider.layer == stack.sessionLayer()) return "in the session layer";
  const bool hasEntries = hider.entry < entries.size() && hidden.entry < entries.size();
  if (hasEntries && isSublayerOf(entries, hidden.entry, hider.entry)) {
    return fmt::format("in {}, which has this layer as a sublayer,", name);
  }
  return "in the higher sublayer " + name;
}

// The place of a stronger opinion, as seen from a weaker one.
std::string placeOf(const Prim& prim, const OpinionReport& hider, const OpinionReport& hidden) {
  const PrimIndex& index = prim.index();
  const std::string name = quotedName(*hider.layer);
  if (hider.node == hidden.node) {
    return placeInStack(*index.nodes()[hider.node].layerStack, hider, hidden, name);
  }
  std::vector<std::uint32_t> strong = chainOf(index, hider.node);
  std::vector<std::uint32_t> weak = chainOf(index, hidden.node);
  while (!strong.empty() && !weak.empty() && strong.back() == weak.back()) {
    strong.pop_back();
    weak.pop_back();
  }
  if (weak.empty()) return "in " + name;
  const std::string weakArc = wordOfArc(index.nodes()[weak.back()].arc);
  if (strong.empty()) return fmt::format("in {}, from where a {} leads here,", name, weakArc);
  const std::string strongArc = wordOfArc(index.nodes()[strong.back()].arc);
  if (strongArc == weakArc) return fmt::format("in {}, behind a stronger {},", name, weakArc);
  return fmt::format("in {}, behind {} {} (stronger than this {}),", name,
                     strongArc == "inherit" ? "an" : "a", strongArc, weakArc);
}

std::string winningText(const ResolveReport& report, const OpinionReport& opinion) {
  const ResolveInfo& info = report.trace.info;
  if (opinion.isEdit || opinion.givesNoValue || opinion.isBlock) {
    return reasonOf(opinion, report.opinions);
  }
  const std::string lower = numberToText(info.lowerTime);
  switch (info.samples) {
    case SampleUse::Exact:
      return fmt::format("gives the value, at its sample {}", lower);
    case SampleUse::Linear:
      return fmt::format("gives the value, between its samples {} and {}", lower,
                         numberToText(info.upperTime));
    case SampleUse::Held:
      return fmt::format("gives the value, held from its sample {}", lower);
    case SampleUse::HeldBeforeFirst:
      return fmt::format("gives the value, held before its first sample {}", lower);
    case SampleUse::HeldAfterLast:
      return fmt::format("gives the value, held after its last sample {}", lower);
    case SampleUse::Blocked:
    case SampleUse::None:
    case SampleUse::Spline:
      break;
  }
  return reasonOf(opinion, report.opinions);
}

// The opinion that hides all weaker ones; null if there is none.
const OpinionReport* findHider(const ResolveReport& report, const OpinionReport& opinion) {
  const auto hides = [&](const OpinionReport& other) {
    if (&other == &opinion || !other.layer) return false;
    if (opinion.verdict == OpinionVerdict::Weaker) return other.verdict == OpinionVerdict::Wins;
    return other.isBlock &&
           (other.verdict == OpinionVerdict::Wins || other.verdict == OpinionVerdict::Blocked);
  };
  const auto found = std::ranges::find_if(report.opinions, hides);
  return found == report.opinions.end() ? nullptr : &*found;
}

}  // namespace

std::string contentsText(const OpinionReport& opinion) {
  if (opinion.clips) return "the clips";
  std::vector<std::string> parts;
  if (opinion.sampleCount > 0) parts.push_back(samplesOf(opinion.sampleCount));
  if (opinion.offers == ValueSource::Spline) parts.push_back("a spline");
  if (opinion.hasDefault) parts.push_back(opinion.isBlock ? "a block" : "a default");
  return fmt::format("{}", fmt::join(parts, " and "));
}

std::string hidingReason(const Prim& prim, const ResolveReport& report,
                         const OpinionReport& opinion) {
  if (opinion.verdict == OpinionVerdict::Wins) return winningText(report, opinion);
  const bool isHidden = opinion.verdict == OpinionVerdict::Weaker ||
                        (opinion.verdict == OpinionVerdict::Blocked && !opinion.isBlock);
  const std::string contents = contentsText(opinion);
  const OpinionReport* hider = isHidden ? findHider(report, opinion) : nullptr;
  if (!hider || contents.empty()) return reasonOf(opinion, report.opinions);
  bool isPlural = false;
  const std::string by = hiderText(*hider, isPlural);
  return fmt::format("{} {} {} {} here", by, placeOf(prim, *hider, opinion),
                     isPlural ? "hide" : "hides", contents);
}

}  // namespace usdscope
