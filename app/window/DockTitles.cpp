// SPDX-License-Identifier: Apache-2.0
#include "app/window/DockTitles.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QMenu>
#include <QTabBar>
#include <QToolButton>
#include <algorithm>

#include "app/theme/Icons.h"
#include "app/theme/Theme.h"
#include "app/widgets/ElidedLabel.h"

namespace usdscope {
namespace {

constexpr const char* kHasMenu = "hasMenu";

/// The title of a dock without a tab. The dock moves with it: presses that no button takes go to
/// the dock.
class DockTitle : public QWidget {
 public:
  explicit DockTitle(QDockWidget& dock) : label_(new ElidedLabel) {
    setObjectName("dockTitle");
    setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 0, 2, 0);
    layout->setSpacing(0);
    theme::makeDim(*label_);
    label_->setAttribute(Qt::WA_TransparentForMouseEvents);
    layout->addWidget(label_, 1);
    add("float", DockTitles::tr("Float, or dock again (double click)"), &dock,
        [&dock] { DockTitles::toggleFloating(dock); });
    add("close", DockTitles::tr("Close; the Window menu opens it again"), &dock,
        [&dock] { dock.close(); });
    const auto show = [this](const QString& title) { label_->setFullText(title); };
    QObject::connect(&dock, &QDockWidget::windowTitleChanged, this, show);
    show(dock.windowTitle());
  }

 private:
  template <typename Run>
  void add(const char* icon, const QString& tip, QObject* context, Run run) {
    auto* button = new QToolButton;
    button->setIcon(theme::icon(icon));
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setFocusPolicy(Qt::NoFocus);
    QObject::connect(button, &QToolButton::clicked, context, run);
    layout()->addWidget(button);
  }

  ElidedLabel* label_;
};

/// In place of the title of a dock with a tab. A plain widget has no size hint, and Qt would
/// calculate with its height of -1.
class NoTitle : public QWidget {
 public:
  QSize sizeHint() const override { return {0, 0}; }
  QSize minimumSizeHint() const override { return {0, 0}; }
};

}  // namespace

DockTitles::DockTitles(QMainWindow& window) : QObject(&window), window_(window) {
  tidying_.setSingleShot(true);
  connect(&tidying_, &QTimer::timeout, this, &DockTitles::tidy);
}

void DockTitles::add(QDockWidget& dock) {
  const auto tidySoon = [this] { tidying_.start(0); };
  connect(&dock, &QDockWidget::dockLocationChanged, this, tidySoon);
  connect(&dock, &QDockWidget::topLevelChanged, this, tidySoon);
  connect(&dock, &QDockWidget::visibilityChanged, this, tidySoon);
  tidySoon();
}

void DockTitles::toggleFloating(QDockWidget& dock) {
  dock.setFloating(!dock.isFloating());
  dock.show();
  dock.raise();
}

void DockTitles::tidy() {
  for (QDockWidget* dock : window_.findChildren<QDockWidget*>()) {
    const QList<QDockWidget*> tabbed = window_.tabifiedDockWidgets(dock);
    const bool hasTab = !dock->isFloating() && std::ranges::any_of(tabbed, [](QDockWidget* other) {
      return !other->isHidden();
    });
    QWidget* now = dock->titleBarWidget();
    const bool hasTitle = now && now->objectName() == QStringLiteral("dockTitle");
    if (now && hasTitle != hasTab) continue;
    dock->setTitleBarWidget(hasTab ? static_cast<QWidget*>(new NoTitle) : new DockTitle(*dock));
    delete now;
  }
  for (QTabBar* tabs : window_.findChildren<QTabBar*>()) tidyTabs(*tabs);
}

void DockTitles::tidyTabs(QTabBar& tabs) {
  // Panes have bars of their own.
  if (tabs.parent() != &window_ && !tabs.parent()->inherits("QDockWidgetGroupWindow")) return;
  // Qt resets the bars that it uses again.
  tabs.setDrawBase(false);
  tabs.setElideMode(Qt::ElideNone);
  tabs.setUsesScrollButtons(true);
  if (tabs.property(kHasMenu).toBool()) return;
  tabs.setProperty(kHasMenu, true);
  tabs.setContextMenuPolicy(Qt::CustomContextMenu);
  connect(&tabs, &QTabBar::customContextMenuRequested, this,
          [this, &tabs](const QPoint& at) { openMenu(tabs, at); });
}

void DockTitles::openMenu(QTabBar& tabs, const QPoint& at) {
  const int number = tabs.tabAt(at);
  if (number < 0) return;
  tabs.setCurrentIndex(number);
  const QString title = tabs.tabText(number);
  for (QDockWidget* dock : window_.findChildren<QDockWidget*>()) {
    if (dock->windowTitle() != title) continue;
    QMenu menu;
    connect(menu.addAction(tr("Float")), &QAction::triggered, dock,
            [dock] { toggleFloating(*dock); });
    connect(menu.addAction(tr("Close")), &QAction::triggered, dock, [dock] { dock->close(); });
    connect(menu.addAction(tr("Help")), &QAction::triggered, dock,
            [this, dock] { Q_EMIT helpWanted(dock->objectName()); });
    menu.exec(tabs.mapToGlobal(at));
    return;
  }
}

}  // namespace usdscope
