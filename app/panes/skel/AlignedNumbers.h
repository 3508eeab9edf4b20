// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <span>

namespace usdscope {

/// Writes numbers with up to four decimals, padded with blanks so that a monospaced font aligns
/// them at the decimal point. A zero has no sign.
QStringList alignedNumbers(std::span<const double> numbers);

}  // namespace usdscope
