// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/Actions.h"

namespace usdscope {

/// Actions that save edits, and that restore those of a program that was killed.
std::span<const ActionRow> saveActionRows();

/// Asks the user for the file of Save Overrides As. Empty if the user cancels.
std::string askForOverridesFile(const Session& session, QWidget* parent);

}  // namespace usdscope
