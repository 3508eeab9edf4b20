// SPDX-License-Identifier: Apache-2.0
#include "app/window/SceneMenus.h"

#include <QIcon>
#include <QProxyStyle>
#include <algorithm>

#include "app/session/memory/SceneMemory.h"
#include "app/session/view/DisplayColors.h"

namespace usdscope {
namespace {

constexpr int kTextWidth = 500;
constexpr int kThumbnailWidth = 56;

/// Gives the entries of a menu room for thumbnails.
class ThumbnailStyle : public QProxyStyle {
 public:
  ThumbnailStyle() : QProxyStyle(QStringLiteral("Fusion")) {}
  int pixelMetric(PixelMetric metric, const QStyleOption* option,
                  const QWidget* widget) const override {
    return metric == PM_SmallIconSize ? kThumbnailWidth
                                      : QProxyStyle::pixelMetric(metric, option, widget);
  }
};

QString elided(const QMenu& menu, const std::string& text) {
  QString line =
      menu.fontMetrics().elidedText(QString::fromStdString(text), Qt::ElideMiddle, kTextWidth);
  return line.replace('&', QStringLiteral("&&"));  // A single one would underline a letter.
}

void run(const ActionContext& context, const char* action, const std::string& argument) {
  context.session.showNote(findAction(action)->run(context, {argument}));
}

void removeAll(QMenu& menu, std::vector<QAction*>& listed) {
  for (QAction* action : listed) {
    menu.removeAction(action);
    action->deleteLater();
  }
  listed.clear();
}

}  // namespace

RecentMenu::RecentMenu(ActionContext context, QWidget* parent)
    : QMenu(tr("Open Recent"), parent), context_(context), end_(addSeparator()) {
  setObjectName(QStringLiteral("recent"));
  setToolTipsVisible(true);
  auto* style = new ThumbnailStyle;
  style->setParent(this);
  setStyle(style);
  setStyleSheet(QStringLiteral("QMenu::icon { padding-left: 8px; }"));
  connect(this, &QMenu::aboutToShow, this, [this] {
    context_.session.memory().readRecent();
    fill();
  });
  context_.session.memory().recent.observe(this, [this](const std::vector<RecentScene>&) {
    if (isVisible()) fill();
  });
  context_.session.recentFiles.observe(this, [this](const std::vector<std::string>& files) {
    menuAction()->setEnabled(!files.empty());
  });
}

void RecentMenu::fill() {
  removeAll(*this, listed_);
  const std::vector<RecentScene>& known = context_.session.memory().recent.value();
  for (const std::string& file : context_.session.recentFiles.value()) {
    const auto found = std::ranges::find(known, file, &RecentScene::file);
    const RecentScene scene = found == known.end() ? RecentScene{.file = file} : *found;
    auto* action = new QAction(elided(*this, file), this);
    action->setToolTip(QString::fromStdString(file));
    action->setIcon(QIcon(QPixmap::fromImage(scene.thumbnail)));
    if (!scene.problem.empty()) {
      action->setEnabled(false);
      action->setText(action->text() + QStringLiteral("   ") +
                      QString::fromStdString(scene.problem));
    }
    connect(action, &QAction::triggered, this, [this, file] { run(context_, "open", file); });
    insertAction(end_, action);
    listed_.push_back(action);
  }
}

ViewsMenu::ViewsMenu(ActionContext context, QWidget* parent)
    : QMenu(tr("Views"), parent), context_(context), deleting_(new QMenu(tr("Delete View"), this)) {
  setObjectName(QStringLiteral("views"));
  connect(this, &QMenu::aboutToShow, this, &ViewsMenu::fill);
}

void ViewsMenu::fill() {
  removeAll(*this, listed_);
  removeAction(deleting_->menuAction());
  deleting_->clear();
  const std::vector<NamedView>& views = context_.session.memory().views.value();
  if (views.empty()) return;
  listed_.push_back(addSeparator());
  for (const NamedView& view : views) {
    const QString text = elided(*this, view.name);
    listed_.push_back(
        addAction(text, this, [this, name = view.name] { run(context_, "showView", name); }));
    deleting_->addAction(text, this,
                         [this, name = view.name] { run(context_, "deleteView", name); });
  }
  listed_.push_back(addSeparator());
  addMenu(deleting_);
}

OpenColorIoMenu::OpenColorIoMenu(ActionContext context, QWidget* parent)
    : QMenu(tr("OpenColorIO Display and View"), parent), context_(context) {
  setObjectName(QStringLiteral("openColorIoMenu"));
  menuAction()->setEnabled(whyNoOpenColorIo().empty());
  connect(this, &QMenu::aboutToShow, this, &OpenColorIoMenu::fill);
}

void OpenColorIoMenu::fill() {
  qDeleteAll(findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly));
  clear();
  const DisplayColorState& state = context_.session.displayColors().state.value();
  const DisplaySettings& display = context_.session.view.value().display;
  if (!state.names || !state.names->problem.empty()) {
    const std::string text = state.names ? state.names->problem : "Reading the configuration …";
    addAction(elided(*this, text))->setEnabled(false);
    return;
  }
  const auto add = [&](QMenu& menu, const std::string& text, bool isChosen, const char* action,
                       const std::vector<std::string>& arguments) {
    QAction* entry = menu.addAction(elided(menu, text), this, [this, action, arguments] {
      context_.session.perform(action, arguments);
    });
    entry->setCheckable(true);
    entry->setChecked(isChosen);
  };
  for (const DisplayViews& each : state.names->displays) {
    QMenu* views = addMenu(elided(*this, each.display));
    for (const std::string& view : each.views) {
      const bool isChosen = state.choice.display == each.display && state.choice.view == view;
      add(*views, view, isChosen, "ocioDisplay", {each.display, view});
    }
  }
  addSeparator();
  QMenu* spaces = addMenu(tr("Color Space"));
  for (const std::string& space : state.names->colorSpaces) {
    add(*spaces, space, display.ocioColorSpace == space, "ocioColorSpace", {space});
  }
  if (state.names->looks.empty()) return;
  QMenu* looks = addMenu(tr("Looks"));
  add(*looks, "Looks of the View", display.ocioLooks.empty(), "ocioLooks", {});
  looks->addSeparator();
  for (const std::string& look : state.names->looks) {
    add(*looks, look, display.ocioLooks == look, "ocioLooks", {look});
  }
}

}  // namespace usdscope
