// SPDX-License-Identifier: Apache-2.0
#include "app/panes/statistics/StatisticsTables.h"

#include <QCoreApplication>
#include <QLocale>
#include <unordered_map>

namespace usdscope {
namespace {

using Group = StatisticsGroup;

QString tr(const char* text) { return QCoreApplication::translate("Statistics", text); }

StatisticsCell nameCell(const QString& text) { return {.text = text}; }

StatisticsCell countCell(std::uint64_t count) {
  return {.text = groupedNumber(count), .number = double(count)};
}

StatisticsCell bytesCell(std::uint64_t bytes) {
  return {.text = QLocale(QLocale::English).formattedDataSize(qint64(bytes), 1),
          .number = double(bytes),
          .tip = tr("%1 bytes").arg(groupedNumber(bytes))};
}

StatisticsCell shareCell(std::uint64_t part, std::uint64_t whole) {
  const double percent = whole > 0 ? 100.0 * double(part) / double(whole) : 0.0;
  const bool isSmall = part > 0 && percent < 0.1;
  return {.text = isSmall ? QStringLiteral("< 0.1 %") : QString::number(percent, 'f', 1) + " %",
          .number = percent};
}

// The name of a row as the user reads it.
QString nameOf(Group group, const std::string& name) {
  if (!name.empty()) return QString::fromStdString(name);
  return group == Group::Type ? tr("no type") : tr("no kind");
}

QString firstColumn(Group group) {
  switch (group) {
    case Group::Type:
      return tr("Type");
    case Group::Kind:
      return tr("Kind");
    case Group::Purpose:
      return tr("Purpose");
    case Group::State:
      return tr("State");
    case Group::Layer:
      break;
  }
  return tr("Layer");
}

StatisticsTable groupTable(const SceneStatistics& statistics, Group group) {
  StatisticsTable table;
  table.columns = {firstColumn(group), tr("Prims"),    tr("Instanced"),
                   tr("Share"),        tr("Points"),   tr("Faces"),
                   tr("Attributes"),   tr("Animated"), tr("Animated Prims")};
  table.columnTips = {{},
                      tr("Prims, without the parts of instances"),
                      tr("Parts of instances, each as often as it is on the stage"),
                      tr("Share of all prims and parts of instances"),
                      tr("Points of meshes, curves and points at the first sample"),
                      tr("Faces of meshes at the first sample"),
                      tr("Attributes with an opinion, or a value from clips"),
                      tr("Attributes that may vary in time"),
                      tr("Prims with an attribute that may vary in time")};
  for (const StatisticsRow& row : statistics.rows(group)) {
    StatisticsTableRow out;
    out.cells = {nameCell(nameOf(group, row.name)),
                 countCell(row.prims),
                 countCell(row.instanced),
                 shareCell(row.all(), statistics.total.all()),
                 countCell(row.points),
                 countCell(row.faces),
                 countCell(row.attributes),
                 countCell(row.animatedAttributes),
                 countCell(row.animatedPrims)};
    out.tip = tr("A click selects these prims.");
    out.counted = {group, row.name};
    table.rows.push_back(std::move(out));
  }
  return table;
}

StatisticsTable layerTable(const SceneStatistics& statistics) {
  StatisticsTable table;
  table.columns = {tr("Layer"),          tr("Prims"),     tr("Share"), tr("Prim Specs"),
                   tr("Property Specs"), tr("In Memory"), tr("File")};
  table.columnTips = {
      {},
      tr("Prims with an opinion in the layer, with the parts of instances"),
      tr("Share of all prims and parts of instances"),
      tr("Prims and variants that the layer describes"),
      tr("Attributes and relationships that the layer describes"),
      tr("Memory of the tables of specs at most, without values, which are read on demand"),
      tr("Size of the file")};
  std::unordered_map<std::string, std::uint64_t> prims;
  for (const StatisticsRow& row : statistics.rows(Group::Layer)) prims[row.name] = row.all();
  for (const LayerStatistics& layer : statistics.layers) {
    const auto found = prims.find(layer.identifier);
    const std::uint64_t count = found == prims.end() ? 0 : found->second;
    StatisticsTableRow out;
    out.cells = {nameCell(QString::fromStdString(layer.label)),
                 countCell(count),
                 shareCell(count, statistics.total.all()),
                 countCell(layer.primSpecs),
                 countCell(layer.propertySpecs),
                 bytesCell(layer.tableBytes),
                 layer.fileBytes ? bytesCell(*layer.fileBytes)
                                 : StatisticsCell{.text = tr("no file"), .number = 0}};
    out.tip = QString::fromStdString(layer.identifier);
    if (count > 0) out.counted = {Group::Layer, layer.identifier};
    table.rows.push_back(std::move(out));
  }
  return table;
}

// Writes the overview line by line.
class OverviewWriter {
 public:
  explicit OverviewWriter(const SceneStatistics& statistics) : statistics_(statistics) {
    table.columns = {QCoreApplication::translate("Statistics", "Contents"),
                     QCoreApplication::translate("Statistics", "Count"),
                     QCoreApplication::translate("Statistics", "Remark")};
    table.isSortable = false;
  }

  void line(const char* name, StatisticsCell value, const QString& remark = {}) {
    table.rows.push_back(
        {.cells = {nameCell(tr(name)), std::move(value), nameCell(remark)}, .tip = remark});
  }
  void line(const char* name, std::uint64_t count, const QString& remark = {}) {
    line(name, countCell(count), remark);
  }
  // A line whose prims are those of a row of a group.
  void state(const char* name, const char* state) {
    StatisticsRow sum;
    for (const StatisticsRow& row : statistics_.rows(Group::State)) {
      if (row.name == state) sum = row;
    }
    line(name, sum.prims,
         sum.instanced > 0 ? tr("and %1 parts of instances").arg(groupedNumber(sum.instanced))
                           : QString());
    if (sum.all() == 0) return;
    table.rows.back().counted = {Group::State, state};
    table.rows.back().tip = tr("A click selects these prims.");
  }

  StatisticsTable table;

 private:
  const SceneStatistics& statistics_;
};

StatisticsTable overview(const SceneStatistics& statistics,
                         std::optional<std::uint64_t> pictureBytes) {
  OverviewWriter out(statistics);
  const StatisticsRow& total = statistics.total;
  const auto ofInstances = [](std::uint64_t count) {
    return tr("and %1 parts of instances").arg(groupedNumber(count));
  };
  out.line("Prims", total.prims, total.instanced > 0 ? ofInstances(total.instanced) : QString());
  out.state("Active prims", "active");
  out.state("Inactive prims", "inactive");
  out.state("Instances", "instance");
  out.line("Prototypes", statistics.prototypes,
           statistics.prototypes > 0
               ? tr("with %1 prims").arg(groupedNumber(statistics.prototypePrims))
               : QString());
  out.line("Point instances", total.pointInstances);
  out.state("Animated prims", "animated");
  out.state("Static prims", "static");
  out.line("Animated attributes", total.animatedAttributes);
  out.line("Static attributes", total.attributes - total.animatedAttributes,
           tr("with an opinion that does not vary in time"));
  out.line("Meshes", total.meshes, tr("as often as instances show them"));
  out.line("Faces", total.faces);
  out.line("Points", total.points, tr("of meshes, curves and points, at their first sample"));
  std::uint64_t primSpecs = 0;
  std::uint64_t propertySpecs = 0;
  std::uint64_t tableBytes = 0;
  std::uint64_t fileBytes = 0;
  for (const LayerStatistics& layer : statistics.layers) {
    primSpecs += layer.primSpecs;
    propertySpecs += layer.propertySpecs;
    tableBytes += layer.tableBytes;
    fileBytes += layer.fileBytes.value_or(0);
  }
  out.line("Layers", statistics.layers.size(),
           tr("of the whole scene, with %1 prim specs and %2 property specs")
               .arg(groupedNumber(primSpecs), groupedNumber(propertySpecs)));
  out.line("Files of layers", bytesCell(fileBytes), tr("of the whole scene"));
  out.line("Memory of specs", bytesCell(tableBytes),
           tr("at most, of all layers, without values, which are read on demand"));
  if (pictureBytes) {
    out.line("Memory of the picture", bytesCell(*pictureBytes),
             tr("vertices and skinning at this frame, without textures"));
  }
  return std::move(out.table);
}

}  // namespace

QString groupedNumber(std::uint64_t count) {
  return QLocale(QLocale::English).toString(qulonglong(count));
}

StatisticsTable statisticsTable(const SceneStatistics& statistics,
                                std::optional<StatisticsGroup> page,
                                std::optional<std::uint64_t> pictureBytes) {
  if (!page) return overview(statistics, pictureBytes);
  return page == Group::Layer ? layerTable(statistics) : groupTable(statistics, *page);
}

}  // namespace usdscope
