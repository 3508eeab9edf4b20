// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/report/text/LayerNames.h"
#include "engine/report/text/ValueJson.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// The data that all sections of a dump share.
struct DumpContext {
  explicit DumpContext(const Stage& stage);

  Json json(const Value& value) const { return valueToJson(value, names); }

  const Stage& stage;
  LayerNames names;
  /// The times at which transforms and bounds are dumped: ascending, without duplicates.
  std::vector<double> stageTimes;
};

/// Returns a time as the key of a JSON object, formatted like "%.10g".
std::string timeKey(double time);

Json metadataToJson(const std::vector<MetadataEntry>& entries, const DumpContext& context);

// The sections of a dump, each in its own source file.
Json dumpPrim(const Prim& prim, const DumpContext& context);
Json dumpAttribute(const Attribute& attribute, const DumpContext& context);
Json dumpSkel(const DumpContext& context, Diagnostics& problems);
Json dumpRelationship(const Relationship& relationship, const DumpContext& context);

}  // namespace usdscope
