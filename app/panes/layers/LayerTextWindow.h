// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

#include "app/session/edits/LayerText.h"

namespace usdscope {

/// A window with the text of a layer, which cannot be changed.
class LayerTextWindow : public QDialog {
  Q_OBJECT
 public:
  LayerTextWindow(const LayerText& text, QWidget* parent);
};

}  // namespace usdscope
