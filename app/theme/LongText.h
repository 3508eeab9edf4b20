// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace usdscope {

/// Breaks lines of a text that are too long for a screen, and cuts the middle out of a text with
/// too many lines. For tooltips.
QString wrapTip(const QString& text);

/// Cuts the middle out of a text that no row has room for. Shaping thousands of letters at each
/// repaint would make lists slow.
QString cutForRow(const QString& text);

}  // namespace usdscope
