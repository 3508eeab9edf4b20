// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace usdscope::theme {

/// Returns the style sheet of the application for the present look.
QString styleSheet();

}  // namespace usdscope::theme
