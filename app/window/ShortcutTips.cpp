// SPDX-License-Identifier: Apache-2.0
#include "app/window/ShortcutTips.h"

#include <QWidget>

#include "app/actions/KeyMap.h"

namespace usdscope {
namespace {

constexpr const char* kActionProperty = "action";
constexpr const char* kTip = "tipWithoutKeys";

}  // namespace

void showShortcutsInTips(QWidget& window, const PreferenceValues& preferences) {
  for (QWidget* widget : window.findChildren<QWidget*>()) {
    const ActionRow* row = findAction(widget->property(kActionProperty).toString().toStdString());
    if (!row) continue;
    if (!widget->property(kTip).isValid()) widget->setProperty(kTip, widget->toolTip());
    const QString tip = widget->property(kTip).toString();
    const QString keys = shortcutText(*row, preferences);
    widget->setToolTip(keys.isEmpty() ? tip : QStringLiteral("%1 (%2)").arg(tip, keys));
  }
}

}  // namespace usdscope
