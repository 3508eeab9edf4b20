// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <span>

namespace usdscope {

/// Numbers to four decimals at the most, with blanks around them so that in a font of even widths
/// their points stand below each other. A zero has no sign.
QStringList alignedNumbers(std::span<const double> numbers);

}  // namespace usdscope
