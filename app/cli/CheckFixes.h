// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <memory>
#include <string>

#include "app/cli/Verb.h"
#include "engine/check/Finding.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// Corrects the findings that have a safe fix, and saves the layers that have the faults. With
/// `out`, writes a layer with overrides and the scene as its sublayer to this file instead, and
/// changes no other file.
///
/// Prints a line for each fix, and for each fault that cannot be fixed, to `report`. Returns the
/// stage with the fixes. Returns null, and prints an error, when a file cannot be written; then no
/// file has changed.
std::shared_ptr<const Stage> fixFindings(const std::shared_ptr<const Stage>& stage,
                                         const Findings& findings, const std::string& out,
                                         std::ostream& report, VerbContext context);

}  // namespace usdscope
