// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <string>
#include <vector>

namespace usdscope {

/// Looks whether the settings of the program can be read and written. Settings that are broken, of
/// a newer program, or of another type than expected are set aside. Returns a sentence for each
/// problem. Call this before the settings are used.
std::vector<std::string> checkSettings();

/// Copies the file of the settings to one with the ending `.broken`, and removes `keys`, or all of
/// them if there are none. Returns a sentence that says so, after the sentence `why`.
std::string setSettingsAside(const std::string& why, const QStringList& keys);

}  // namespace usdscope
