// SPDX-License-Identifier: Apache-2.0
#include "engine/report/clips/ClipAttributes.h"

#include <algorithm>

#include "engine/base/Hash.h"
#include "engine/base/Parallel.h"
#include "engine/report/clips/ClipContentsStore.h"
#include "engine/value/TimeSamples.h"
#include "engine/value/TypeName.h"

namespace usdscope {
namespace {

// Composition follows these fields, but clips ignore them.
bool hasArcFields(const PrimSpec& spec) {
  for (const Token field : {fields::kReferences, fields::kPayload, fields::kInheritPaths,
                            fields::kSpecializes, fields::kVariantSetNames}) {
    if (spec.hasField(field)) return true;
  }
  return false;
}

bool isEqual(const TableRange& a, const TableRange& b) {
  return a.begin == b.begin && a.count == b.count;
}

// Whether two layers have the same specs with the same fields. The values may differ.
bool haveEqualSpecs(const Layer& a, const Layer& b) {
  const LayerTables& x = a.tables();
  const LayerTables& y = b.tables();
  const auto isEqualPrim = [](const PrimSpecRow& p, const PrimSpecRow& q) {
    return p.path == q.path && p.parent == q.parent && isEqual(p.fields, q.fields) &&
           isEqual(p.children, q.children) && isEqual(p.properties, q.properties);
  };
  const auto isEqualProperty = [](const PropertySpecRow& p, const PropertySpecRow& q) {
    return p.name == q.name && p.prim == q.prim && p.kind == q.kind &&
           p.fieldsBegin == q.fieldsBegin && p.fieldCount == q.fieldCount;
  };
  return x.fieldNames == y.fieldNames && x.childRows == y.childRows &&
         std::ranges::equal(x.prims, y.prims, isEqualPrim) &&
         std::ranges::equal(x.properties, y.properties, isEqualProperty);
}

}  // namespace

Path clipPathOnStage(Path anchor, const ClipSet& set, Path inClips) {
  return inClips.withPrefixReplaced(set.primPath(), anchor);
}

Attribute clipAttributeOnStage(const Prim& anchor, const ClipSet& set, Path inClips) {
  const Path path = clipPathOnStage(anchor.path(), set, inClips);
  const Prim prim = anchor.stage().primAt(path.primPath());
  return prim ? prim.attribute(inClips.name()) : Attribute();
}

Token typeReadFromClips(const Prim& anchor, const ClipSet& set, Path inClips) {
  if (const Attribute attribute = clipAttributeOnStage(anchor, set, inClips)) {
    return attribute.typeName();
  }
  const auto manifest = set.manifest();
  const PropertySpec spec = manifest ? manifest->findProperty(inClips) : PropertySpec();
  return spec ? spec.typeName() : Token();
}

std::vector<std::vector<std::size_t>> clipsByFile(const ClipSet& set) {
  std::unordered_map<std::size_t, std::size_t> numbers;
  std::vector<std::vector<std::size_t>> clips;
  for (std::size_t i = 0; i < set.clips().size(); ++i) {
    const auto [found, isNew] = numbers.try_emplace(set.clips()[i].file, clips.size());
    if (isNew) clips.emplace_back();
    clips[found->second].push_back(i);
  }
  return clips;
}

bool isAnimatedInClip(const PropertySpec& property) {
  if (!property.isAttribute()) return false;
  return property.hasField(fields::kTimeSamples) || property.hasField(fields::kSpline);
}

bool canBeReadAs(const PropertySpec& property, Token typeName) {
  const TypeName* const own = findTypeName(property.typeName());
  const TypeName* const wanted = findTypeName(typeName);
  if (!own || !wanted) return true;
  return own->kind == wanted->kind && own->isArray == wanted->isArray;
}

/// An attribute of a reader.
struct ClipContentsReader::Wanted {
  Path path;
  Token typeName;  ///< The type with which it is read.
  bool hasSplines = false;
};

/// The places of attributes in clips with equal specs.
struct ClipContentsReader::Places {
  struct Place {
    std::uint32_t row = 0;     ///< Row of the property.
    std::uint32_t number = 0;  ///< Number in wanted_.
  };

  bool hasPrim = false;
  bool hasArcs = false;
  std::vector<Place> found;  ///< Animated attributes that are wanted.
  std::vector<Path> undeclared;
};

ClipContentsReader::ClipContentsReader(const Prim& anchor, std::shared_ptr<const ClipSet> set,
                                       const std::vector<Path>& attributes,
                                       ClipContentsStore* store)
    : set_(std::move(set)),
      layers_(anchor.stage().layers()),
      files_(std::make_shared<ClipFiles>(layers_, 0)),
      store_(store),
      wantedHash_(std::hash<Path>()(set_->primPath())) {
  for (const Path path : attributes) {
    numberOf_.emplace(path, static_cast<std::uint32_t>(wanted_.size()));
    const Wanted& wanted = wanted_.emplace_back(
        Wanted{path, typeReadFromClips(anchor, *set_, path), set_->hasSplines(path)});
    wantedHash_ = hashCombine(wantedHash_, std::hash<Path>()(path));
    wantedHash_ = hashCombine(wantedHash_, std::hash<Token>()(wanted.typeName));
    wantedHash_ = hashCombine(wantedHash_, wanted.hasSplines ? 1 : 0);
  }
}

ClipContentsReader::~ClipContentsReader() = default;

std::shared_ptr<const ClipContentsReader::Places> ClipContentsReader::placesIn(
    const std::shared_ptr<const Layer>& layer) const {
  std::shared_ptr<const Layer> last;
  std::shared_ptr<const Places> before;
  {
    const std::lock_guard lock(mutex_);
    last = last_;
    before = places_;
  }
  const auto keep = [&](std::shared_ptr<const Places> places) {
    const std::lock_guard lock(mutex_);
    last_ = layer;
    places_ = std::move(places);
  };
  if (last && haveEqualSpecs(*last, *layer)) {
    keep(before);
    return before;
  }
  auto places = std::make_shared<Places>();
  places->hasArcs = layer->pseudoRoot().hasField(fields::kSubLayers);
  const PrimSpec top = layer->findPrim(set_->primPath());
  places->hasPrim = bool(top);
  std::vector<PrimSpec> open;
  if (top) open.push_back(top);
  while (!open.empty()) {
    const PrimSpec spec = open.back();
    open.pop_back();
    for (std::size_t i = spec.childCount(); i-- > 0;) open.push_back(spec.child(i));
    places->hasArcs = places->hasArcs || hasArcFields(spec);
    for (std::size_t i = 0; i < spec.propertyCount(); ++i) {
      const PropertySpec property = spec.property(i);
      if (!isAnimatedInClip(property)) continue;
      const auto number = numberOf_.find(property.path());
      if (number == numberOf_.end()) {
        places->undeclared.push_back(property.path());
      } else {
        places->found.push_back({property.row(), number->second});
      }
    }
  }
  keep(places);
  return places;
}

// Returns the key of a file in the store; empty if its contents must not be kept.
std::optional<ClipContentsKey> ClipContentsReader::keyOf(const std::string& assetPath) const {
  if (!store_) return std::nullopt;
  const std::string& anchor = set_->definition().layer->identifier();
  std::string identifier = layers_.resolver().identifierFor(assetPath, anchor);
  if (identifier.empty()) return std::nullopt;
  // Edits of an open layer do not change its file.
  const auto open = layers_.find(identifier);
  if (open && open->layer) return std::nullopt;
  const auto time = layers_.resolver().modificationTime(identifier);
  if (!time) return std::nullopt;
  return ClipContentsKey{std::move(identifier), *time, wantedHash_};
}

ClipContents ClipContentsReader::read(std::size_t clip) const {
  ClipContents contents;
  contents.hasValues.resize(wanted_.size());
  // A clip in memory may be an earlier version of the file: nothing is kept of it.
  if (const auto layer = set_->residentLayerOf(clip)) {
    takeLayer(layer, contents);
    return contents;
  }
  const ClipSetDefinition& definition = set_->definition();
  const ClipFile file((*definition.assetPaths)[set_->clips()[clip].file], definition);
  // The time is taken before the file is read, so that a change while it is read is noticed.
  const auto key = keyOf(file.assetPath());
  std::optional<ClipContentsStore::Turn> turn;
  if (key) {
    if (const auto known = store_->find(*key)) return *known;
    // Problems and the Clips pane may read the same clips at once.
    turn.emplace(*store_, key->file);
    if (const auto known = store_->find(*key)) return *known;
  }
  std::shared_ptr<const Layer> layer;
  runIsolated([&] { layer = file.layerOnce(*files_); });
  if (!layer) {
    // The stage reports clips that it cannot read.
    contents.fault = set_->faultOf(clip);
    if (!contents.fault) contents.fault = file.fault(*files_);
    return contents;
  }
  takeLayer(layer, contents);
  if (key) store_->keep(*key, contents);
  return contents;
}

void ClipContentsReader::takeLayer(const std::shared_ptr<const Layer>& layer,
                                   ClipContents& contents) const {
  contents.timeCodesPerSecond = timeCodesPerSecond(*layer);
  const auto places = placesIn(layer);
  contents.hasPrim = places->hasPrim;
  contents.hasArcs = places->hasArcs;
  contents.undeclared = places->undeclared;
  for (const Places::Place& place : places->found) {
    const PropertySpec property(layer.get(), place.row);
    const Wanted& wanted = wanted_[place.number];
    if (wanted.hasSplines) {
      contents.hasValues[place.number] = property.hasField(fields::kSpline);
    } else {
      const Value field = property.field(fields::kTimeSamples);
      const auto* samples = field.find<TimeSamples>();
      contents.hasValues[place.number] = samples && !samples->isEmpty();
    }
    const Token own = property.typeName();
    if (own == wanted.typeName || canBeReadAs(property, wanted.typeName)) continue;
    contents.otherTypes.emplace_back(place.number, own);
  }
}

}  // namespace usdscope
