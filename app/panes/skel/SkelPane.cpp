// SPDX-License-Identifier: Apache-2.0
#include "app/panes/skel/SkelPane.h"

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
#include "app/session/ObserveSubject.h"
#include "app/theme/Theme.h"
#include "app/widgets/ElidedLabel.h"
#include "app/widgets/PaneParts.h"
#include "app/widgets/PoseSlider.h"
#include "engine/report/text/ValueText.h"

namespace usdscope {
namespace {

// Parts of the page scroll. In a low window, the picture keeps its size whatever is selected.
constexpr int kLowestPage = 150;

}  // namespace

SkelPane::SkelPane(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      shown_(std::make_shared<const Contents>()),
      heading_(makeHeading()),
      legend_(new QLabel),
      empty_(makeEmptyText()),
      pages_(new QTabWidget),
      tree_(new QTreeView),
      model_(new JointTreeModel(this)),
      pose_(new PoseSlider),
      place_(new SkelJointView),
      binding_(new SkelBindingView),
      shapes_(new SkelShapesView(session)),
      reading_(session, *this),
      following_(session, *this) {
  QVBoxLayout* layout = makeColumn(*this);
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
  pages_->setMinimumHeight(kLowestPage);
  layout->addWidget(empty_, 1);

  const auto tellShapes = [this] {
    shapes_->setSeen(isSeen_ && pages_->currentWidget() == shapes_);
  };
  connect(pages_, &QTabWidget::currentChanged, this, tellShapes);
  connect(&reading_, &PaneTask::seenChanged, this, [this, tellShapes](bool isSeen) {
    isSeen_ = isSeen;
    tellShapes();
  });
  connect(pose_, &PoseSlider::stepChosen, this,
          [this](double step) { session_.perform("pose", {numberToText(step)}); });
  showRig();
  observeSubject(session_, this, [this] { refresh(); });
  session_.joint.observe(this, [this](const ChosenJoint&) { showChosen(); });
  session_.shape.observe(this, [this](const ChosenShape&) { shapes_->showChosen(); });
  session_.shapeOverrides.observe(this, [this](const ShapeOverrides&) { shapes_->showWeights(); });
  session_.view.observe(this, [this, shown = -1.0](const ViewSettings& view) mutable {
    if (view.pose == shown) return;
    shown = view.pose;
    pose_->setStep(view.pose);
    showMotion();
  });
  observeTime(session_, this, [this](TimeCode) { showMotion(); });
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
  QVBoxLayout* column = makeColumn(*joints);
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
            session_.perform(
                "joint", {rig().path().text(), rig().joints()[std::size_t(joint)].path.string()});
          });
}

SkelPane::Contents SkelPane::contentsOf(const Subject& subject) {
  Contents contents{.subject = subject, .rig = SkelRig(subject.prim)};
  const SkelRig& rig = contents.rig;
  if (!rig) return contents;
  contents.explanation = explainSkel(rig.unbound() ? rig.unbound() : rig.explained());
  contents.shapes = std::make_shared<const RigShapes>(rig.skeleton(), rig.explained());
  return contents;
}

void SkelPane::refresh() {
  Subject subject = session_.subject();
  subject.property = {};
  if (subject && subject == wanted_) return;
  wanted_ = subject;
  if (!subject) {
    reading_.cancel();
    return showContents(std::make_shared<const Contents>());
  }
  reading_.startFor(subject, [this, subject](const TaskRun&) -> LatestTask::Show {
    return [this, contents = std::make_shared<const Contents>(contentsOf(subject))] {
      showContents(contents);
    };
  });
}

void SkelPane::showContents(std::shared_ptr<const Contents> contents) {
  shown_ = std::move(contents);
  showRig();
  showChosen();
}

void SkelPane::showRig() {
  const QScopedValueRollback guard(isShowing_, true);
  const SkelRig& rig = shown_->rig;
  model_->setJoints(rig.joints());
  tree_->expandAll();
  pages_->setVisible(bool(rig));
  heading_->setVisible(bool(rig));
  pose_->setVisible(bool(rig));
  empty_->setVisible(!rig);
  shapes_->showShapes(shown_->subject, shown_->shapes);
  if (!rig) {
    const QString what = tr("Select a skeleton or a skinned mesh to see its rig.");
    empty_->setText(rig.whyNot().empty() ? what
                                         : QString::fromStdString(rig.whyNot()) + "\n" + what);
    return;
  }
  const std::size_t count = rig.joints().size();
  QString heading = QString::fromStdString(rig.path().text()) + "   " +
                    (count == 1 ? tr("1 joint") : tr("%1 joints").arg(count));
  if (rig.skeletons().size() > 1) {
    heading += tr(", first of %1 skeletons here").arg(rig.skeletons().size());
  }
  heading_->setFullText(heading);
  const std::size_t atRest = rig.restCount();
  legend_->setVisible(atRest > 0);
  const Path animation =
      rig.skeleton().animation() ? rig.skeleton().animation().prim().path() : Path();
  const QString why =
      animation.isEmpty()
          ? tr("no animation applies")
          : tr("not in %1").arg(QString::fromStdString(animation.text()).toHtmlEscaped());
  legend_->setText(QStringLiteral("<span style=\"color:%1\"><i>%2</i></span> %3")
                       .arg(theme::kAtRest.name(),
                            tr("at rest, %1 of %2:").arg(atRest).arg(rig.joints().size()), why));
  binding_->showBinding(shown_->explanation);
}

int SkelPane::chosenJoint() const {
  const ChosenJoint& chosen = session_.joint.value();
  return rig() && chosen.skeleton == rig().path() ? rig().indexOf(chosen.joint) : -1;
}

void SkelPane::showChosen() {
  if (rig()) {
    const QScopedValueRollback guard(isShowing_, true);
    const int joint = chosenJoint();
    const QModelIndex index = model_->indexOf(joint);
    if (joint < 0) {
      tree_->selectionModel()->clear();
    } else if (model_->jointOf(tree_->currentIndex()) != joint) {
      tree_->setCurrentIndex(index);
      tree_->scrollTo(index);
    }
  }
  showMotion();
}

void SkelPane::showMotion() {
  const int joint = chosenJoint();
  if (joint < 0) place_->showNoJoint();
  if (!rig()) return following_.cancel();
  const TimeCode time = session_.playback.value().timeCode();
  const double step = session_.view.value().pose;
  following_.startFor(
      shown_->subject,
      [this, contents = shown_, joint, time, step](const TaskRun&) -> LatestTask::Show {
        const auto place =
            joint < 0 ? std::nullopt : contents->rig.placeAt(std::size_t(joint), time, step);
        return [this, contents, joint, place, weights = contents->shapes->weightsAt(time)] {
          if (contents != shown_) return;
          shapes_->showWeights(weights);
          if (joint >= 0 && joint == chosenJoint()) {
            place_->showJoint(contents->rig.joints()[std::size_t(joint)].path, place);
          }
        };
      });
}

}  // namespace usdscope
