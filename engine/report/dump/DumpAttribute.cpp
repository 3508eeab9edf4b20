// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <memory>
#include <set>
#include <string>

#include "engine/report/dump/DumpContext.h"
#include "engine/stage/Property.h"
#include "engine/stage/resolve/Evaluate.h"
#include "engine/stage/resolve/ValueOrigin.h"

namespace usdscope {
namespace {

// Attributes with at most this many samples are evaluated at each sample.
constexpr std::size_t kAllSamples = 8;
// Times at which attributes are evaluated that have a spline and no samples.
constexpr double kSplineTimes[] = {-1.0, 0.0, 0.5, 1.0, 7.25, 12.0, 24.0, 100.0};

// Chosen times: on samples, between two samples, before the first and after the last.
std::vector<double> evaluatedTimes(const std::vector<double>& samples) {
  const std::size_t n = samples.size();
  std::set<double> times;
  if (n <= kAllSamples) {
    times.insert(samples.begin(), samples.end());
  } else {
    times = {samples[0], samples[1], samples[n / 2], samples[n - 1]};
  }
  times.insert({samples.front() - 1.0, samples.back() + 1.0});
  for (const std::size_t i : {std::size_t{0}, n / 2}) {
    if (i + 1 < n) times.insert((samples[i] + samples[i + 1]) / 2.0);
  }
  return {times.begin(), times.end()};
}

std::string dumpedSource(const ResolveInfo& info) {
  const std::string source(nameOf(info.source));
  return info.isBlocked ? "blocked " + source : source;
}

// Neumaier's compensated summation: the sum hardly depends on the order of its terms.
double exactSum(const std::vector<double>& numbers) {
  double sum = 0.0;
  double lost = 0.0;
  for (const double x : numbers) {
    const double next = sum + x;
    lost += std::abs(sum) >= std::abs(x) ? (sum - next) + x : (x - next) + sum;
    sum = next;
  }
  return std::isfinite(lost) ? sum + lost : sum;
}

/// Adds the facts that depend on time: values, sources and stacks at chosen times.
class AnimationDump {
 public:
  AnimationDump(const Attribute& attribute, const DumpContext& context, Json& out)
      : attribute_(attribute), context_(context), out_(out) {}

  void add() {
    const std::vector<double> samples = attribute_.timeSamples();
    const bool hasSpline = attribute_.hasSpline();
    if (samples.empty() && !hasSpline && out_["sources"]["default"] == "default") return;
    addAt("earliest", TimeCode::earliest());
    if (!samples.empty()) {
      for (const double time : evaluatedTimes(samples)) addAt(timeKey(time), time);
    } else if (hasSpline) {
      for (const double time : kSplineTimes) addAt(timeKey(time), time);
    }
    if (samples.empty()) return;
    out_["samples"] = {{"n", samples.size()},
                       {"first", numberToJson(samples.front())},
                       {"last", numberToJson(samples.back())},
                       {"sum", numberToJson(exactSum(samples))}};
    for (const std::size_t i : {std::size_t{1}, samples.size() / 2}) {
      if (i > 0 && i < samples.size()) addLimit(samples[i]);
    }
  }

 private:
  void addAt(const std::string& key, TimeCode time) {
    out_["values"][key] = context_.json(attribute_.value(time));
    out_["sources"][key] = dumpedSource(attribute_.resolveInfo(time));
    Json stack = context_.names.stack(attribute_.propertyStack(time));
    // The property stack depends on time only with value clips.
    if (stack != out_["stack"]) out_["stacks"][key] = std::move(stack);
  }

  // Omits the limits of clips under a layer offset, because the reference evaluates them at the
  // unmapped time.
  void addLimit(double time) {
    if (attribute_.resolveInfo(time).source == ValueSource::Clips) {
      const auto stack = attribute_.propertyStack(time);
      if (!stack.empty() && !stack.front().offset.isIdentity()) return;
    }
    out_["values"]["pre:" + timeKey(time)] =
        context_.json(attribute_.value(TimeCode::preTime(time)));
  }

  const Attribute& attribute_;
  const DumpContext& context_;
  Json& out_;
};

// Whether a value may vary, as OpenUSD says. It asks the first set that applies at the site of the
// clips and declares the attribute, even if a set of a stronger layer gives the value. Below
// instances it looks for sets at the path on the stage, where it knows only those of the outermost
// instance and its ancestors.
bool variesInReference(const Attribute& attribute) {
  const ValueOrigin origin = findOrigin(attribute, TimeKind::Numeric);
  if (!origin.clips) return mightBeTimeVarying(origin);
  Prim asked = attribute.prim();
  while (asked.isInstanceProxy()) asked = asked.parent();
  const ClipSetDefinition& definition = origin.clips->definition();
  const Path site =
      origin.inClips.path.withPrefixReplaced(origin.clips->primPath(), definition.site);
  const auto sets = asked.stage().clipSets(asked);
  for (const std::shared_ptr<const ClipSet>& set : *sets) {
    if (!set->appliesTo(*definition.layerStack, site.primOrVariantPath())) continue;
    const Path inClips = set->pathInClips(site);
    if (set->declares(inClips)) return set->mightBeTimeVarying(inClips);
  }
  return false;
}

}  // namespace

Json dumpAttribute(const Attribute& attribute, const DumpContext& context) {
  const bool isUniform = attribute.variability() == Variability::Uniform;
  Json out = {
      {"name", attribute.name().text()},
      {"type", attribute.typeName().text()},
      {"custom", attribute.isCustom()},
      {"variability", isUniform ? "uniform" : "varying"},
      {"varying", variesInReference(attribute)},
      {"values", {{"default", context.json(attribute.value())}}},
      {"sources", {{"default", dumpedSource(attribute.resolveInfo())}}},
      {"stack", context.names.stack(attribute.propertyStack())},
  };
  AnimationDump(attribute, context, out).add();

  Json connections = Json::array();
  for (const Path path : attribute.connections()) connections.push_back(path.text());
  if (!connections.empty()) out["connections"] = std::move(connections);
  Json metadata = metadataToJson(attribute.authoredMetadata(), context);
  if (!metadata.empty()) out["metadata"] = std::move(metadata);
  return out;
}

}  // namespace usdscope
