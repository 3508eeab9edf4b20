// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/OpinionReport.h"

#include <algorithm>
#include <optional>

#include "engine/stage/Stage.h"
#include "engine/stage/resolve/Evaluate.h"

namespace usdscope {
namespace {

void describeSpec(const PropertySpec& spec, OpinionReport& out) {
  const Value samples = spec.field(fields::kTimeSamples);
  if (const auto* found = samples.find<TimeSamples>()) out.sampleCount = found->size();
  const Value value = spec.field(fields::kDefault);
  out.isBlock = value.isBlock();
  out.hasDefault = !value.isEmpty() && out.verdict != OpinionVerdict::AnimationBlock;
}

/// Collects reports on the opinions that a search visits, and on opinions that composition ignores.
class ReportCollector {
 public:
  ReportCollector(const Attribute& attribute, TimeCode time)
      : attribute_(attribute), prim_(attribute.prim()), time_(time) {}

  void add(const OpinionStop& stop) {
    OpinionReport& out = stop.opinion ? reports_.emplace_back() : fallback_.emplace();
    out.verdict = stop.judged.verdict;
    out.offers = stop.judged.offers;
    if (!stop.opinion) {
      out.hasDefault = true;
      return;
    }
    out.node = stop.opinion->node;
    out.entry = stop.opinion->entryIndex;
    out.clips = stop.clips;
    if (stop.clips) {
      describeClips(stop, out);
    } else {
      out.layer = stop.opinion->layer();
      out.specPath = stop.opinion->path.property(attribute_.name());
      describeSpec(stop.opinion->property, out);
    }
  }

  std::vector<OpinionReport> take() {
    if (!prim_.isPrototype()) addMutedLayers();
    addSilentSites();
    std::ranges::stable_sort(reports_, {}, &OpinionReport::node);
    if (fallback_) addFallback();
    return std::move(reports_);
  }

 private:
  // A set that does not win is described by the clip that plays.
  void describeClips(const OpinionStop& stop, OpinionReport& out) const {
    const ClipSet& set = *stop.clips;
    out.specPath = stop.pathInClips;
    const std::size_t clip = set.clipAt(time_.isNumeric() ? time_.time() : 0.0);
    if (!set.isBlockedByManifest(clip, out.specPath)) out.layer = set.layerOf(clip);
    if (!out.layer) out.layer = set.manifest();
    if (!out.layer) out.layer = set.definition().layer;
    const PropertySpec own = out.layer->findProperty(out.specPath);
    const Value samples = own ? own.field(fields::kTimeSamples) : Value();
    if (const auto* found = samples.find<TimeSamples>()) out.sampleCount = found->size();
  }

  // Muted layers come last in their node, since the layer stack does not record their place.
  void addMutedLayers() {
    const Stage& stage = prim_.stage();
    const auto nodes = prim_.index().nodes();
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
      if (!nodes[i].isLive()) continue;
      for (const std::string& missing : nodes[i].layerStack->missingLayers()) {
        if (!stage.request().mutedLayers.contains(missing)) continue;
        const auto opened = stage.layers().findOrOpen(missing);
        addUnheard(opened->layer, i, OpinionReport::kNoEntry, OpinionVerdict::Muted);
      }
    }
  }

  // Sites with specs that composition ignores, unless the same site is live elsewhere in the index.
  void addSilentSites() {
    const auto& nodes = prim_.index().nodes();
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
      const PrimIndexNode& node = nodes[i];
      if (!node.hasSpecs || node.isLive()) continue;
      const bool isElsewhere = std::ranges::any_of(nodes, [&](const PrimIndexNode& other) {
        return other.isLive() && other.layerStack == node.layerStack && other.path == node.path;
      });
      if (isElsewhere) continue;
      const auto& entries = node.layerStack->entries();
      for (std::uint32_t entry = 0; entry < entries.size(); ++entry) {
        addUnheard(entries[entry].layer, i, entry, OpinionVerdict::NotContributing);
      }
    }
  }

  // Adds an opinion that the search does not visit.
  void addUnheard(const std::shared_ptr<const Layer>& layer, std::uint32_t node,
                  std::uint32_t entry, OpinionVerdict verdict) {
    const Path path = prim_.index().nodes()[node].path.property(attribute_.name());
    const PropertySpec spec = layer ? layer->findProperty(path) : PropertySpec();
    if (!spec) return;
    OpinionReport& out = reports_.emplace_back();
    out.verdict = verdict;
    out.offers = OpinionJudge(kindOf(time_), true).judge(spec).offers;
    out.layer = layer;
    out.specPath = path;
    out.node = node;
    out.entry = entry;
    describeSpec(spec, out);
  }

  void addFallback() {
    for (OpinionReport& report : reports_) {
      report.verdict = besideFallback(report.verdict, fallback_->verdict);
    }
    reports_.push_back(std::move(*fallback_));
  }

  const Attribute& attribute_;
  const Prim& prim_;
  const TimeCode time_;
  std::vector<OpinionReport> reports_;
  std::optional<OpinionReport> fallback_;
};

OpinionReport* findReport(std::vector<OpinionReport>& reports, const ValueOrigin& origin) {
  const auto found = std::ranges::find_if(reports, [&](const OpinionReport& report) {
    if (!origin.opinion.entry) return origin.source == ValueSource::Fallback && !report.layer;
    return report.node == origin.opinion.node && report.entry == origin.opinion.entryIndex &&
           report.clips == origin.clips;
  });
  return found == reports.end() ? nullptr : &*found;
}

// Marks the opinions that make an edited array: the edits, and the opinion with the array.
void markEdits(const ResolveTrace& trace, const ValueOrigin& origin,
               std::vector<OpinionReport>& reports) {
  for (const ArrayEditTrace& edit : trace.edits) {
    if (!edit.isEdit || !origin.edited) continue;
    if (OpinionReport* report = findReport(reports, origin)) report->isEdit = true;
    if (OpinionReport* report = findReport(reports, *origin.edited)) {
      report->verdict = OpinionVerdict::Edited;
    }
    markEdits(edit.edited, *origin.edited, reports);
  }
}

// A clip set that wins takes its value from a clip or from its manifest, which is not always the
// clip that plays.
void describeWinningClips(const ResolveTrace& trace, OpinionReport& out) {
  out.layer = trace.info.layer;
  const PropertySpec spec = out.layer->findProperty(out.specPath);
  const Value samples = spec ? spec.field(fields::kTimeSamples) : Value();
  const auto* found = samples.find<TimeSamples>();
  const bool isInManifest = trace.clip->lower.isInManifest;
  out.sampleCount = found && !isInManifest ? found->size() : 0;
  out.hasDefault = isInManifest && spec && spec.hasField(fields::kDefault);
  out.isManifestBlock = isInManifest && out.givesNoValue;
}

}  // namespace

ResolveReport reportValue(const Attribute& attribute, TimeCode time) {
  ResolveReport out;
  ReportCollector collector(attribute, time);
  const ValueOrigin origin =
      findOrigin(attribute, kindOf(time), [&](const OpinionStop& stop) { collector.add(stop); });
  out.value =
      valueAt(origin, time, attribute.prim().stage().request().interpolation, nullptr, &out.trace);
  out.opinions = collector.take();
  OpinionReport* winner = origin.opinion.entry ? findReport(out.opinions, origin) : nullptr;
  if (winner && time.isNumeric() && winner->offers != ValueSource::Default) {
    winner->givesNoValue = out.trace.givesNoValue;
    const bool hasLayer = origin.clips && out.trace.clip && out.trace.clip->lower.layer;
    if (hasLayer) describeWinningClips(out.trace, *winner);
  }
  markEdits(out.trace, origin, out.opinions);
  return out;
}

}  // namespace usdscope
