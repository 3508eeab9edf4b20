// SPDX-License-Identifier: Apache-2.0
#include "engine/report/clips/ClipFixes.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include "engine/base/Counted.h"
#include "engine/layer/ClipKeys.h"
#include "engine/report/clips/ClipAttributes.h"
#include "engine/stage/Property.h"
#include "engine/stage/clips/ClipFiles.h"
#include "engine/stage/clips/ClipSet.h"
#include "engine/value/Spline.h"
#include "engine/value/TimeSamples.h"

namespace usdscope {
namespace {

struct FixableFinding {
  std::string_view id;
  std::string_view errorName;
  std::string_view fix;
};
constexpr FixableFinding kFixable[] = {
    {"gap", "Gap", "Interpolate missing values"},
    {"no-prim-in-clip", "NoPrimInClip", "Correct primPath"},
    {"empty-manifest", "EmptyManifest", "Correct primPath"},
    {"not-in-manifest", "NotInManifest", "Add to the manifest"},
};

// Returns the prim that a clip is about: its default prim, or the only prim at its root.
Path mainPrim(const Layer& clip) {
  const PrimSpec root = clip.pseudoRoot();
  const Value name = root.field(fields::kDefaultPrim);
  if (const auto* token = name.find<Token>()) {
    const Path named = Path::fromText("/" + std::string(token->text()));
    if (named.isPrim() && clip.findPrim(named)) return named;
  }
  return root.childCount() == 1 ? root.child(0).path() : Path();
}

ClipFixResult withoutFix(std::string reason) { return {.fix = {}, .refusal = std::move(reason)}; }

constexpr std::string_view kStopped = "The search for a correction was stopped.";

// Calls `visit` with the layer of each file of a set, once, until it returns false. Returns false
// when stopped. Files that cannot be read are ignored. Makes no clip resident, so that the clips
// that play stay.
bool visitFiles(const Prim& prim, const ClipSet& set, const std::stop_token& stop,
                const std::function<bool(const Layer& clip)>& visit) {
  const ClipSetDefinition& definition = set.definition();
  ClipFiles files(prim.stage().layers(), 0);
  std::vector<bool> isKnown(definition.assetPaths->size());
  for (std::size_t i = 0; i < set.clips().size(); ++i) {
    if (stop.stop_requested()) return false;
    const std::size_t file = set.clips()[i].file;
    if (isKnown[file]) continue;
    isKnown[file] = true;
    auto clip = set.residentLayerOf(i);
    if (!clip) clip = ClipFile((*definition.assetPaths)[file], definition).layerOnce(files);
    if (clip && !visit(*clip)) break;
  }
  return true;
}

/// The declaration of an attribute that a manifest lacks.
struct NewDeclaration {
  Token typeName;
  std::size_t withSamples = 0;  ///< The files that have samples of it.
  std::size_t withSplines = 0;
  bool hasSamples = false;  ///< Otherwise it has splines only, and the manifest must say so.
};

// Adds the animated attributes at and below a prim of a clip that a manifest has no spec of.
void addUndeclared(const PrimSpec& top, const Layer& manifest,
                   std::map<std::string, NewDeclaration>& undeclared) {
  std::vector<PrimSpec> open = {top};
  while (!open.empty()) {
    const PrimSpec spec = open.back();
    open.pop_back();
    for (std::size_t i = 0; i < spec.childCount(); ++i) open.push_back(spec.child(i));
    for (std::size_t i = 0; i < spec.propertyCount(); ++i) {
      const PropertySpec property = spec.property(i);
      if (!isAnimatedInClip(property) || manifest.findProperty(property.path())) continue;
      NewDeclaration& declared =
          undeclared.try_emplace(property.path().text(), NewDeclaration{property.typeName()})
              .first->second;
      declared.hasSamples = declared.hasSamples || property.hasField(fields::kTimeSamples);
      const Value field = property.field(fields::kTimeSamples);
      const auto* samples = field.find<TimeSamples>();
      if (samples && !samples->isEmpty()) ++declared.withSamples;
      if (property.hasField(fields::kSpline)) ++declared.withSplines;
    }
  }
}

// Returns why the manifest must not declare an attribute; empty if it may.
std::string reasonAgainst(Path path, const NewDeclaration& declared, const ClipFinding& finding,
                          const Prim& prim, const ClipSet& set) {
  const Attribute attribute = clipAttributeOnStage(prim, set, path);
  if (!attribute) {
    return fmt::format("The stage does not define <{}>, and clips do not define attributes.",
                       clipPathOnStage(prim.path(), set, path).text());
  }
  if (set.definition().interpolatesMissing) return {};
  const std::size_t count = declared.hasSamples ? declared.withSamples : declared.withSplines;
  if (count == clipsByFile(set).size()) return {};
  const ResolveInfo info = attribute.resolveInfo(finding.frame.value_or(0.0));
  if (info.source == ValueSource::None) return {};
  return fmt::format("Some clips have no {} of <{}>, which would lose the value it has there now.",
                     declared.hasSamples ? "samples" : "spline", attribute.path().text());
}

ClipFixResult manifestFix(const ClipFinding& finding, const Prim& prim, const ClipSet& set,
                          const std::stop_token& stop) {
  const auto manifest = set.hasGeneratedManifest() ? nullptr : set.manifest();
  if (!manifest) return withoutFix("There is no manifest to which attributes could be added.");
  std::map<std::string, NewDeclaration> undeclared;
  const bool isWhole = visitFiles(prim, set, stop, [&](const Layer& clip) {
    if (const PrimSpec top = clip.findPrim(set.primPath())) {
      addUndeclared(top, *manifest, undeclared);
    }
    return true;
  });
  if (!isWhole) return withoutFix(std::string(kStopped));
  if (undeclared.empty()) return withoutFix("The manifest has all attributes of the clips.");
  std::string reason;
  std::erase_if(undeclared, [&](const auto& each) {
    std::string against =
        reasonAgainst(Path::fromText(each.first), each.second, finding, prim, set);
    const bool isUnsafe = !against.empty();
    if (reason.empty()) reason = std::move(against);
    return isUnsafe;
  });
  if (undeclared.empty()) return withoutFix(std::move(reason));
  ClipFixResult result;
  ClipFix& fix = result.fix.emplace();
  fix.prim = finding.prim;
  fix.set = finding.set;
  fix.layer = manifest->identifier();
  fix.sentence = fmt::format("Add {} of the clips {} to the manifest",
                             counted(undeclared.size(), "attribute"), finding.set);
  for (const auto& [path, declared] : undeclared) {
    PropertyFieldEdit edit{.path = Path::fromText(path),
                           .field = fields::kTypeName,
                           .value = Value(declared.typeName),
                           .typeName = declared.typeName};
    fix.edits.emplace_back(edit);
    if (declared.hasSamples) continue;
    edit.field = fields::kSpline;
    edit.value = Value(Spline{});
    fix.edits.emplace_back(edit);
  }
  return result;
}

ClipFixResult primPathFix(const ClipFinding& finding, const Prim& anchor, const ClipSet& set,
                          const std::stop_token& stop) {
  Path common;
  std::string problem;
  const bool isWhole = visitFiles(anchor, set, stop, [&](const Layer& clip) {
    const Path prim = mainPrim(clip);
    if (clip.findPrim(set.primPath())) {
      problem = fmt::format("Some clips have the prim <{}>, so that primPath stays.",
                            set.primPath().text());
    } else if (prim.isEmpty() || (!common.isEmpty() && common != prim)) {
      problem = "The clips do not have one main prim in common, so that primPath stays.";
    }
    common = prim;
    return problem.empty();
  });
  if (!isWhole) problem = kStopped;
  if (!problem.empty()) return withoutFix(std::move(problem));
  if (common.isEmpty()) return withoutFix("No clip can be read, so that primPath stays.");
  const auto manifest = set.hasGeneratedManifest() ? nullptr : set.manifest();
  if (manifest && !manifest->findPrim(common)) {
    return withoutFix(
        fmt::format("The manifest has no prim <{}>, so that primPath stays.", common.text()));
  }
  ClipFixResult result;
  result.fix = {.prim = finding.prim,
                .set = finding.set,
                .key = clip_keys::kPrimPath,
                .value = Value(common.text()),
                .layer = {},
                .edits = {},
                .sentence = fmt::format("Set primPath of the clips {} to {}, which all clips have",
                                        finding.set, common.text())};
  return result;
}

}  // namespace

std::string_view clipFixName(std::string_view findingId) {
  for (const FixableFinding& each : kFixable) {
    if (each.id == findingId) return each.fix;
  }
  return {};
}

std::string clipFindingWithFix(std::string_view errorName) {
  for (const FixableFinding& each : kFixable) {
    if (each.errorName == errorName) return std::string(each.id);
  }
  return {};
}

ClipFixResult findClipFix(const Stage& stage, const ClipFinding& finding,
                          const std::stop_token& stop) {
  const Prim prim = stage.primAt(finding.prim);
  if (clipFixName(finding.id).empty() || !prim)
    return withoutFix("The finding has no safe correction.");
  const auto sets = stage.clipSets(prim);
  const auto found =
      std::ranges::find(*sets, finding.set, [](const auto& set) { return set->name(); });
  if (found == sets->end())
    return withoutFix("The clip set is ignored, so that it stays as it is.");
  if (finding.id == "not-in-manifest") return manifestFix(finding, prim, **found, stop);
  if (finding.id != "gap") return primPathFix(finding, prim, **found, stop);
  if ((*found)->definition().interpolatesMissing || finding.severity == Severity::Note) {
    return withoutFix("The gaps are filled already.");
  }
  ClipFixResult result;
  result.fix = {.prim = finding.prim,
                .set = finding.set,
                .key = clip_keys::kInterpolateMissing,
                .value = Value(true),
                .layer = {},
                .edits = {},
                .sentence = fmt::format("Interpolate missing values of the clips {}", finding.set)};
  return result;
}

}  // namespace usdscope
