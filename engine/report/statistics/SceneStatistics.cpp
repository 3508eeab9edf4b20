// SPDX-License-Identifier: Apache-2.0
#include "engine/report/statistics/SceneStatistics.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "engine/base/Parallel.h"
#include "engine/report/text/LayerNames.h"
#include "engine/scene/Scene.h"
#include "engine/scene/Stencils.h"
#include "engine/schema/Imageable.h"
#include "engine/schema/SchemaNames.h"
#include "engine/stage/LayerFileFacts.h"
#include "engine/stage/Property.h"
#include "engine/stage/resolve/OpinionWalk.h"

namespace usdscope {
namespace {

// Progress is reported, and stopping noticed, after this many prims.
constexpr std::size_t kChunk = 2048;

// A prim of the subtree, with the purpose that it has there.
struct CountedPrim {
  Prim prim;
  Token purpose;
};

// The purposes that prims of prototypes author, found once.
class KnownPurposes {
 public:
  explicit KnownPurposes(const Stage& stage) : known_(stage.rowCount()) {}

  // The purpose of a prim whose parent has or inherits `inherited`, which is empty if no ancestor
  // authors one. Empty if there is no opinion.
  Token authored(const Prim& prim, Token inherited) {
    Entry& entry = known_[prim.row()];
    if (!entry.isKnown) entry = {authoredPurpose(prim), true};
    return entry.purpose.isEmpty() ? inherited : entry.purpose;
  }

 private:
  struct Entry {
    Token purpose;
    bool isKnown = false;
  };
  std::vector<Entry> known_;
};

// Calls `visit` for each prim of the subtree with the purpose that applies to it by its own or an
// ancestor's opinion, in traversal order. Returns false when `visit` does.
template <typename Visit>
bool visitCounted(const Prim& root, Visit visit) {
  KnownPurposes purposes(root.stage());
  Token inherited;
  for (Prim at = root.parent(); at && !at.isPseudoRoot() && inherited.isEmpty(); at = at.parent()) {
    inherited = authoredPurpose(at);
  }
  std::vector<CountedPrim> waiting = {{root, inherited}};
  while (!waiting.empty()) {
    CountedPrim at = waiting.back();
    waiting.pop_back();
    if (!at.prim.isPseudoRoot()) {
      at.purpose = purposes.authored(at.prim, at.purpose);
      if (!visit(at)) return false;
    }
    const std::vector<Prim> children = at.prim.children();
    for (std::size_t i = children.size(); i-- > 0;) waiting.push_back({children[i], at.purpose});
  }
  return true;
}

// The attributes that count: those with an opinion in a layer or a value from clips.
template <typename Visit>
void visitCountedAttributes(const Prim& prim, Visit visit) {
  const bool mayHaveClips = prim.mayHaveClips();
  for (const Token name : mayHaveClips ? prim.propertyNames() : prim.authoredPropertyNames()) {
    const Attribute attribute = prim.attribute(name);
    if (!attribute) continue;
    if (mayHaveClips && !attribute.isAuthored() && !attribute.hasAuthoredValue()) continue;
    if (!visit(attribute)) return;
  }
}

bool hasAnimation(const Prim& prim) {
  bool isFound = false;
  visitCountedAttributes(prim, [&](const Attribute& attribute) {
    isFound = attribute.mightBeTimeVarying();
    return !isFound;
  });
  return isFound;
}

constexpr std::string_view kAnimatedState = "animated";
constexpr std::string_view kStaticState = "static";
constexpr struct {
  std::string_view name;
  bool (*applies)(const Prim& prim);
} kStates[] = {
    {"active", [](const Prim& prim) { return prim.isActive(); }},
    {"inactive", [](const Prim& prim) { return !prim.isActive(); }},
    {"unloaded", [](const Prim& prim) { return prim.isActive() && !prim.isLoaded(); }},
    {"undefined", [](const Prim& prim) { return !prim.isDefined(); }},
    {"abstract", [](const Prim& prim) { return prim.isAbstract(); }},
    {"instance", [](const Prim& prim) { return prim.isInstance(); }},
    {"model", [](const Prim& prim) { return prim.isModel(); }},
};
constexpr std::size_t kStateCount = std::size(kStates);

// The layers with a spec of the prim, each once.
std::vector<const Layer*> layersOf(const Prim& prim) {
  std::vector<const Layer*> layers;
  for (OpinionWalk walk(prim); walk.next();) layers.push_back(walk.opinion().layer().get());
  std::ranges::sort(layers);
  layers.erase(std::ranges::unique(layers).begin(), layers.end());
  return layers;
}

std::uint64_t elementCount(const Prim& prim, Token name) {
  const Attribute attribute = prim.attribute(name);
  if (!attribute) return 0;
  std::uint64_t count = 0;
  visitData(attribute.value(TimeCode::earliest()), [&](const auto& items) {
    if constexpr (requires { items.span(); }) count = items.size();
  });
  return count;
}

// The sums that a prim adds to a row. They do not depend on the instance that shows the prim.
struct PrimCounts {
  Token type;
  Token kind;
  bool isImageable = false;
  Token fallbackPurpose;
  std::array<bool, kStateCount> states{};
  std::vector<const Layer*> layers;
  StatisticsRow sums;
};

PrimCounts countsOf(const Prim& prim) {
  PrimCounts counts;
  counts.type = prim.typeName();
  counts.kind = prim.kind();
  counts.isImageable = isImageable(prim);
  counts.fallbackPurpose = fallbackPurpose(prim);
  for (std::size_t i = 0; i < kStateCount; ++i) counts.states[i] = kStates[i].applies(prim);
  counts.layers = layersOf(prim);
  StatisticsRow& sums = counts.sums;
  visitCountedAttributes(prim, [&](const Attribute& attribute) {
    ++sums.attributes;
    sums.animatedAttributes += attribute.mightBeTimeVarying() ? 1 : 0;
    return true;
  });
  sums.animatedPrims = sums.animatedAttributes > 0 ? 1 : 0;
  if (prim.isA(types::kMesh)) {
    sums.meshes = 1;
    sums.faces = elementCount(prim, geom::kFaceVertexCounts);
  }
  if (prim.isA(types::kPointBased)) sums.points = elementCount(prim, geom::kPoints);
  if (prim.isA(types::kPointInstancer)) {
    sums.pointInstances = elementCount(prim, geom::kProtoIndices);
  }
  return counts;
}

constexpr std::size_t kNoUse = ~std::size_t(0);

// How often a prim is on the stage with one purpose.
struct PrimUses {
  std::size_t counts = 0;  // Into the counts of prims.
  Token purpose;           // Empty if the fallback applies.
  std::uint64_t prims = 0;
  std::uint64_t instanced = 0;
  std::size_t next = kNoUse;  // The uses of the same prim with another purpose.
};

void addUses(StatisticsRow& row, const StatisticsRow& each, const PrimUses& uses) {
  const std::uint64_t times = uses.prims + uses.instanced;
  row.prims += uses.prims;
  row.instanced += uses.instanced;
  row.animatedPrims += times * each.animatedPrims;
  row.attributes += times * each.attributes;
  row.animatedAttributes += times * each.animatedAttributes;
  row.meshes += times * each.meshes;
  row.points += times * each.points;
  row.faces += times * each.faces;
  row.pointInstances += times * each.pointInstances;
}

std::vector<StatisticsRow> sortedRows(std::map<std::string, StatisticsRow> rows) {
  std::vector<StatisticsRow> sorted;
  for (auto& [name, row] : rows) {
    row.name = name;
    if (row.all() > 0) sorted.push_back(std::move(row));
  }
  std::ranges::stable_sort(sorted, std::ranges::greater{}, &StatisticsRow::all);
  return sorted;
}

// Counts in two steps: how often each prim is on the stage, then what each of them adds.
class StatisticsCounter {
 public:
  StatisticsCounter(const Prim& root, const StatisticsProgress& progress, std::stop_token stop)
      : root_(root), progress_(progress), stop_(std::move(stop)) {}

  std::optional<SceneStatistics> count() {
    if (!findUses() || !findCounts()) return std::nullopt;
    addUp();
    addLayers();
    return std::move(out_);
  }

 private:
  bool findUses() {
    const Stage& stage = root_.stage();
    std::vector<std::size_t> firstUse(stage.rowCount(), kNoUse);
    std::unordered_set<std::uint32_t> prototypes;
    std::size_t visited = 0;
    const bool isComplete = visitCounted(root_, [&](const CountedPrim& at) {
      if (++visited % kChunk == 0 && stop_.stop_requested()) return false;
      const std::uint32_t row = at.prim.row();
      std::size_t use = firstUse[row];
      while (use != kNoUse && uses_[use].purpose != at.purpose) use = uses_[use].next;
      if (use == kNoUse) {
        const bool isNew = firstUse[row] == kNoUse;
        use = uses_.size();
        uses_.push_back({.counts = isNew ? rows_.size() : uses_[firstUse[row]].counts,
                         .purpose = at.purpose,
                         .next = firstUse[row]});
        firstUse[row] = use;
        if (isNew) rows_.push_back(row);
        if (isNew && at.prim.isInstanceProxy()) ++out_.prototypePrims;
      }
      const bool isProxy = at.prim.isInstanceProxy();
      (isProxy ? uses_[use].instanced : uses_[use].prims) += 1;
      if (at.prim.isInstance()) prototypes.insert(at.prim.prototype().row());
      return true;
    });
    out_.prototypes = prototypes.size();
    out_.prototypePrims += prototypes.size();
    return isComplete;
  }

  bool findCounts() {
    counts_.resize(rows_.size());
    for (std::size_t first = 0; first < rows_.size(); first += kChunk) {
      if (stop_.stop_requested()) return false;
      if (progress_) progress_(first, rows_.size());
      parallelFor(std::min(kChunk, rows_.size() - first), 64, [&](std::size_t a, std::size_t b) {
        for (std::size_t i = first + a; i < first + b && !stop_.stop_requested(); ++i) {
          counts_[i] = countsOf(root_.stage().primOfRow(rows_[i]));
        }
      });
    }
    return !stop_.stop_requested();
  }

  void addUp() {
    std::array<std::map<std::string, StatisticsRow>, kStatisticsGroupCount> groups;
    std::unordered_map<const Layer*, StatisticsRow> layers;
    const auto rowsOf = [&](StatisticsGroup group) -> auto& { return groups[std::size_t(group)]; };
    for (const PrimUses& uses : uses_) {
      const PrimCounts& counts = counts_[uses.counts];
      const auto add = [&](StatisticsRow& row) { addUses(row, counts.sums, uses); };
      add(out_.total);
      add(rowsOf(StatisticsGroup::Type)[counts.type.string()]);
      add(rowsOf(StatisticsGroup::Kind)[counts.kind.string()]);
      if (counts.isImageable) {
        const Token purpose = uses.purpose.isEmpty() ? counts.fallbackPurpose : uses.purpose;
        add(rowsOf(StatisticsGroup::Purpose)[purpose.string()]);
      }
      auto& states = rowsOf(StatisticsGroup::State);
      for (std::size_t state = 0; state < kStateCount; ++state) {
        if (counts.states[state]) add(states[std::string(kStates[state].name)]);
      }
      add(states[std::string(counts.sums.animatedPrims > 0 ? kAnimatedState : kStaticState)]);
      for (const Layer* layer : counts.layers) add(layers[layer]);
    }
    for (auto& [layer, row] : layers) {
      rowsOf(StatisticsGroup::Layer)[layer->identifier()] = std::move(row);
    }
    for (std::size_t i = 0; i < kStatisticsGroupCount; ++i) {
      out_.groups[i] = sortedRows(std::move(groups[i]));
    }
  }

  void addLayers() {
    const Stage& stage = root_.stage();
    for (const auto& layer : stage.usedLayers()) {
      const LayerTables& tables = layer->tables();
      const auto bytesOf = [](const auto& table) { return table.size() * sizeof(table[0]); };
      LayerStatistics each;
      each.identifier = layer->identifier();
      each.label = layerLabel(*layer, stage);
      each.primSpecs = tables.prims.empty() ? 0 : tables.prims.size() - 1;
      each.propertySpecs = tables.properties.size();
      // Readers let equal lists of fields share their place, but not always the same ones.
      std::uint64_t fieldCount = 0;
      for (const PrimSpecRow& row : tables.prims) fieldCount += row.fields.count;
      for (const PropertySpecRow& row : tables.properties) fieldCount += row.fieldCount;
      each.tableBytes = bytesOf(tables.prims) + bytesOf(tables.properties) +
                        bytesOf(tables.childRows) + bytesOf(tables.variantRows) +
                        fieldCount * (sizeof(tables.fieldNames[0]) + sizeof(tables.fieldValues[0]));
      each.fileBytes = layerFileFacts(stage, layer->identifier()).byteSize;
      out_.layers.push_back(std::move(each));
    }
  }

  const Prim root_;
  const StatisticsProgress& progress_;
  const std::stop_token stop_;
  SceneStatistics out_;
  std::vector<PrimUses> uses_;
  std::vector<std::uint32_t> rows_;  // Each row of the subtree once.
  std::vector<PrimCounts> counts_;
};

bool isCounted(const CountedPrim& at, StatisticsGroup group, const std::string& name) {
  const Prim& prim = at.prim;
  switch (group) {
    case StatisticsGroup::Type:
      return prim.typeName().text() == name;
    case StatisticsGroup::Kind:
      return prim.kind().text() == name;
    case StatisticsGroup::Purpose:
      return isImageable(prim) &&
             (at.purpose.isEmpty() ? fallbackPurpose(prim) : at.purpose).text() == name;
    case StatisticsGroup::State:
      for (const auto& state : kStates) {
        if (name == state.name) return state.applies(prim);
      }
      return (name == kAnimatedState && hasAnimation(prim)) ||
             (name == kStaticState && !hasAnimation(prim));
    case StatisticsGroup::Layer:
      for (OpinionWalk walk(prim); walk.next();) {
        if (walk.opinion().layer()->identifier() == name) return true;
      }
      return false;
  }
  return false;
}

}  // namespace

std::optional<SceneStatistics> sceneStatistics(const Prim& root, const StatisticsProgress& progress,
                                               std::stop_token stop) {
  return StatisticsCounter(root, progress, std::move(stop)).count();
}

std::vector<Path> countedPrims(const Prim& root, StatisticsGroup group, const std::string& name,
                               std::size_t most, std::stop_token stop) {
  std::vector<Path> found;
  visitCounted(root, [&](const CountedPrim& at) {
    if (isCounted(at, group, name)) found.push_back(at.prim.path());
    return found.size() < most && !stop.stop_requested();
  });
  if (found.size() > most) found.resize(most);
  return found;
}

std::uint64_t pictureBytes(const Scene& scene) {
  std::uint64_t bytes = 0;
  const auto add = [&bytes](const auto& items) {
    bytes += items.size() * sizeof(*std::begin(items));
  };
  std::unordered_set<const void*> known;
  for (const std::vector<Item>* items : {&scene.items.vector(), &scene.bones}) {
    for (const Item& item : *items) {
      add(item.instances);
      add(item.instanceColors);
      if (item.geometry && known.insert(item.geometry.get()).second) {
        const Geometry& shape = *item.geometry;
        add(shape.positions);
        add(shape.normals);
        add(shape.texCoords);
        add(shape.colors);
        add(shape.widths);
        add(shape.indices);
        add(shape.vertexPoints);
        add(shape.primitiveFaces);
      }
      if (item.skin && known.insert(item.skin.get()).second) {
        add(item.skin->joints);
        add(item.skin->weights);
        add(item.skin->blendOffsets);
        if (const auto& refined = item.skin->refined;
            refined && known.insert(refined.get()).second) {
          add(refined->cage->positions);
          add(refined->cage->normals);
          add(refined->cage->vertexPoints);
          add(refined->stencils.firsts);
          add(refined->stencils.sources);
          add(refined->stencils.weights);
          add(refined->vertexRows);
        }
      }
    }
  }
  add(scene.palette);
  add(scene.blendWeights);
  return bytes;
}

}  // namespace usdscope
