// SPDX-License-Identifier: Apache-2.0
#include "app/panes/skel/SkelPane.h"

#include <QDockWidget>
#include <QEvent>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QTabWidget>
#include <QTreeView>
#include <QVBoxLayout>

#include "app/models/JointTreeModel.h"
#include "app/panes/skel/SkelBindingView.h"
#include "app/panes/skel/SkelJointView.h"
#include "app/panes/skel/SkelShapesView.h"
#include "app/panes/skel/SkinningCheckView.h"
#include "app/theme/Theme.h"
#include "app/widgets/ElidedLabel.h"
#include "app/widgets/PoseSlider.h"

namespace usdscope {

SkelPane::SkelPane(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      heading_(new ElidedLabel),
      legend_(new QLabel),
      empty_(new QLabel),
      pages_(new QTabWidget),
      tree_(new QTreeView),
      model_(new JointTreeModel(this)),
      pose_(new PoseSlider),
      place_(new SkelJointView),
      binding_(new SkelBindingView),
      shapes_(new SkelShapesView(session)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  heading_->setContentsMargins(8, 6, 8, 6);
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setWordWrap(true);
  empty_->setContentsMargins(16, 16, 16, 16);
  theme::makeDim(*empty_);
  buildTree();
  pages_->setDocumentMode(true);
  const auto addPage = [this](QWidget* page, const char* name, const QString& title) {
    page->setObjectName(QLatin1String(name));
    pages_->addTab(page, title);
  };
  addPage(makeJointsPage(), "joints", tr("Joints"));
  addPage(binding_, "binding", tr("Binding"));
  addPage(shapes_, "shapes", tr("Shapes"));
  addPage(new SkinningCheckView(session), "check", tr("Check"));
  layout->addWidget(heading_);
  layout->addWidget(pose_);
  layout->addWidget(pages_, 1);
  layout->addWidget(empty_, 1);

  const auto renew = [this] {
    isStale_ = true;
    if (isSeen_) refresh();
  };
  session_.document.observe(this, [renew](const Document&) { renew(); });
  session_.selection.observe(this, [renew](const Selection&) { renew(); });
  session_.joint.observe(this, [this](const ChosenJoint&) {
    if (isSeen_ && !isStale_) showChosen();
  });
  session_.shape.observe(this, [this](const ChosenShape&) {
    if (isSeen_ && !isStale_) shapes_->showChosen();
  });
  session_.shapeOverrides.observe(this, [this](const ShapeOverrides&) {
    if (isSeen_ && !isStale_) shapes_->showWeights();
  });
  connect(pose_, &PoseSlider::stepChosen, this, [this](double step) {
    ViewSettings view = session_.view.value();
    view.pose = step;
    session_.view.set(view);
  });
  session_.view.observe(this, [this](const ViewSettings& view) {
    pose_->setStep(view.pose);
    if (isSeen_ && !isStale_) showPlace();
  });
  session_.playback.observe(this, [this, shown = -1.0](const PlaybackState& state) mutable {
    if (state.time == shown) return;
    shown = state.time;
    if (!isSeen_ || isStale_) return;
    showPlace();
    shapes_->showWeights();
  });
}

bool SkelPane::showPage(const std::string& name) {
  for (int i = 0; i < pages_->count(); ++i) {
    if (pages_->widget(i)->objectName().toStdString() != name) continue;
    pages_->setCurrentIndex(i);
    return true;
  }
  return false;
}

// The tree with a legend, and below it the place of the chosen joint.
QWidget* SkelPane::makeJointsPage() {
  auto* joints = new QWidget;
  auto* column = new QVBoxLayout(joints);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(tree_, 1);
  legend_->setContentsMargins(8, 4, 8, 4);
  legend_->setWordWrap(true);
  column->addWidget(legend_);
  auto* page = new QSplitter(Qt::Vertical);
  page->addWidget(joints);
  page->addWidget(place_);
  page->setSizes({480, 300});
  page->setChildrenCollapsible(false);
  return page;
}

void SkelPane::buildTree() {
  tree_->setModel(model_);
  tree_->setUniformRowHeights(true);
  tree_->setIndentation(14);
  tree_->setTextElideMode(Qt::ElideMiddle);
  tree_->setContextMenuPolicy(Qt::NoContextMenu);  // It is the window's.
  tree_->setProperty("contextMenu", "joint");
  tree_->header()->setStretchLastSection(false);
  tree_->header()->setMinimumSectionSize(36);
  tree_->header()->setSectionResizeMode(JointTreeModel::kName, QHeaderView::Stretch);
  tree_->header()->resizeSection(JointTreeModel::kPose, 72);
  connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this,
          [this](const QModelIndex& current) {
            const int joint = model_->jointOf(current);
            if (isShowing_ || joint < 0) return;
            session_.chooseJoint(rig_.path(), rig_.joints()[std::size_t(joint)].path);
          });
}

bool SkelPane::event(QEvent* event) {
  if (event->type() == QEvent::ParentChange) {
    if (auto* dock = qobject_cast<QDockWidget*>(parentWidget())) {
      connect(dock, &QDockWidget::visibilityChanged, this, [this](bool isSeen) {
        isSeen_ = isSeen;
        if (isSeen) refresh();
      });
    }
  }
  return QWidget::event(event);
}

void SkelPane::refresh() {
  if (isStale_) {
    const Document& document = session_.document.value();
    const Path path = session_.selection.value().leading();
    const Prim prim = document.isOpen() && !path.isEmpty() ? document.stage->primAt(path) : Prim();
    const Path before = rig_.path();
    rig_ = prim ? SkelRig(prim) : SkelRig();
    isStale_ = false;
    showRig();
    if (rig_.path() != before) tree_->expandAll();
  } else {
    shapes_->showWeights();  // They may have changed while nobody looked.
    shapes_->showChosen();
  }
  showChosen();
}

void SkelPane::showRig() {
  const QScopedValueRollback guard(isShowing_, true);
  model_->setJoints(rig_.joints());
  tree_->expandAll();
  pages_->setVisible(bool(rig_));
  heading_->setVisible(bool(rig_));
  pose_->setVisible(bool(rig_));
  empty_->setVisible(!rig_);
  shapes_->showShapes(rig_ ? std::make_shared<const RigShapes>(rig_.skeleton(), rig_.explained())
                           : nullptr);
  if (!rig_) {
    const QString what = tr("Select a skeleton or a skinned mesh to see its rig.");
    empty_->setText(rig_.whyNot().empty() ? what
                                          : QString::fromStdString(rig_.whyNot()) + "\n" + what);
    return;
  }
  const std::size_t count = rig_.joints().size();
  QString heading = QString::fromStdString(rig_.path().text()) + "   " +
                    (count == 1 ? tr("1 joint") : tr("%1 joints").arg(count));
  if (rig_.skeletons().size() > 1) {
    heading += tr(", first of %1 skeletons here").arg(rig_.skeletons().size());
  }
  heading_->setFullText(heading);
  const std::size_t atRest = rig_.restCount();
  legend_->setVisible(atRest > 0);
  const Path animation =
      rig_.skeleton().animation() ? rig_.skeleton().animation().prim().path() : Path();
  const QString why =
      animation.isEmpty()
          ? tr("no animation counts")
          : tr("not in %1").arg(QString::fromStdString(animation.text()).toHtmlEscaped());
  legend_->setText(QStringLiteral("<span style=\"color:%1\"><i>%2</i></span> %3")
                       .arg(theme::kAtRest.name(),
                            tr("at rest, %1 of %2:").arg(atRest).arg(rig_.joints().size()), why));
  binding_->showBinding(explainSkel(rig_.unbound() ? rig_.unbound() : rig_.explained()));
}

void SkelPane::showChosen() {
  if (rig_) {
    const QScopedValueRollback guard(isShowing_, true);
    const ChosenJoint& chosen = session_.joint.value();
    const int joint = chosen.skeleton == rig_.path() ? rig_.indexOf(chosen.joint) : -1;
    const QModelIndex index = model_->indexOf(joint);
    if (joint < 0) {
      tree_->selectionModel()->clear();
    } else if (model_->jointOf(tree_->currentIndex()) != joint) {
      tree_->setCurrentIndex(index);
      tree_->scrollTo(index);
    }
  }
  showPlace();
}

void SkelPane::showPlace() {
  if (!rig_) return;
  const ChosenJoint& chosen = session_.joint.value();
  const int joint = chosen.skeleton == rig_.path() ? rig_.indexOf(chosen.joint) : -1;
  place_->showJoint(rig_, joint, session_.playback.value().time, session_.view.value().pose);
}

}  // namespace usdscope
