// SPDX-License-Identifier: Apache-2.0
#pragma once

class QEvent;

namespace usdscope {

/// Accepts the question whether the key F belongs to a view that frames itself with it, because F
/// frames the picture elsewhere. Returns false for all other events, which stay as they are.
bool acceptFramingKey(QEvent& event);

}  // namespace usdscope
