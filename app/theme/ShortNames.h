// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace usdscope {

/// Cuts the middle out of each word with more than 56 letters, as names of files may have, so that
/// what is said of it stays in sight.
QString withShortNames(const QString& text);

}  // namespace usdscope
