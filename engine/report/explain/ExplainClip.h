// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/report/explain/Explain.h"

namespace usdscope {

/// Describes the source of a value from clips, without a full stop. `fault` are the faultWords() of
/// the file of the clip that plays.
std::string clipText(const ResolveTrace& trace, TimeCode time, const std::string& fault);

/// Says why a clip set does not give an attribute that its manifest does not declare. Requires:
/// the verdict is NotInManifest.
std::string undeclaredText(const OpinionReport& opinion);

/// Whether a clip set neither declares an attribute nor has it in the clip that plays, so that its
/// opinion is not worth a row.
bool saysNothing(const OpinionReport& opinion);

/// Says which clip set is at fault for giving no value, among those that are stronger than the
/// opinion that wins: "the clip set `default` would give a value, but its manifest `m.usda` does
/// not declare `x`". Empty if none is.
std::string faultySetText(const Explanation& explanation);

}  // namespace usdscope
