// SPDX-License-Identifier: Apache-2.0
#include "app/panes/skel/SkelShapesView.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QScopedValueRollback>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/panes/TablePane.h"
#include "app/session/ObserveSubject.h"
#include "app/theme/Theme.h"
#include "app/widgets/PaneParts.h"

namespace usdscope {

/// Draws the plots, and the buttons as chips that are lit when they are on.
class ShapeDelegate : public QStyledItemDelegate {
 public:
  explicit ShapeDelegate(SkelShapesView& view) : QStyledItemDelegate(&view), view_(view) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    if (index.column() == SkelShapesView::kPlot) {
      painter->fillRect(option.rect, theme::kPane);
      const auto row = static_cast<std::size_t>(index.row());
      if (row < view_.plots_.size()) {
        paintWeightPlot(*painter, option.rect, view_.plots_[row], view_.times_,
                        view_.session_.playback.value().shownTime());
      }
      return;
    }
    const bool isLit = index.data(Qt::FontRole).value<QFont>().bold();
    const QRect chip =
        QRect(0, 0, 20, 18).translated(option.rect.center().x() - 10, option.rect.center().y() - 9);
    painter->save();
    painter->fillRect(option.rect, theme::kPane);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(isLit ? theme::kWarning : theme::kRaised);
    painter->drawRoundedRect(chip, 3.0, 3.0);
    painter->setPen(isLit ? theme::kWindow : theme::kDim);
    painter->setFont(index.data(Qt::FontRole).value<QFont>());
    painter->drawText(chip, Qt::AlignCenter, index.data().toString());
    painter->restore();
  }

 private:
  SkelShapesView& view_;
};

namespace {

constexpr std::size_t kMostTimes = 400;

QString weightText(float weight) {
  const QString text = QString::number(double(weight), 'f', 3);
  return text == "-0.000" ? QStringLiteral("0.000") : text;
}

QString joined(const std::vector<std::string>& lines) {
  QStringList list;
  for (const std::string& line : lines) list << QString::fromStdString(line);
  return list.join('\n');
}

}  // namespace

SkelShapesView::SkelShapesView(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      banner_(new QWidget),
      notice_(new QLabel),
      table_(new TablePane({tr("Shape"), tr("Weight"), tr("Range"), tr("S"), tr("0"), tr("1")})),
      detail_(new QLabel),
      reading_(session.background()) {
  reading_.setSeen(false);
  QVBoxLayout* layout = makeColumn(*this);
  auto* line = new QHBoxLayout(banner_);
  line->setContentsMargins(8, 4, 8, 4);
  notice_->setWordWrap(true);
  QPalette colors = notice_->palette();
  colors.setColor(QPalette::WindowText, theme::kWarning);
  notice_->setPalette(colors);
  auto* reset = new QToolButton;
  reset->setText(tr("As animated"));
  reset->setObjectName("resetShapes");
  reset->setToolTip(tr("Removes the weights that were set by hand, for all rigs."));
  connect(reset, &QToolButton::clicked, this, [this] { session_.perform("resetShapes"); });
  line->addWidget(notice_, 1);
  line->addWidget(reset);
  detail_->setWordWrap(true);
  detail_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  detail_->setContentsMargins(8, 6, 8, 6);
  layout->addWidget(table_, 1);
  layout->addWidget(banner_);  // Below the rows, so that they do not move when it comes and goes.
  layout->addWidget(detail_);

  setProperty("contextMenu", "shape");
  QTableView& view = table_->view();
  theme::setRowHeight(view, 28);
  auto* delegate = new ShapeDelegate(*this);
  for (const int column : {kPlot, kAlone, kZero, kFull}) {
    view.setItemDelegateForColumn(column, delegate);
  }
  QHeaderView* header = view.horizontalHeader();
  header->setMinimumSectionSize(28);
  header->setStretchLastSection(false);
  header->setSectionResizeMode(kName, QHeaderView::Stretch);
  header->setSectionResizeMode(kPlot, QHeaderView::Stretch);
  header->resizeSection(kWeight, 62);
  for (const int column : {kAlone, kZero, kFull}) header->resizeSection(column, 28);
  table_->cutInTheMiddle(kName);
  observeColors(session_, this, [this] { readOverTime(); });
  connect(&view, &QTableView::clicked, this,
          [this](const QModelIndex& at) { act(at.row(), at.column()); });
  connect(view.selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) {
            if (isShowing_ || !current.isValid()) return;
            const ChosenShape shape = shapeOf(static_cast<std::size_t>(current.row()));
            session_.perform("shape", {shape.skeleton.text(), shape.shape.string()});
          });
}

TableModel& SkelShapesView::rows() { return table_->model(); }

QString SkelShapesView::notice() const {
  return banner_->isVisibleTo(this) ? notice_->text() : QString();
}

QString SkelShapesView::detail() const { return detail_->text(); }

ChosenShape SkelShapesView::shapeOf(std::size_t row) const {
  return {shapes_->skeleton(), shapes_->shapes()[row].name};
}

void SkelShapesView::showShapes(const Subject& subject, std::shared_ptr<const RigShapes> shapes) {
  const QScopedValueRollback guard(isShowing_, true);
  subject_ = subject;
  shapes_ = std::move(shapes);
  plots_.clear();
  if (shapes_) {
    for (const RigShape& shape : shapes_->shapes()) {
      plots_.push_back({.weights = {}, .inbetweens = shape.inbetweens, .color = theme::kDim});
    }
  }
  readOverTime();
  showWeights({});
  showChosen();
}

void SkelShapesView::readOverTime() {
  times_ = framesOf(session_.playback.value(), kMostTimes);
  reading_.cancel();
  if (!shapes_ || shapes_->shapes().empty() || times_.empty()) return;
  reading_.start([this, subject = subject_, shapes = shapes_, times = times_,
                  now = session_.playback.value().timeCode()](
                     const TaskRun& run) -> LatestTask::Show {
    auto rows = shapes->weightsOver(times, run.stop);
    const Attribute weights = shapes->weights();
    const QColor color = weights ? theme::ofSource(weights.resolveInfo(now).source) : theme::kDim;
    return [this, rows = std::move(rows), color] {
      for (std::size_t i = 0; i < plots_.size() && i < rows.size(); ++i) {
        plots_[i].weights = rows[i];
        plots_[i].color = color;
      }
      table_->view().viewport()->update();
    };
  });
}

void SkelShapesView::showWeights(std::vector<float> animated) {
  animated_ = std::move(animated);
  showWeights();
}

void SkelShapesView::showWeights() {
  const QScopedValueRollback guard(isShowing_, true);
  const ShapeOverrides& overrides = session_.shapeOverrides.value();
  std::vector<TableModel::Row> rows;
  std::size_t overridden = 0;
  std::size_t malformed = 0;
  if (shapes_) {
    for (std::size_t i = 0; i < shapes_->shapes().size(); ++i) {
      const bool isKnown = i < animated_.size();
      const float animated = isKnown ? animated_[i] : 0.0f;
      const RigShape& shape = shapes_->shapes()[i];
      const ChosenShape id = shapeOf(i);
      const auto instead = overrides.weightOf(id);
      const auto set = overrides.storedWeight(id);
      const bool isSolo = overrides.isSolo(id);
      const bool isBad = !shape.problems.empty();
      plots_[i].isOverridden = instead.has_value();
      overridden += instead ? 1 : 0;
      malformed += isBad ? 1 : 0;
      const QString name = QString::fromStdString(shape.name.string());
      const auto chip = [](const QString& text, bool isLit, const QString& tip) {
        return TableCell{.text = text, .tip = tip, .isBold = isLit};
      };
      rows.push_back({{.text = isBad ? "! " + name : name,
                       .tip = isBad ? joined(shape.problems) : name,
                       .color = isBad ? theme::kError : QColor()},
                      {.text = isKnown ? weightText(instead.value_or(animated)) : QString(),
                       .tip = instead ? tr("Set by hand; animated: %1").arg(double(animated))
                                      : QString::number(double(animated), 'g', 9),
                       .color = instead            ? theme::kWarning
                                : shape.isAnimated ? QColor()
                                                   : theme::kFaint,
                       .isBold = instead.has_value(),
                       .isCode = true},
                      {.text = {}, .tip = tr("Weight over the range")},
                      chip("S", isSolo, tr("Show this shape alone: all others of the rig at 0")),
                      chip("0", set == 0.0f && instead == set, tr("Set this shape to 0")),
                      chip("1", set == 1.0f && instead == set, tr("Set this shape to 1"))});
    }
  }
  QString heading = rows.size() == 1 ? tr("1 shape") : tr("%1 shapes").arg(rows.size());
  if (malformed > 0) heading += tr(", %1 malformed").arg(malformed);
  if (rows.empty()) heading.clear();
  banner_->setVisible(!overrides.isEmpty());
  notice_->setText(overridden > 0
                       ? tr("%1 of %2 weights are set by hand. No layer is edited.")
                             .arg(overridden)
                             .arg(rows.size())
                       : tr("Weights of other shapes are set by hand. No layer is edited."));
  table_->show(heading, std::move(rows),
               shapes_ ? QString::fromStdString(shapes_->whyNone()) : QString());
  table_->view().viewport()->update();
}

void SkelShapesView::showChosen() {
  const QScopedValueRollback guard(isShowing_, true);
  const ChosenShape& chosen = session_.shape.value();
  const bool isHere = shapes_ && chosen && chosen.skeleton == shapes_->skeleton();
  const int row = isHere ? shapes_->indexOf(chosen.shape) : -1;
  QTableView& view = table_->view();
  detail_->setVisible(row >= 0);
  if (row < 0) {
    view.selectionModel()->clear();
    return detail_->clear();
  }
  if (view.currentIndex().row() != row) {
    view.setCurrentIndex(view.model()->index(row, kName));
  }
  const RigShape& shape = shapes_->shapes()[static_cast<std::size_t>(row)];
  const auto dim = [](const QString& text) {
    return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(theme::kDim.name(), text);
  };
  QString html =
      QStringLiteral("<b>%1</b>").arg(QString::fromStdString(shape.name.string()).toHtmlEscaped());
  for (const Path target : shape.targets) {
    html += "<br>" + dim(QString::fromStdString(target.text()).toHtmlEscaped());
  }
  if (!shape.inbetweens.empty()) {
    QStringList weights;
    for (const float weight : shape.inbetweens) weights << QString::number(double(weight), 'g', 6);
    html += "<br>" + dim(tr("in-betweens at %1").arg(weights.join(", ")));
  }
  if (!shape.isAnimated) html += "<br>" + dim(tr("not animated"));
  for (const std::string& problem : shape.problems) {
    html += QStringLiteral("<br><span style=\"color:%1\"><b>!</b></span> %2")
                .arg(theme::kError.name(), QString::fromStdString(problem).toHtmlEscaped());
  }
  detail_->setText(html);
}

void SkelShapesView::act(int row, int column) {
  const ChosenShape shape = shapeOf(static_cast<std::size_t>(row));
  const char* action = column == kAlone  ? "soloShape"
                       : column == kZero ? "zeroShape"
                       : column == kFull ? "fullShape"
                                         : nullptr;
  if (action) session_.perform(action, {shape.skeleton.text(), shape.shape.string()});
}

}  // namespace usdscope
