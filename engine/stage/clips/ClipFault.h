// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/Diagnostics.h"

namespace usdscope {

struct ClipSetDefinition;

inline constexpr DiagnosticCode kInvalidClips{"stage.invalid-clips", Severity::Warning};
inline constexpr DiagnosticCode kUnreadableClip{"stage.unreadable-clip", Severity::Error};
inline constexpr DiagnosticCode kChangedClip{"stage.changed-clip", Severity::Warning};
inline constexpr DiagnosticCode kTooManyClipTimes{"stage.too-many-clip-times", Severity::Error};
inline constexpr DiagnosticCode kEmptyManifest{"stage.empty-manifest", Severity::Warning};

/// All kinds of faults of value clips. ClipFault.cpp has a code and a text for each kind.
enum class ClipFaultKind : std::uint8_t {
  ClipsNotDictionary,
  SetNotDictionary,
  SetWithoutName,
  WrongType,
  TemplateStrideNotPositive,
  TemplateOffsetBeyondStride,
  TemplateStartAfterEnd,
  TemplateTooLong,
  TemplateWithoutNumber,
  TemplateIdsMissing,
  InvalidPrimPath,
  EmptyAssetPath,
  ActiveOutOfRange,
  ActiveNotANumber,
  ActiveTwice,
  ActiveInfinite,
  TimesNotANumber,
  TimesThrice,
  TimesInfinite,
  UnreadableFile,
  ChangedFile,
  EmptyManifest,
  EmptyGeneratedManifest,
  TimesMultiplySamples,
};

/// One fault of value clips. Fields that its kind does not need are empty.
struct ClipFault {
  ClipFaultKind kind = ClipFaultKind::ClipsNotDictionary;
  SourceSite site;       ///< The layer and prim spec that have the fault.
  std::string set;       ///< Name of the clip set.
  std::string key;       ///< The key of the faulty entry in the set, for example "templateStride".
  std::string value;     ///< The authored value.
  std::string expected;  ///< The type or limit that the value must have.
  std::string file;      ///< Asset path, as authored.
  /// Why a file is unreadable, with line and column if they are known: "line 3, column 5: …".
  std::string reason;
  bool isMissing = false;      ///< There is no such file.
  std::optional<double> time;  ///< Stage time of the faulty entry.

  bool operator==(const ClipFault&) const = default;
};

/// Returns a sentence without the name of the set: "`active` names clip 5, but there are 2; the set
/// is ignored."
std::string faultText(const ClipFault& fault);
Diagnostic toDiagnostic(const ClipFault& fault);

/// Whether a set with this fault is ignored.
bool disablesSet(const ClipFault& fault);

/// Returns the faults in the prim path, the asset paths and the times of a composed set, about a
/// hundred at most. Missing entries are not faults.
std::vector<ClipFault> findFaults(const ClipSetDefinition& definition);

}  // namespace usdscope
