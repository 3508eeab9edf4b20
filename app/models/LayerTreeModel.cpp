// SPDX-License-Identifier: Apache-2.0
#include "app/models/LayerTreeModel.h"

#include <QColor>
#include <QDateTime>
#include <QFont>
#include <QLocale>
#include <QPainter>
#include <QPixmap>
#include <algorithm>

#include "app/theme/Icons.h"
#include "app/theme/Theme.h"
#include "app/theme/Utf8Text.h"
#include "engine/report/text/ValueText.h"

namespace usdscope {
namespace {

using Role = LayerTreeRow::Role;
using State = LayerTreeRow::State;
constexpr std::size_t kMostOffsets = 12;  // In a tooltip.

QString number(double value) { return textOf(numberToText(value)); }
QString count(std::size_t value) { return QLocale(QLocale::English).toString(qulonglong(value)); }

QString offsetAndScale(const LayerOffset& offset) {
  return QStringLiteral("(%1, %2)").arg(number(offset.offset), number(offset.scale));
}

QString arcText(const LayerTreeRow& row) {
  QString text;
  switch (row.role) {
    case Role::Session:
      return QStringLiteral("session");
    case Role::Root:
      return QStringLiteral("root");
    case Role::Sublayer:
      return QStringLiteral("sublayer");
    case Role::Manifest:
      return QStringLiteral("manifest");
    case Role::Clip:
      return QStringLiteral("clip");
    case Role::Reference:
      text = QStringLiteral("reference");
      break;
    case Role::Payload:
      text = QStringLiteral("payload");
      break;
    case Role::ClipSet:
      text = QStringLiteral("clip set");
      break;
  }
  if (row.primCount > 1) text += QStringLiteral(" ×") + count(row.primCount);
  if (row.state == State::NotLoaded) text += QStringLiteral(", not loaded");
  if (row.isRepeated) text += QStringLiteral(", repeated");
  return text;
}

QString sizeText(const LayerTreeRow& row) {
  return row.byteSize ? QLocale(QLocale::English).formattedDataSize(qint64(*row.byteSize), 1)
                      : QString();
}

QString dateText(const LayerTreeRow& row) {
  if (!row.modificationTime) return {};
  return QDateTime::fromMSecsSinceEpoch(*row.modificationTime / 1'000'000)
      .toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

QPixmap drawnDot(const QColor& color) {
  constexpr int kSize = 16;
  QPixmap pixmap(kSize * 2, kSize * 2);
  pixmap.setDevicePixelRatio(2.0);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(color);
  painter.drawEllipse(QRectF(5, 5, 6, 6));
  return pixmap;
}

// In a selected row, the dot is as dark as the text.
QIcon drawnBadge(const QColor& color) {
  QIcon badge(drawnDot(color));
  badge.addPixmap(drawnDot(color.alpha() > 0 ? theme::kOnSelection : color), QIcon::Selected);
  return badge;
}

}  // namespace

LayerTreeModel::LayerTreeModel(QObject* parent)
    : QAbstractItemModel(parent),
      noBadge_(drawnBadge(Qt::transparent)),
      unreadableBadge_(theme::icon("error")),
      faultyBadge_(theme::icon("warning")),
      touchingBadge_(drawnBadge(theme::kSelection)) {}

void LayerTreeModel::setTree(std::shared_ptr<const LayerTree> tree) {
  beginResetModel();
  tree_ = std::move(tree);
  const std::size_t rowCount = tree_ ? tree_->rows.size() : 0;
  children_.assign(rowCount + 1, {});
  positions_.assign(rowCount, 0);
  for (std::uint32_t row = 0; row < rowCount; ++row) {
    const std::uint32_t parent = tree_->rows[row].parent;
    auto& siblings = children_[parent == LayerTreeRow::kNone ? rowCount : parent];
    positions_[row] = int(siblings.size());
    siblings.push_back(row);
  }
  endResetModel();
}

void LayerTreeModel::setMutes(const StageState& state) {
  muted_ = state.mutedLayers;
  soloMuted_ = state.soloMuted;
  soloLayer_ = state.soloLayer;
  repaint();
}

void LayerTreeModel::setTouching(std::vector<std::string> identifiers) {
  if (touching_ == identifiers) return;
  touching_ = std::move(identifiers);
  repaint();
}

void LayerTreeModel::setProblems(std::shared_ptr<const ProblemMarks> marks) {
  if (problems_ == marks) return;
  problems_ = std::move(marks);
  repaint();
}

std::optional<Severity> LayerTreeModel::problemOf(const LayerTreeRow& row) const {
  if (!problems_ || row.role == Role::ClipSet) return std::nullopt;
  return problems_->ofLayer(row.identifier);
}

void LayerTreeModel::repaint() {
  for (const auto& siblings : children_) {
    if (siblings.empty()) continue;
    Q_EMIT dataChanged(
        createIndex(0, 0, quintptr(siblings.front())),
        createIndex(int(siblings.size()) - 1, kColumnCount - 1, quintptr(siblings.back())));
  }
}

const LayerTreeRow& LayerTreeModel::rowOf(const QModelIndex& index) const {
  return tree_->rows[index.internalId()];
}

std::string LayerTreeModel::keyOf(const QModelIndex& index) const {
  std::string key;
  for (QModelIndex at = index; at.isValid(); at = at.parent()) {
    const LayerTreeRow& row = rowOf(at);
    key += row.identifier + '\t' + row.name + '\t' + std::to_string(int(row.role)) + '\n';
  }
  return key;
}

bool LayerTreeModel::isMessage(const QModelIndex& index) const {
  return rowOf(index).state == State::Unreadable;
}

QModelIndex LayerTreeModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  const auto& siblings = parent.isValid() ? children_[parent.internalId()] : children_.back();
  return createIndex(row, column, quintptr(siblings[std::size_t(row)]));
}

QModelIndex LayerTreeModel::parent(const QModelIndex& index) const {
  if (!index.isValid()) return {};
  const std::uint32_t parent = rowOf(index).parent;
  return parent == LayerTreeRow::kNone ? QModelIndex()
                                       : createIndex(positions_[parent], 0, quintptr(parent));
}

int LayerTreeModel::rowCount(const QModelIndex& parent) const {
  if (parent.column() > 0 || children_.empty()) return 0;
  return int((parent.isValid() ? children_[parent.internalId()] : children_.back()).size());
}

int LayerTreeModel::columnCount(const QModelIndex&) const { return kColumnCount; }

bool LayerTreeModel::isMuted(const LayerTreeRow& row) const {
  return muted_.contains(row.identifier) || soloMuted_.contains(row.identifier);
}

QString LayerTreeModel::text(const LayerTreeRow& row, int column) const {
  switch (column) {
    case kLayer:
      if (row.role == Role::ClipSet) {
        return tr("clips: %1").arg(row.name.empty() ? tr("(no name)") : textOf(row.name));
      }
      if (row.state == State::Unreadable) {
        return QStringLiteral("%1   %2").arg(textOf(row.name), textOf(row.problem));
      }
      return textOf(row.name) + (row.isDirty ? QStringLiteral(" *") : QString());
    case kArc:
      return arcText(row);
    case kOffset:
      if (row.offsets.size() > 1) return tr("%1 offsets").arg(count(row.offsets.size()));
      if (row.offsets.empty() || row.offsets[0].isIdentity()) return {};
      return offsetAndScale(row.offsets[0]);
    case kRate:
      return row.timeCodesPerSecond ? number(*row.timeCodesPerSecond) : QString();
    case kSize:
      return sizeText(row);
    case kDate:
      return dateText(row);
    default:
      if (!row.canBeMuted()) return {};
      if (muted_.contains(row.identifier)) return tr("Muted");
      if (row.identifier == soloLayer_) return tr("Solo");
      return soloMuted_.contains(row.identifier) ? tr("muted") : QStringLiteral("·");
  }
}

QString LayerTreeModel::tip(const LayerTreeRow& row, int column) const {
  if (column == kOffset && !row.offsets.empty()) {
    QStringList lines = {tr("Layer time to stage time: offset, scale")};
    for (std::size_t i = 0; i < std::min(row.offsets.size(), kMostOffsets); ++i) {
      lines << offsetAndScale(row.offsets[i]);
    }
    if (row.offsets.size() > kMostOffsets) lines << QStringLiteral("…");
    return lines.join('\n');
  }
  if (column == kRate && row.timeCodesPerSecond) {
    return row.isRateAuthored ? tr("time codes per second")
                              : tr("time codes per second; the layer does not say");
  }
  if (column == kMute && row.canBeMuted()) {
    return tr("Click: mute or unmute\nHold: mute as long as you hold\nAlt + click: solo");
  }
  if (column == kMute && (row.role == Role::Clip || row.role == Role::Manifest)) {
    return tr("Value clips cannot be muted; mute the layer that names them.");
  }
  QStringList lines;
  if (!row.problem.empty()) lines << textOf(row.problem);
  if (!row.identifier.empty()) lines << textOf(row.identifier);
  if (!row.folder.empty()) lines << tr("in %1").arg(textOf(row.folder));
  if (row.primCount == 1) lines << tr("at %1").arg(textOf(row.firstPrim.text()));
  if (row.primCount > 1) {
    lines << tr("at %1 prims, the first is %2")
                 .arg(count(row.primCount), textOf(row.firstPrim.text()));
  }
  if (row.isRepeated) lines << tr("The layers below it are listed at another arc to it.");
  if (row.isDirty) lines << tr("* It has edits that are not saved.");
  if (row.isChangedOnDisk) lines << tr("The file has changed since it was read.");
  if (const auto severity = problemOf(row)) {
    lines << (*severity == Severity::Error ? tr("✖ It has errors; see Problems.")
                                           : tr("▲ It has warnings; see Problems."));
  }
  if (std::ranges::binary_search(touching_, row.identifier) && !row.identifier.empty()) {
    lines << tr("● The selected prims have opinions from here.");
  }
  return lines.join('\n');
}

QVariant LayerTreeModel::color(const LayerTreeRow& row, int column) const {
  if (row.state == State::Unreadable) return theme::kError;
  const bool isSilent = isMuted(row) || row.state == State::NotLoaded;
  const bool isClips =
      row.role == Role::ClipSet || row.role == Role::Clip || row.role == Role::Manifest;
  if (column == kMute) {
    if (muted_.contains(row.identifier)) return theme::kWarning;
    return row.identifier == soloLayer_ ? theme::kPlayhead : theme::kFaint;
  }
  if (isSilent) return theme::kFaint;
  if (column == kLayer) return isClips ? QVariant(theme::ofSource(ValueSource::Clips)) : QVariant();
  if (column == kDate && row.isChangedOnDisk) return theme::kWarning;
  if (column == kRate && !row.isRateAuthored) return theme::kFaint;
  return theme::kDim;
}

QVariant LayerTreeModel::font(const LayerTreeRow& row, int column) const {
  QFont font;
  if (column == kLayer && isMuted(row)) font.setStrikeOut(true);
  if (column == kLayer && row.isDirty) font.setBold(true);
  if (column == kMute && row.canBeMuted() && muted_.contains(row.identifier)) font.setBold(true);
  return font;
}

QVariant LayerTreeModel::badge(const LayerTreeRow& row) const {
  if (row.state == State::Unreadable) return unreadableBadge_;
  const bool isTouching =
      !row.identifier.empty() && std::ranges::binary_search(touching_, row.identifier);
  if (isTouching) return touchingBadge_;
  if (const auto severity = problemOf(row)) {
    return *severity == Severity::Error ? unreadableBadge_ : faultyBadge_;
  }
  return row.problem.empty() ? noBadge_ : faultyBadge_;
}

QVariant LayerTreeModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const LayerTreeRow& row = rowOf(index);
  const int column = index.column();
  switch (role) {
    case Qt::DisplayRole:
      return text(row, column);
    case Qt::ToolTipRole:
      return tip(row, column);
    case Qt::ForegroundRole:
      return color(row, column);
    case Qt::FontRole:
      return font(row, column);
    case Qt::DecorationRole:
      return column == kLayer ? badge(row) : QVariant();
    case Qt::TextAlignmentRole:
      if (column == kRate || column == kSize) return int(Qt::AlignRight | Qt::AlignVCenter);
      return column == kMute ? int(Qt::AlignCenter) : int(Qt::AlignLeft | Qt::AlignVCenter);
    default:
      return {};
  }
}

QVariant LayerTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) {
    if (section == kRate || section == kSize) return int(Qt::AlignRight | Qt::AlignVCenter);
    return section == kMute ? int(Qt::AlignCenter) : int(Qt::AlignLeft | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole) return {};
  static constexpr const char* kNames[] = {"Layer", "Arc",  "Offset, Scale", "Rate",
                                           "Size",  "Date", "Mute"};
  return tr(kNames[section]);
}

}  // namespace usdscope
