// SPDX-License-Identifier: Apache-2.0
#include "app/window/ColorSheet.h"

#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/panes/TablePane.h"
#include "app/session/ObserveSubject.h"
#include "app/theme/Theme.h"

namespace usdscope {
namespace {

constexpr int kSampleWidth = 150;

}  // namespace

ColorSheet::ColorSheet(Session& session, QWidget* parent) : QDialog(parent) {
  setObjectName("colors");
  setWindowTitle(tr("Colours"));
  resize(560, 620);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 8);
  table_ = new TablePane({tr("Looks like"), tr("Means")});
  table_->view().setColumnWidth(0, kSampleWidth);
  table_->view().setSelectionMode(QAbstractItemView::NoSelection);
  layout->addWidget(table_);
  auto* safe = new QToolButton;
  safe->setText(tr("Colour-Blind Safe"));
  safe->setToolTip(
      tr("Colours of value sources that people with colour blindness can distinguish"));
  safe->setCheckable(true);
  safe->setObjectName("safeColors");
  layout->addWidget(safe);
  connect(safe, &QToolButton::clicked, this, [&session] { session.perform("safeColors"); });
  session.view.observe(this,
                       [safe](const ViewSettings& view) { safe->setChecked(view.safeColors); });
  observeColors(session, this, [this] { showRows(); });
  showRows();
}

void ColorSheet::showRows() {
  std::vector<TableModel::Row> rows;
  const auto heading = [&](const QString& text) {
    rows.push_back({{text, {}, theme::kDim, true}, {}});
  };
  const auto add = [&](const TableCell& sample, const QString& meaning) {
    rows.push_back({sample, {meaning}});
  };
  heading(tr("Values"));
  const struct {
    ValueSource source;
    QString sample;
    QString meaning;
  } sources[] = {
      {ValueSource::Default, tr("Default"), tr("The value has no time; a layer authors it.")},
      {ValueSource::TimeSamples, tr("Samples"), tr("Time samples of a layer give the value.")},
      {ValueSource::Spline, tr("Spline"), tr("A spline of a layer gives the value.")},
      {ValueSource::Clips, tr("Clips"), tr("A value clip gives the value.")},
      {ValueSource::Fallback, tr("Fallback"), tr("Nobody authors a value; the schema has one.")},
      {ValueSource::None, tr("None"), tr("There is no value.")},
  };
  for (const auto& each : sources)
    add({each.sample, {}, theme::ofSource(each.source)}, each.meaning);
  add({tr("Relationship"), {}, theme::ofRelationship()}, tr("A relationship, or a computed row."));
  add({QStringLiteral("1.5"), {}, {}, true, false, true},
      tr("A sample stands at exactly this time, or the value has no time."));
  add({QStringLiteral("1.5"), {}, {}, false, true, true},
      tr("The value is interpolated between two samples."));
  add({QStringLiteral("⇤ ⇥")}, tr("Held before the first sample, after the last one."));
  add({QStringLiteral("⊘")}, tr("Blocked: the layer says that there is no value."));
  heading(tr("Prims"));
  add({tr("Name"), {}, {}, true}, tr("A defined prim."));
  add({tr("Name"), {}, {}, false, true}, tr("An over without a definition."));
  add({tr("Name"), {}, theme::kHasArcs}, tr("References, payloads or other arcs begin here."));
  add({tr("Name"), {}, theme::kInstance}, tr("An instance."));
  add({tr("Name"), {}, theme::kPrototype}, tr("A prototype, or a part of one."));
  add({tr("Name"), {}, theme::kFaint}, tr("Inactive or invisible."));
  table_->show({}, std::move(rows), {});
}

}  // namespace usdscope
