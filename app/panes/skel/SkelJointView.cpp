// SPDX-License-Identifier: Apache-2.0
#include "app/panes/skel/SkelJointView.h"

#include <QHeaderView>
#include <QTableView>
#include <array>

#include "app/panes/skel/AlignedNumbers.h"
#include "app/theme/Theme.h"
#include "engine/report/text/TransformText.h"

namespace usdscope {
namespace {

// Adds the rows of one space. Their numbers are appended to `numbers`, one list for each axis.
void addRows(const QString& space, const glm::dmat4& matrix, std::vector<TableModel::Row>& rows,
             std::array<std::vector<double>, 3>& numbers) {
  const TransformParts parts = partsOf(matrix);
  const QString tip = QString::fromStdString(matrixText(matrix));
  const std::pair<QString, glm::dvec3> lines[] = {
      {SkelJointView::tr("translate"), parts.translation},
      {SkelJointView::tr("rotate °"), parts.rotationDegrees},
      {parts.isWhole ? SkelJointView::tr("scale") : SkelJointView::tr("scale, and shear"),
       parts.scale}};
  for (const auto& [name, value] : lines) {
    TableModel::Row row(5);
    if (&name == &lines[0].first) row[0] = {.text = space, .tip = tip, .isBold = true};
    row[1] = {.text = name, .tip = tip, .color = theme::kDim};
    for (int axis = 0; axis < 3; ++axis) {
      row[std::size_t(axis) + 2] = {.tip = QString::number(value[axis], 'g', 17) + "\n" + tip,
                                    .isCode = true};
    }
    for (std::size_t axis = 0; axis < 3; ++axis) numbers[axis].push_back(value[int(axis)]);
    rows.push_back(std::move(row));
  }
}

}  // namespace

SkelJointView::SkelJointView(QWidget* parent)
    : TablePane({tr("Space"), QString(), tr("x"), tr("y"), tr("z")}, parent) {
  setProperty("contextMenu", "joint");
  view().setSelectionMode(QAbstractItemView::NoSelection);
  QHeaderView* header = view().horizontalHeader();
  header->setMinimumSectionSize(36);
  header->setStretchLastSection(false);
  // A number that is cut off would read as another one, so these columns never shrink.
  for (const int column : {2, 3, 4}) {
    header->setSectionResizeMode(column, QHeaderView::ResizeToContents);
  }
}

void SkelJointView::showEvent(QShowEvent* event) {
  TablePane::showEvent(event);
  view().horizontalHeader()->resizeSection(0, 80);
  view().horizontalHeader()->resizeSection(1, 72);
}

void SkelJointView::showNoJoint() {
  show({}, {},
       tr("Choose a joint to see where it is: in the tree above, or by its bone in the picture."));
}

void SkelJointView::showJoint(Token joint, const std::optional<JointPlace>& place) {
  if (!place) {
    return show({}, {},
                tr("This skeleton has no usable rest transforms, so its joints have no places."));
  }
  std::vector<TableModel::Row> rows;
  std::array<std::vector<double>, 3> numbers;
  addRows(tr("Local"), place->parentFromJoint, rows, numbers);
  addRows(tr("Skeleton"), place->skelFromJoint, rows, numbers);
  addRows(tr("World"), place->worldFromJoint, rows, numbers);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const QStringList texts = alignedNumbers(numbers[axis]);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i][axis + 2].text = texts[qsizetype(i)];
  }
  show(QString::fromStdString(joint.string()), std::move(rows), {});
}

}  // namespace usdscope
