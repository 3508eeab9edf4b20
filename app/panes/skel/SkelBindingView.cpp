// SPDX-License-Identifier: Apache-2.0
#include "app/panes/skel/SkelBindingView.h"

#include <QHeaderView>
#include <QSplitter>
#include <QTableView>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <algorithm>

#include "app/theme/Theme.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope {
namespace {

QString escaped(const std::string& text) { return QString::fromStdString(text).toHtmlEscaped(); }

QString dim(const QString& html) {
  return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(theme::kDim.name(), html);
}

// Returns the row of one part: its name, its target, and the property that authors it.
QString partOf(const QString& what, const QString& leadsTo,
               const std::optional<SkelBindingSource>& source) {
  QString by = SkelBindingView::tr("not authored");
  if (source) {
    by = SkelBindingView::tr("%1 on &lt;%2&gt; in %3")
             .arg(escaped(source->property), escaped(source->prim.text()), escaped(source->layer));
  }
  return QStringLiteral("<tr><td style=\"padding-right:10px\">%1</td><td>%2<br>%3</td></tr>")
      .arg(dim(what), leadsTo, dim(by));
}

QString pathOr(Path path, const QString& none) {
  return path.isEmpty() ? none : "<b>" + escaped(path.text()) + "</b>";
}

// Returns a short name for a property of a binding.
QString wordOf(const std::string& property) {
  if (property == skel_binding::kGeomBindTransform) return SkelBindingView::tr("bind transform");
  if (property == skel_binding::kJointIndices) return SkelBindingView::tr("joint indices");
  if (property == skel_binding::kJointWeights) return SkelBindingView::tr("joint weights");
  if (property == skel_binding::kSkinningMethod) return SkelBindingView::tr("method");
  if (property == skel_binding::kJoints) return SkelBindingView::tr("joint order");
  if (property == skel_binding::kBlendShapes) return SkelBindingView::tr("blend shapes");
  return QString::fromStdString(property);
}

QString htmlOf(const SkelExplanation& e) {
  QString html = QStringLiteral("<p><b>%1</b> %2</p>")
                     .arg(escaped(e.prim.text()), e.isBound ? SkelBindingView::tr("is bound.")
                                                            : SkelBindingView::tr("is not bound."));
  for (const std::string& sentence : e.ignored) {
    html += QStringLiteral("<p><span style=\"color:%1\"><b>!</b></span> %2</p>")
                .arg(theme::kWarning.name(), escaped(sentence));
  }
  html += "<table cellspacing=\"0\" cellpadding=\"2\">";
  if (e.skeletonSource || e.skeleton != e.prim) {
    html += partOf(SkelBindingView::tr("skeleton"), pathOr(e.skeleton, SkelBindingView::tr("none")),
                   e.skeletonSource);
  }
  html +=
      partOf(SkelBindingView::tr("animation"),
             pathOr(e.animation, SkelBindingView::tr("none, it stays at rest")), e.animationSource);
  for (const SkelBindingSource& source : e.influences) {
    html += partOf(wordOf(source.property), escaped(source.value), source);
  }
  return html + "</table>";
}

QString indexText(int index) { return index < 0 ? QStringLiteral("–") : QString::number(index); }

}  // namespace

SkelBindingView::SkelBindingView(QWidget* parent)
    : QWidget(parent),
      sources_(new QTextBrowser),
      table_(new TablePane({tr("Joint"), tr("Prim"), tr("Skeleton"), tr("Animation"), QString()})) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  auto* split = new QSplitter(Qt::Vertical);
  sources_->setFrameShape(QFrame::NoFrame);
  sources_->setContextMenuPolicy(Qt::NoContextMenu);
  sources_->document()->setDocumentMargin(8);
  table_->cutInTheMiddle(0);
  QHeaderView* header = table_->view().horizontalHeader();
  header->setMinimumSectionSize(36);
  header->setStretchLastSection(false);
  header->setSectionResizeMode(0, QHeaderView::Stretch);
  const int widths[] = {44, 72, 82, 104};
  for (int i = 0; i < 4; ++i) header->resizeSection(i + 1, widths[i]);
  split->addWidget(sources_);
  split->addWidget(table_);
  split->setSizes({400, 400});
  split->setChildrenCollapsible(false);
  layout->addWidget(split);
}

QString SkelBindingView::sources() const { return sources_->toPlainText(); }

void SkelBindingView::showBinding(const SkelExplanation& explanation) {
  const QString html = htmlOf(explanation);
  if (sources_->property("shown").toString() != html) {
    sources_->setProperty("shown", html);
    sources_->setHtml(html);
  }
  std::vector<TableModel::Row> rows;
  std::size_t unmatched = 0;
  std::size_t atRest = 0;
  for (const SkelJointRow& joint : explanation.joints) {
    const bool isUnmatched = joint.inSkeleton < 0;
    const bool isAtRest = !isUnmatched && joint.inAnimation < 0;
    unmatched += isUnmatched ? 1 : 0;
    atRest += isAtRest ? 1 : 0;
    const QColor color = isUnmatched ? theme::kError : isAtRest ? theme::kAtRest : QColor();
    rows.push_back(
        {{.text = QString::fromStdString(joint.name), .color = color, .isBold = isUnmatched},
         {.text = indexText(joint.inMesh), .color = color, .isCode = true},
         {.text = indexText(joint.inSkeleton), .color = color, .isCode = true},
         {.text = indexText(joint.inAnimation), .color = color, .isCode = true},
         {.text = isUnmatched ? tr("✕ unmatched")
                  : isAtRest  ? tr("at rest")
                              : QString(),
          .tip = isUnmatched ? tr("The skeleton has no joint of this name.") : QString(),
          .color = color}});
  }
  QString heading;
  if (!rows.empty()) {
    heading = tr("%1 joint names").arg(rows.size());
    if (unmatched > 0) heading += tr(", %1 unmatched").arg(unmatched);
    if (atRest > 0) heading += tr(", %1 at rest").arg(atRest);
  }
  // An empty column would take room from the names.
  table_->view().setColumnHidden(4, unmatched == 0 && atRest == 0);
  table_->show(heading, std::move(rows),
               tr("There is no binding, so there are no joint orders to compare."));
}

}  // namespace usdscope
