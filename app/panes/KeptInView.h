// SPDX-License-Identifier: Apache-2.0
#pragma once

class QAbstractItemView;

namespace usdscope {

/// Keeps the current row of a list in view while it is selected: when the list becomes smaller, and
/// when its rows change. After the user has scrolled, the row may leave the view until another row
/// becomes current. GUI thread only. Requires: `list` has its model.
void keepCurrentInView(QAbstractItemView& list);

}  // namespace usdscope
