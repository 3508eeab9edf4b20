// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace usdscope {

/// The folder of files that lie beside the settings. Some systems keep settings in no folder; there
/// it is the folder for data of the program.
QString settingsFolder();

}  // namespace usdscope
