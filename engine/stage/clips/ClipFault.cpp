// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/clips/ClipFault.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "engine/layer/ClipKeys.h"
#include "engine/stage/clips/ClipMetadata.h"

namespace usdscope {
namespace {

using enum ClipFaultKind;

struct FaultText {
  ClipFaultKind kind;
  DiagnosticCode code;
  const char* text;  // A format with the names of the facts.
  bool disablesSet = false;
};

constexpr FaultText kTexts[] = {
    {ClipsNotDictionary, kInvalidClips, "`clips` is not a dictionary; it is ignored."},
    {SetNotDictionary, kInvalidClips, "The clip set is not a dictionary; it is ignored."},
    {SetWithoutName, kInvalidClips, "A clip set has no name; it is ignored."},
    {WrongType, kInvalidClips, "`{key}` is not of type {expected}; it is ignored."},
    {TemplateStrideNotPositive, kInvalidClips,
     "templateStride {value} is not greater than 0; the set is ignored.", true},
    {TemplateOffsetBeyondStride, kInvalidClips,
     "templateActiveOffset {value} is greater than templateStride {expected}; the set is ignored.",
     true},
    {TemplateStartAfterEnd, kInvalidClips,
     "templateStartTime {value} comes after templateEndTime {expected}; the set is ignored.", true},
    {TemplateTooLong, kInvalidClips,
     "The template names more than {expected} files; the set is ignored.", true},
    {TemplateWithoutNumber, kInvalidClips,
     "templateAssetPath \"{value}\" does not have the form {expected}; the set is ignored.", true},
    {TemplateIdsMissing, kInvalidClips,
     "The resolver finds no file for {expected} ids in a row, the last of which is \"{value}\"; it "
     "is not asked about those after it."},
    {InvalidPrimPath, kInvalidClips,
     "primPath \"{value}\" is not an absolute path of a prim; the set is ignored.", true},
    {EmptyAssetPath, kInvalidClips, "assetPaths has an empty path; the set is ignored.", true},
    {ActiveOutOfRange, kInvalidClips,
     "`active` names clip {value}, but there are {expected}; the set is ignored.", true},
    {ActiveNotANumber, kInvalidClips,
     "`active` has a time that is not a number; the set is ignored.", true},
    {ActiveTwice, kInvalidClips, "`active` names two clips at time {value}; the set is ignored.",
     true},
    {ActiveInfinite, kInvalidClips,
     "`active` has an infinite number; values next to it are undefined."},
    {TimesNotANumber, kInvalidClips, "`times` has a time that is not a number; the set is ignored.",
     true},
    {TimesThrice, kInvalidClips,
     "`times` has more than two entries at {value}; the set is ignored.", true},
    {TimesInfinite, kInvalidClips,
     "`times` has an infinite number; values next to it are undefined."},
    {TimesMultiplySamples, kTooManyClipTimes,
     "`times` play samples again and again, which multiplies them beyond {expected}: the sample "
     "times after these are ignored."},
    {UnreadableFile, kUnreadableClip,
     "The file @{file}@ cannot be opened and is treated as empty{reason}."},
    {ChangedFile, kChangedClip,
     "The value clip has changed since it was first read; its new content is used from now on."},
    {EmptyManifest, kEmptyManifest,
     "The manifest declares no attribute of this prim or its descendants, so its clips give no "
     "values."},
    {EmptyGeneratedManifest, kEmptyManifest,
     "No clip has samples of this prim or its descendants, so the clips give no values."},
};

const FaultText& textOf(ClipFaultKind kind) {
  return *std::ranges::find(kTexts, kind, &FaultText::kind);
}

/// Collects the faults of one definition.
class DefinitionCheck {
 public:
  explicit DefinitionCheck(const ClipSetDefinition& definition) : definition_(definition) {}

  std::vector<ClipFault> run() {
    if (definition_.primPath) checkPrimPath(*definition_.primPath);
    if (definition_.assetPaths && std::ranges::count(*definition_.assetPaths, std::string()) > 0) {
      add(EmptyAssetPath, clip_keys::kAssetPaths);
    }
    if (definition_.active) checkActive(*definition_.active);
    if (definition_.times) checkTimes(*definition_.times);
    return std::move(faults_);
  }

 private:
  static constexpr std::size_t kMostFaults = 100;

  bool isFull() const { return faults_.size() >= kMostFaults; }

  ClipFault& add(ClipFaultKind kind, std::string key) {
    ClipFault& fault = faults_.emplace_back();
    const ClipKeySite site = definition_.siteOf(key);
    fault.kind = kind;
    fault.site = {.layer = site.layer->identifier(), .path = site.path.text()};
    fault.set = definition_.name;
    fault.key = std::move(key);
    return fault;
  }

  ClipFault& addAt(ClipFaultKind kind, std::string key, double setTime) {
    ClipFault& fault = add(kind, std::move(key));
    fault.time = definition_.stageFromSet(setTime);
    return fault;
  }

  void checkPrimPath(const std::string& text) {
    const Path path = Path::fromText(text);
    if (path.isPrim() && !path.hasVariants()) return;
    add(InvalidPrimPath, clip_keys::kPrimPath).value = text;
  }

  void checkActive(const std::vector<glm::dvec2>& active) {
    const std::size_t clipCount = definition_.assetPaths ? definition_.assetPaths->size() : 0;
    for (const glm::dvec2& entry : active) {
      const bool isInRange = entry.y >= 0.0 && entry.y < static_cast<double>(clipCount);
      if (isInRange || !definition_.assetPaths || isFull()) continue;
      ClipFault& fault = addAt(ActiveOutOfRange, clip_keys::kActive, entry.x);
      fault.value = fmt::format("{}", entry.y);
      fault.expected = std::to_string(clipCount);
    }
    checkNumbers(active, clip_keys::kActive, ActiveNotANumber, ActiveInfinite);
    checkRepeats(active, 2, clip_keys::kActive, ActiveTwice);
  }

  void checkTimes(const std::vector<glm::dvec2>& times) {
    checkNumbers(times, clip_keys::kTimes, TimesNotANumber, TimesInfinite);
    checkRepeats(times, 3, clip_keys::kTimes, TimesThrice);
  }

  void checkNumbers(const std::vector<glm::dvec2>& entries, const char* key, ClipFaultKind isNan,
                    ClipFaultKind isInfinite) {
    const auto any = [&](auto&& test) {
      return std::ranges::any_of(
          entries, [&](const glm::dvec2& entry) { return test(entry.x) || test(entry.y); });
    };
    if (any([](double number) { return std::isnan(number); })) add(isNan, key);
    if (any([](double number) { return std::isinf(number); })) add(isInfinite, key);
  }

  // Adds a fault for each set time that has `count` entries or more.
  void checkRepeats(const std::vector<glm::dvec2>& entries, std::size_t count, const char* key,
                    ClipFaultKind kind) {
    std::vector<double> times;
    for (const glm::dvec2& entry : entries) {
      if (!std::isnan(entry.x)) times.push_back(entry.x);
    }
    std::ranges::sort(times);
    for (std::size_t end = count; end <= times.size(); ++end) {
      const double time = times[end - 1];
      const bool isLast = end == times.size() || times[end] != time;
      if (!isLast || times[end - count] != time || isFull()) continue;
      addAt(kind, key, time).value = fmt::format("{}", time);
    }
  }

  const ClipSetDefinition& definition_;
  std::vector<ClipFault> faults_;
};

}  // namespace

std::string faultText(const ClipFault& fault) {
  return fmt::format(fmt::runtime(textOf(fault.kind).text), fmt::arg("key", fault.key),
                     fmt::arg("value", fault.value), fmt::arg("expected", fault.expected),
                     fmt::arg("file", fault.file),
                     fmt::arg("reason", fault.reason.empty() ? "" : ": " + fault.reason));
}

Diagnostic toDiagnostic(const ClipFault& fault) {
  const std::string set = fault.set.empty() ? "" : "Clip set \"" + fault.set + "\": ";
  return {.code = textOf(fault.kind).code, .site = fault.site, .message = set + faultText(fault)};
}

bool disablesSet(const ClipFault& fault) { return textOf(fault.kind).disablesSet; }

std::vector<ClipFault> findFaults(const ClipSetDefinition& definition) {
  return DefinitionCheck(definition).run();
}

}  // namespace usdscope
