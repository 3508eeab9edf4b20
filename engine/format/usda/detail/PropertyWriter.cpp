// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/PropertyWriter.h"

#include "engine/format/usda/detail/MetadataWriter.h"
#include "engine/format/usda/detail/SplineWriter.h"
#include "engine/value/TimeSamples.h"
#include "engine/value/TypeName.h"

namespace usdscope::usda {
namespace {

// Writes ` = None`, ` = </A>`, or ` = [`, a line for each path, and `]`.
void writePaths(WriteContext& context, const std::vector<Path>& paths, int level) {
  if (paths.empty()) {
    context.out += " = None";
  } else if (paths.size() == 1) {
    context.out += " = ";
    writePath(context, paths[0]);
  } else {
    context.out += " = [\n";
    for (const Path path : paths) {
      context.line(level + 1);
      writePath(context, path);
      context.out += ",\n";
    }
    context.line(level) += ']';
  }
}

// Whether the fields have anything that only metadata in parentheses or a declaration can express.
bool hasMetadata(WriteContext& context, const PropertySpec& property) {
  WriteContext probe;
  const bool has = writeMetadataLines(probe, fieldsOf(property), 0);
  context.need(probe.minorVersion);
  return has;
}

void writeSamples(WriteContext& context, const TimeSamples& samples, int level) {
  context.out += ".timeSamples = {\n";
  for (std::size_t i = 0; i < samples.size(); ++i) {
    appendNumber(context.line(level + 1), samples.times()[i]);
    context.out += ": ";
    writeValue(context, samples.value(i));
    context.out += ",\n";
  }
  context.line(level) += "}\n";
}

void writeAttribute(WriteContext& context, const PropertySpec& attribute, int level) {
  const bool isUniform = attribute.variability() == Variability::Uniform;
  const auto declare = [&] {
    if (isUniform) context.out += "uniform ";
    // Layers keep old names of types (`PointFloat`). The present names are written.
    const TypeName* type = findTypeName(attribute.typeName());
    context.out += (type ? type->name : attribute.typeName()).text();
    context.out += ' ';
    context.out += attribute.name().text();
  };
  const Value value = attribute.field(fields::kDefault);
  const Value samples = attribute.field(fields::kTimeSamples);
  const Value spline = attribute.field(fields::kSpline);
  const Value connections = attribute.field(fields::kConnectionPaths);
  const bool hasMore = samples || spline || connections;

  // Writes the declaration, unless another statement implies it.
  if (value || attribute.isCustom() || !hasMore || hasMetadata(context, attribute)) {
    context.line(level) += attribute.isCustom() ? "custom " : "";
    declare();
    if (value) {
      const std::size_t start = context.out.size();
      context.out += " = ";
      if (!writeValue(context, value)) context.out.resize(start);
    }
    writeMetadata(context, fieldsOf(attribute), level);
    context.out += '\n';
  }
  if (const auto* found = samples.find<TimeSamples>()) {
    context.line(level);
    declare();
    writeSamples(context, *found, level);
  }
  if (const auto* found = spline.find<Spline>()) {
    context.line(level);
    declare();
    context.out += ".spline = ";
    writeSpline(context, *found, level);
    context.out += '\n';
  }
  if (const auto* found = connections.find<ListOp<Path>>()) {
    forEachEdit(*found, [&](ListEdit edit, const std::vector<Path>& paths) {
      context.line(level);
      writeEdit(context, edit);
      declare();
      context.out += ".connect";
      writePaths(context, paths, level);
      context.out += '\n';
    });
  }
}

void writeRelationship(WriteContext& context, const PropertySpec& relationship, int level) {
  const bool isVarying = relationship.variability() == Variability::Varying;
  const auto declare = [&] {
    context.out += isVarying ? "varying rel " : "rel ";
    context.out += relationship.name().text();
  };
  const Value targets = relationship.field(fields::kTargetPaths);
  const auto* op = targets.find<ListOp<Path>>();
  const bool isEdit = op && !op->isExplicit;

  // Writes the declaration, with the targets if they are an explicit list.
  if (!isEdit || op->isNoOp() || relationship.isCustom() || hasMetadata(context, relationship)) {
    context.line(level) += relationship.isCustom() ? "custom " : "";
    declare();
    if (op && op->isExplicit) writePaths(context, op->explicitItems, level);
    writeMetadata(context, fieldsOf(relationship), level);
    context.out += '\n';
  }
  if (isEdit) {
    forEachEdit(*op, [&](ListEdit edit, const std::vector<Path>& paths) {
      context.line(level);
      writeEdit(context, edit);
      declare();
      writePaths(context, paths, level);
      context.out += '\n';
    });
  }
  const Value value = relationship.field(fields::kDefault);
  if (const auto* path = value.find<Path>()) {
    context.line(level);
    declare();
    context.out += ".default = ";
    writePath(context, *path);
    context.line(level) += '\n';  // The reference puts spaces there.
  }
}

}  // namespace

void writeProperty(WriteContext& context, const PropertySpec& property, int level) {
  if (property.isAttribute()) {
    writeAttribute(context, property, level);
  } else {
    writeRelationship(context, property, level);
  }
}

}  // namespace usdscope::usda
