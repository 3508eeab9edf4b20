// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QIcon>
#include <string_view>
#include <vector>

namespace usdscope::theme {

/// Returns an icon of `resources/icons` by its name. It is drawn in the colour of texts, sharp at
/// every size, and follows the theme; icons of problems have the colours of problems. Disabled, it
/// is faint; checked, it is marked; in a selected row, it is as dark as the text. Requires: there
/// is an icon with this name.
QIcon icon(std::string_view name);

/// The names of all icons.
std::vector<std::string_view> iconNames();

}  // namespace usdscope::theme
