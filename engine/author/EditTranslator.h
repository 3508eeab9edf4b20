// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/author/EditTarget.h"
#include "engine/layer/LayerEdit.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// Edits of the layer of an edit target, or the reason why an edit of the stage is impossible.
struct StageEditResult {
  std::vector<LayerEdit> edits;  ///< Empty also when nothing has to change.
  std::string problem;           ///< One sentence; empty when the edit is possible.
  bool isPossible() const { return problem.empty(); }
};

/// Translates edits of prims and properties of a stage to edits of the layer of an edit target:
/// maps paths, times and values, and declares new property specs like the schema or the strongest
/// spec. (UsdStage and its objects, with this edit target.)
///
/// Paths are stage paths, times are stage times. Nothing is changed; applyEdits() does that. Edits
/// of instance proxies, of prototypes, and of what the edit target cannot hold are refused.
/// Requires: the stage outlives it. Thread-safe.
class EditTranslator {
 public:
  EditTranslator(const Stage& stage, EditTarget target)
      : stage_(stage), target_(std::move(target)) {}

  const EditTarget& target() const { return target_; }

  // Values of attributes. (UsdAttribute.)

  /// Sets the default, or a sample at a numeric time. The value has the attribute's type, or is a
  /// ValueBlock, an AnimationBlock (only as default), or an ArrayEdit. Time codes in it are stage
  /// times. Asset paths are written as they are.
  StageEditResult setValue(Path attribute, const Value& value, TimeCode time = {}) const;
  /// Like setValue(), with a value in the spelling of text layers; see valueFromText().
  StageEditResult setText(Path attribute, std::string_view text, TimeCode time = {}) const;
  /// Whether the layer has samples of the attribute, so that a new default would have no effect.
  bool hasSamples(Path attribute) const;
  /// Removes the layer's default, or its sample at a numeric time.
  StageEditResult clear(Path attribute, TimeCode time = {}) const;
  /// Removes the layer's default, samples and spline.
  StageEditResult clearAll(Path attribute) const;
  /// Like clearAll(), with a block as the new default.
  StageEditResult block(Path attribute) const;

  // Metadata. (UsdObject, UsdPrim.)

  /// Sets a field of a prim, a property or, with `/`, of the stage. An empty value clears it.
  /// Fields that hold arcs or values have other functions or cannot be edited.
  StageEditResult setMetadata(Path object, Token field, const Value& value) const;
  StageEditResult setMetadataText(Path object, Token field, std::string_view text) const;
  /// Sets an entry of a dictionary of a prim or the stage. An empty value removes it.
  StageEditResult setMetadataEntry(Path prim, Token field, std::span<const std::string> keys,
                                   const Value& value) const;
  /// Sets an entry of the clip set `set`, for example `active`. An empty value removes it. Times in
  /// it are those of the layer: the reference does not map them either.
  StageEditResult setClipInfo(Path prim, const std::string& set, const std::string& key,
                              const Value& value) const;
  StageEditResult setClipInfoText(Path prim, const std::string& set, const std::string& key,
                                  std::string_view text) const;
  /// Without a value, removes the layer's opinion.
  StageEditResult setActive(Path prim, std::optional<bool> isActive) const;
  StageEditResult setInstanceable(Path prim, std::optional<bool> isInstanceable) const;
  StageEditResult setKind(Path prim, Token kind) const;  ///< The empty token removes the opinion.
  /// Selects a variant; see VariantSelectionEdit.
  StageEditResult selectVariant(Path prim, const std::string& set,
                                std::optional<std::string> variant) const;

  // Attributes of schemas.

  /// Sets `model:drawMode`: `default`, `origin`, `bounds`, `cards` or `inherited`.
  StageEditResult setDrawMode(Path prim, Token mode) const;
  /// Makes a prim visible: ancestors that are invisible at `shownAt` become `inherited`, and their
  /// other children invisible instead. Values are set at `time`. (UsdGeomImageable::MakeVisible.)
  StageEditResult makeVisible(Path prim, TimeCode shownAt, TimeCode time = {}) const;
  StageEditResult makeInvisible(Path prim, TimeCode shownAt, TimeCode time = {}) const;

  // Targets of a relationship, or connections of an attribute. (UsdRelationship, UsdAttribute.)

  StageEditResult setTargets(Path property, std::span<const Path> targets) const;
  StageEditResult addTarget(
      Path property, Path target,
      TargetEdit::Position position = TargetEdit::Position::PrependBack) const;
  StageEditResult removeTarget(Path property, Path target) const;
  StageEditResult clearTargets(Path property) const;

 private:
  struct Place;

  Prim primFor(Path path, std::string& problem) const;
  Path specFor(Path path, std::string& problem) const;
  Place placeOf(Path property, std::optional<PropertyKind> kind) const;
  Attribute attributeAt(Path path) const;
  std::string typeProblem(const Place& place, const Value& value, TimeCode time) const;
  Value layerValue(const Value& value, Path prim) const;
  double layerTime(const Place& place, double stageTime) const;
  StageEditResult setMappedValue(const Place& place, const Value& value, TimeCode time) const;
  StageEditResult setPrimField(Path prim, Token field, Value value) const;
  StageEditResult editTargets(Path property, TargetEdit::Action action,
                              std::span<const Path> targets, TargetEdit::Position position) const;
  std::string fieldProblem(Path object, Token field) const;
  StageEditResult setToken(Path attribute, Token value, TimeCode time) const;

  const Stage& stage_;
  EditTarget target_;
};

}  // namespace usdscope
