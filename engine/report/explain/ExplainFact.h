// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/Json.h"
#include "engine/stage/Prim.h"
#include "engine/stage/resolve/ResolveInfo.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// The kinds of facts that explainFact functions explain. Values of attributes have an Explanation
/// instead, because time matters to them.
enum class FactKind : std::uint8_t {
  Targets,      ///< The targets of a relationship.
  Connections,  ///< The connections of an attribute.
  Metadata,     ///< A metadata field of a prim, of a property or of the stage.
  VariantSet,   ///< The selected variant of a set.
  Visibility,   ///< The computed visibility of a prim at a time.
  Purpose,      ///< The computed purpose of a prim.
  Material,     ///< The material that is bound to a prim, for one purpose.
  VariantSite,  ///< The specs at a path with a variant selection.
  Transform,    ///< The place of a prim in the world at a time, and the ops that move it.
  Bounds,       ///< The box of a prim in the world at a time, and where it comes from.
  Pose,         ///< The animation that poses a skinned prim at a time.
  ClipSet,      ///< The clip that plays at a time in a clip set on a prim.
};

/// The name of a kind in JSON: "targets", "variantSet", …
std::string_view nameOf(FactKind kind);

/// How an opinion affects a fact.
enum class FactEffect : std::uint8_t {
  Decides,      ///< Gives the result alone.
  Contributes,  ///< Is one of several that give the result.
  Loses,        ///< A stronger opinion hides it.
  Nothing,      ///< Does not apply, whatever the other opinions are.
};

/// One opinion about a fact, strongest first in FactExplanation::rows.
struct FactRow {
  FactEffect effect = FactEffect::Nothing;
  ValueSource source = ValueSource::None;  ///< The source of the value of an attribute.
  /// The prim or property on the stage that has the opinion. It differs from the explained object
  /// if the fact is inherited from an ancestor.
  Path object;
  std::string layer;       ///< See LayerNames; `schema NAME` for a fallback.
  std::string identifier;  ///< The identifier of the layer; empty if no layer has the opinion.
  std::string specPath;    ///< The path of the spec in the layer; empty for a fallback.
  std::string holds;       ///< The opinion in words: "prepend </A>, delete </B>".
  std::string reason;      ///< Why it does or does not count: "replaced by `shot.usda`".
};

/// A part of a composed fact: one target, or one key of a dictionary.
struct FactPart {
  std::string name;        ///< The path or the key.
  std::string value;       ///< The value of the key; empty for targets.
  std::size_t row = 0;     ///< The row that gives this part.
  bool isRemoved = false;  ///< The part is given by `row`, but a stronger opinion removes it.
  std::string note;        ///< "authored as </Asset/Skin>"; may be empty.
};

/// The explanation of one fact.
struct FactExplanation {
  FactKind kind = FactKind::Metadata;
  Path path;          ///< The explained object on the stage; for VariantSite the given path.
  std::string name;   ///< The field, the variant set or the purpose of a material; else empty.
  std::string value;  ///< The result as text; empty if there is none.
  Json data;          ///< The result as JSON; null if there is none.
  std::string sentence;
  std::vector<FactRow> rows;
  std::vector<FactPart> parts;
};

class Attribute;
class Relationship;

FactExplanation explainTargets(const Relationship& relationship);
FactExplanation explainConnections(const Attribute& attribute);
/// Explains a field of a prim or, if `property` is not empty, of its property. `field` may name a
/// key of a dictionary: `customData:studio:shot`. The pseudo-root has the metadata of the stage.
/// Returns no rows and a sentence if the field is not metadata; see whyNoMetadata().
FactExplanation explainMetadata(const Prim& prim, Token property, const std::string& field);
/// Returns why a field cannot be explained as metadata, in a sentence; empty if it can.
std::string whyNoMetadata(const Prim& prim, Token property, const std::string& field);
/// Explains the sets of a prim, in the order of Prim::variantSets(), and selections for sets that
/// do not exist.
std::vector<FactExplanation> explainVariantSets(const Prim& prim);
FactExplanation explainVisibility(const Prim& prim, TimeCode time);
FactExplanation explainPurpose(const Prim& prim);
/// `purpose` is `full`, `preview`, or empty for all purposes.
FactExplanation explainMaterial(const Prim& prim, Token purpose);

/// The rows are the transform ops of the prim, then those of its ancestors. Ops that vary decide.
FactExplanation explainTransform(const Prim& prim, TimeCode time);
/// The rows are the authored extent, or the children that reach the faces of the box. Computes the
/// boxes of all descendants.
FactExplanation explainBounds(const Prim& prim, TimeCode time);

/// Explains which animation poses a prim, and where each attribute of the animation has its value:
/// the layer or clip, its time and the mapping of the time. The rows are the opinions on these
/// attributes, one attribute after the other; the strongest of each decides. The prim follows a
/// skeleton, or is a Skeleton, a SkelRoot or a SkelAnimation; others have no rows.
FactExplanation explainPose(const Prim& prim, TimeCode time);
/// Explains the other attributes of a SkelAnimation, below an explanation of one of them. The rows
/// are those of attributes with another source.
FactExplanation explainRestOfPose(const Attribute& attribute, TimeCode time);

/// Explains the clip sets on a prim, without those on its ancestors: which clip plays, and at which
/// time of its file. The rows are the layers that name the clips and their times. Sets that are
/// ignored come last, with the reason. Opens no clip files.
std::vector<FactExplanation> explainClipSets(const Prim& prim, TimeCode time);

/// Explains a path with variant selections, such as `/A{look=red}B.size`, which names no object of
/// the stage but a place in layers: the specs there, and whether they apply to the stage. Empty if
/// the prim without the selections, `/A`, is not on the stage.
std::vector<FactExplanation> explainVariantSite(const Stage& stage, Path path);

/// Whether factsOfPrim() explains the box, for which it computes those of all descendants.
enum class BoxFact : std::uint8_t { Explained, Omitted };

/// Returns the facts that belong to the explanation of a prim: its clip sets, its variant sets, the
/// animation that poses it and, if it is imageable, its transform, visibility, purpose, materials
/// and box. Facts without any opinion are ignored, and so is a missing box of a prim that is not
/// boundable.
std::vector<FactExplanation> factsOfPrim(const Prim& prim, TimeCode time,
                                         BoxFact box = BoxFact::Explained);
/// Returns the facts that belong to the explanation of an attribute's value: its connections, and
/// for `visibility`, `purpose`, `extent` and transform ops the result for the prim, and for parts
/// of a SkelAnimation the rest of the pose.
std::vector<FactExplanation> factsOfAttribute(const Attribute& attribute, TimeCode time);
/// Returns the explanation of a relationship: its targets, and for a material binding the material
/// that results.
std::vector<FactExplanation> factsOfRelationship(const Relationship& relationship);

/// Returns what a fact is about, without the path of the object: "Variant set `look`", "Bounds".
std::string headingOf(const FactExplanation& fact);
/// Returns the subject of the sentence if that does not name it: "Material for `preview`"; may be
/// empty.
std::string labelOf(const FactExplanation& fact);
/// Returns an object with the keys about, path, name, value, sentence, opinions and parts.
Json factToJson(const FactExplanation& fact);
/// Returns a list of such objects.
Json factsToJson(const std::vector<FactExplanation>& facts);
/// Returns sentence, parts and opinions as lines for a person.
std::string factToText(const FactExplanation& fact);

}  // namespace usdscope
