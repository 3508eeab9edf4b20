// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>

#include "app/session/edits/EditTargetChoice.h"
#include "engine/stage/Stage.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// The value of a property or of a field as text that the user can edit.
struct EditableValue {
  Path object;           ///< The property; for a field, its property or prim, or `/`.
  Token field;           ///< The field; empty for the value of a property.
  std::string clipSet;   ///< The clip set, if the value is an entry of it.
  std::string clipKey;   ///< The entry of the clip set.
  std::string typeName;  ///< The type of the value; empty for a relationship.
  /// The value at the playhead in the spelling of usda; for a relationship, its targets.
  std::string text;
  /// The place of a new value: "the default in the session layer", "frame 12 in shot.usda".
  std::string place;
  std::string problem;  ///< A sentence that says why the value cannot be edited; else empty.

  bool isRelationship() const { return typeName.empty(); }
};

/// Resolves the value of a property, so that it can be edited in a target. Not for the GUI thread.
EditableValue editableValue(const Stage& stage, const EditTargetState& target, Path property,
                            TimeCode time);

/// Like editableValue(), for a field of a prim, a property or the stage (`/`).
EditableValue editableField(const Stage& stage, const EditTargetState& target, Path object,
                            Token field);
/// Like editableValue(), for an entry of a clip set that a prim has.
EditableValue editableClipEntry(const Stage& stage, const EditTargetState& target, Path prim,
                                const std::string& set, const std::string& key);

/// Returns the findings that the clip doctor would have if an entry of a clip set had the value in
/// `text`, one a line; empty if there are none or the text is not a value. Reads clips. Not for the
/// GUI thread.
std::string clipFindingsText(const Stage& stage, const EditTargetState& target,
                             const EditableValue& value, const std::string& text,
                             const std::stop_token& stop);

/// Targets from text: `</A>, </B.c>`.
struct TargetsFromText {
  std::vector<Path> targets;
  std::string problem;  ///< A sentence with the word that is not a path; empty on success.
};
TargetsFromText targetsFromText(const std::string& text);

/// Returns a sentence that says why a text is not a value of the property, with the column and what
/// was expected; else empty. Resolves nothing.
std::string whyNotText(const EditableValue& value, const std::string& text);

}  // namespace usdscope
