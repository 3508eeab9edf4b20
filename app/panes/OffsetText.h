// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "engine/layer/LayerOffset.h"

namespace usdscope {

/// Returns an offset as usdview writes it: `(24, 2)`. Empty for the identity.
QString offsetText(const LayerOffset& offset);

}  // namespace usdscope
