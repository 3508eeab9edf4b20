// SPDX-License-Identifier: Apache-2.0
#pragma once

class QLabel;
class QVBoxLayout;
class QWidget;

namespace usdscope {

class ElidedLabel;

/// Gives a widget a column without margins and gaps.
QVBoxLayout* makeColumn(QWidget& parent);

/// The line above the contents of a pane.
ElidedLabel* makeHeading();

/// The sentence that stands in the middle of a pane without contents.
QLabel* makeEmptyText();

}  // namespace usdscope
