// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/CompositionError.h"

#include <array>
#include <cassert>

#include "engine/compose/CompositionErrorTexts.h"

namespace usdscope {
namespace {

constexpr std::array<std::string_view, 25> kIds{
    "compose.ArcCycle",
    "compose.ArcPermissionDenied",
    "compose.ArcToProhibitedChild",
    "compose.InconsistentPropertyType",
    "compose.IndexCapacityExceeded",
    "compose.InvalidAssetPath",
    "compose.InvalidAuthoredRelocation",
    "compose.InvalidConflictingRelocation",
    "compose.InvalidExternalTargetPath",
    "compose.InvalidInstanceTargetPath",
    "compose.InvalidPrimPath",
    "compose.InvalidReferenceOffset",
    "compose.InvalidSameTargetRelocations",
    "compose.InvalidSublayerOffset",
    "compose.InvalidSublayerOwnership",
    "compose.InvalidSublayerPath",
    "compose.InvalidTargetPath",
    "compose.InvalidVariantSelection",
    "compose.LayerStackCapacityExceeded",
    "compose.MutedAssetPath",
    "compose.OpinionAtRelocationSource",
    "compose.PrimPermissionDenied",
    "compose.SublayerCycle",
    "compose.UnresolvedPrimPath",
    "compose.VariableExpressionError",
};

constexpr std::string_view kPrefix = "compose.";

std::string_view idOf(CompositionErrorKind kind) {
  const auto index = static_cast<std::size_t>(kind);
  static_assert(static_cast<std::size_t>(CompositionErrorKind::VariableExpressionError) + 1 ==
                kIds.size());
  assert(index < kIds.size());
  return kIds[index];
}

}  // namespace

std::string_view nameOf(CompositionErrorKind kind) { return idOf(kind).substr(kPrefix.size()); }

std::string messageOf(const CompositionFault& fault,
                      std::initializer_list<std::string_view> names) {
  std::string_view rest = fault.text;
  std::string message;
  for (const std::string_view name : names) {
    const std::size_t at = rest.find("{}");
    assert(at != std::string_view::npos);
    message.append(rest.substr(0, at)).append(name);
    rest.remove_prefix(at + 2);
  }
  return message.append(rest);
}

Diagnostic toDiagnostic(const CompositionError& error) {
  const bool isHarmless = error.kind == CompositionErrorKind::MutedAssetPath;
  return {.code = {idOf(error.kind), isHarmless ? Severity::Note : Severity::Error},
          .site = error.site,
          .message = error.message};
}

}  // namespace usdscope
