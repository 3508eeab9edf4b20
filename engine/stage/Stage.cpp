// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/Stage.h"

#include "engine/stage/clips/ClipSetCache.h"
#include "engine/stage/detail/StageRows.h"

namespace usdscope {
namespace {

const Token kStartFrame("startFrame");
const Token kEndFrame("endFrame");
const Token kYAxis("Y");

// A field and its deprecated name, which applies in layers that do not have the field.
struct TimeField {
  Token name;
  Token olderName;

  bool isIn(const Layer& layer) const {
    return layer.pseudoRoot().hasField(name) || layer.pseudoRoot().hasField(olderName);
  }
  double valueIn(const Layer& layer) const {
    const PrimSpec root = layer.pseudoRoot();
    return root.field(root.hasField(name) ? name : olderName).valueOr(0.0);
  }
};

bool hasRange(const Layer& layer) {
  const PrimSpec root = layer.pseudoRoot();
  return (root.hasField(fields::kStartTimeCode) && root.hasField(fields::kEndTimeCode)) ||
         (root.hasField(kStartFrame) && root.hasField(kEndFrame));
}

}  // namespace

Stage::Stage() : rows_(std::make_unique<StageRows>()) {}
Stage::~Stage() = default;

Prim Stage::pseudoRoot() const { return primOfRow(0); }

std::uint32_t Stage::rowCount() const { return rows_->prims.size(); }

Prim Stage::primOfRow(std::uint32_t row) const {
  const Path path = rows_->prims[row].path;
  return path.isEmpty() ? Prim() : Prim(this, row, path);
}

Prim Stage::primAt(Path path) const {
  const std::uint32_t row = rows_->findRow(path);
  return row == kNoRow ? Prim() : Prim(this, row, path);
}

Prim Stage::defaultPrim() const {
  const Token name = rows_->rootLayer->pseudoRoot().field(fields::kDefaultPrim).valueOr(Token());
  if (name.isEmpty()) return {};
  const Path path = Path::fromText(name.text(), Path::root());
  return path.isPrim() ? primAt(path) : Prim();
}

std::vector<Prim> Stage::prototypes() const {
  std::vector<Prim> prims;
  for (const std::uint32_t row : rows_->prototypes) prims.push_back(primOfRow(row));
  return prims;
}

TimeCodeRange Stage::timeCodeRange() const {
  const Layer& session = *rows_->sessionLayer;
  const Layer& root = *rows_->rootLayer;
  const auto valueOf = [&](const TimeField& field) {
    return field.valueIn(field.isIn(session) ? session : root);
  };
  return {.start = valueOf({fields::kStartTimeCode, kStartFrame}),
          .end = valueOf({fields::kEndTimeCode, kEndFrame}),
          .isAuthored = hasRange(session) || hasRange(root)};
}

double Stage::timeCodesPerSecond() const { return rootLayerStack()->timeCodesPerSecond(); }

double Stage::framesPerSecond() const {
  return pseudoRoot().metadata(fields::kFramesPerSecond).valueOr(24.0);
}

Token Stage::upAxis() const { return pseudoRoot().metadata(fields::kUpAxis).valueOr(kYAxis); }

double Stage::metersPerUnit() const {
  return pseudoRoot().metadata(fields::kMetersPerUnit).valueOr(0.01);
}

const std::shared_ptr<const Layer>& Stage::rootLayer() const { return rows_->rootLayer; }
const std::shared_ptr<const Layer>& Stage::sessionLayer() const { return rows_->sessionLayer; }

const LayerStack* Stage::rootLayerStack() const { return &rows_->composer->rootLayerStack(); }

const std::vector<std::shared_ptr<const Layer>>& Stage::usedLayers() const {
  return rows_->usedLayers;
}

const std::vector<CompositionError>& Stage::compositionErrors() const { return rows_->errors; }

std::shared_ptr<const std::vector<std::shared_ptr<const ClipSet>>> Stage::clipSets(
    const Prim& prim) const {
  return rows_->clips->setsOf(prim.row());
}

Diagnostics Stage::clipDiagnostics() const { return rows_->clips->diagnostics(); }

const StageRequest& Stage::request() const { return rows_->request; }
LayerCache& Stage::layers() const { return *rows_->layers; }
const AssetResolver& Stage::resolver() const { return rows_->layers->resolver(); }
const Composer& Stage::composer() const { return *rows_->composer; }

}  // namespace usdscope
