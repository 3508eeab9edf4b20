// SPDX-License-Identifier: Apache-2.0
#include "engine/report/rows/PrimFacts.h"

#include <fmt/format.h>
#include <pwd.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <ctime>

#include "engine/layer/Fields.h"
#include "engine/report/skel/PoseSource.h"
#include "engine/report/supply/ValueSuppliers.h"
#include "engine/report/text/LayerNames.h"
#include "engine/report/text/ValueText.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/Imageable.h"
#include "engine/schema/PointInstancer.h"
#include "engine/schema/SchemaNames.h"
#include "engine/stage/Stage.h"
#include "engine/value/Dictionary.h"

namespace usdscope {
namespace {

using Facts = std::vector<PrimFact>;

// usdview: the nearest prim that is a model, the prim itself included.
Prim enclosingModel(const Prim& prim) {
  Prim at = prim;
  while (at && !at.isPseudoRoot() && !at.isModel()) at = at.parent();
  return at && !at.isPseudoRoot() ? at : Prim();
}

// A path below a prim, without the path of that prim.
std::string relativeTo(Path path, Path root) {
  if (path == root || root.isEmpty() || !path.hasPrefix(root)) return path.text();
  return path.text().substr(root.text().size() + (root.isRoot() ? 0 : 1));
}

Facts identityFacts(const Prim& prim, const Prim& model) {
  const Token type = prim.typeName();
  Facts facts = {{"type", type.isEmpty() ? "none" : type.string()}};
  if (prim.isActive() && !prim.isLoaded()) facts.push_back({"payload", "not loaded"});
  if (!model) return facts;
  const Token kind = model.kind();
  facts.push_back(
      {"model", model.path().text() + (kind.isEmpty() ? "" : " (" + kind.string() + ")")});
  facts.push_back({"in group", model.parent().path().text()});
  return facts;
}

void addImageableFacts(Facts& facts, const Prim& prim) {
  if (!isImageable(prim)) return;
  if (prim.attribute(geom::kVisibility).mightBeTimeVarying()) {
    facts.push_back({"visibility", "varies over time"});
  }
  const Token purpose = computePurpose(prim);
  if (purpose == geom::kDefaultPurpose) return;
  const bool isOwn = readValue<Token>(prim, geom::kPurpose) == purpose;
  facts.push_back({"purpose", purpose.string() + (isOwn ? "" : " (inherited)")});
}

void addGeometryFacts(Facts& facts, const Prim& prim, TimeCode time) {
  if (prim.isA(types::kGprim)) {
    const bool isDouble = readValue<bool>(prim, geom::kDoubleSided).value_or(false);
    facts.push_back({"doubleSided", isDouble ? "true" : "false"});
    if (const auto orientation = readValue<Token>(prim, geom::kOrientation)) {
      facts.push_back({"orientation", orientation->string()});
    }
  }
  if (prim.isA(types::kPointBased)) {
    const auto points = readValue<Array<glm::vec3>>(prim, geom::kPoints, time);
    facts.push_back({"points", std::to_string(points ? points->size() : 0)});
  }
  if (prim.isA(types::kMesh)) {
    if (const auto scheme = readValue<Token>(prim, geom::kSubdivisionScheme)) {
      facts.push_back({"subdivisionScheme", scheme->string()});
    }
  }
}

// The instancer may be the prim itself; it then has no prototype.
void addInstancerFacts(Facts& facts, const PointInstance& instance, const Prim& prim,
                       TimeCode time) {
  const Prim& instancer = instance.instancer;
  if (instancer != prim) facts.push_back({"instancer", instancer.path().text()});
  const auto indices = readValue<Array<std::int32_t>>(instancer, geom::kProtoIndices, time);
  facts.push_back({"instances", std::to_string(indices ? indices->size() : 0)});
  const Relationship prototypes = instancer.relationship(geom::kPrototypes);
  facts.push_back(
      {"prototypes", std::to_string(prototypes ? prototypes.forwardedTargets().size() : 0)});
  if (instance.prototype.isEmpty()) return;
  facts.push_back({"instance of", relativeTo(instance.prototype, instancer.path())});
  if (instance.id) facts.push_back({"instance id", std::to_string(*instance.id)});
}

struct BoundMaterial {
  Path material;
  Path relationship;
  std::string purposes;
};

Facts materialFacts(const Prim& prim, const Prim& model, MaterialBindings& bindings) {
  if (!isImageable(prim)) return {};
  std::vector<BoundMaterial> bound;
  static const std::array<std::pair<const char*, Token>, 3> kPurposes = {
      {{"all purposes", Token()}, {"preview", shade::kPreview}, {"full", Token("full")}}};
  for (const auto& [name, purpose] : kPurposes) {
    const Path material = bindings.boundMaterial(prim, purpose);
    if (material.isEmpty()) continue;
    Path relationship = bindings.bindingRelationship(prim, purpose);
    // A purpose without a binding of its own has the binding for all purposes.
    if (relationship.isEmpty()) relationship = bindings.bindingRelationship(prim);
    const auto same = std::ranges::find_if(bound, [&](const BoundMaterial& other) {
      return other.material == material && other.relationship == relationship;
    });
    if (same == bound.end()) {
      bound.push_back({material, relationship, name});
    } else if (same->purposes != kPurposes[0].first) {
      same->purposes += std::string(", ") + name;
    }
  }
  Facts facts;
  const Path root = model ? model.path() : Path();
  for (const BoundMaterial& one : bound) {
    facts.push_back({one.purposes, relativeTo(one.material, root)});
    if (!one.relationship.isEmpty()) facts.push_back({"bound by", one.relationship.text()});
  }
  if (facts.empty()) facts.push_back({"all purposes", "none"});
  return facts;
}

// The file of the weakest layer that names the asset, else of the weakest layer, as in usdview.
std::string definingFile(const Prim& model, const Value& identifier) {
  const std::vector<StackEntry> specs = model.primStack();
  if (specs.empty()) return {};
  const StackEntry* defining = &specs.back();
  for (auto at = specs.rbegin(); at != specs.rend() && !identifier.isEmpty(); ++at) {
    const Value info = at->layer->findPrim(at->path).field(fields::kAssetInfo);
    const auto* dictionary = info.find<Dictionary>();
    const Value* own = dictionary ? dictionary->find("identifier") : nullptr;
    if (!own || valueToText(*own) != valueToText(identifier)) continue;
    defining = &*at;
    break;
  }
  const std::string& file = defining->layer->identifier();
  return defining->layer->isAnonymous() ? std::string() : file;
}

// "chair.usd, 2026-01-31 14:05, anna"; empty if there is no such file.
std::string fileText(const std::string& file) {
  const std::string outer = file.substr(0, file.find('['));  // A package contains the layer.
  struct stat status = {};
  if (outer.empty() || stat(outer.c_str(), &status) != 0) return {};
  std::string text = outer.substr(outer.rfind('/') + 1);
  std::tm local = {};
  std::array<char, 32> date = {};
  if (localtime_r(&status.st_mtime, &local) &&
      std::strftime(date.data(), date.size(), "%Y-%m-%d %H:%M", &local) > 0) {
    text += std::string(", ") + date.data();
  }
  struct passwd entry = {};
  struct passwd* found = nullptr;
  std::array<char, 4096> buffer;
  if (getpwuid_r(status.st_uid, &entry, buffer.data(), buffer.size(), &found) == 0 && found) {
    text += std::string(", ") + found->pw_name;
  }
  return text;
}

void addEntries(Facts& facts, const Dictionary& dictionary, const std::string& prefix) {
  for (const auto& [key, value] : dictionary.entries()) {
    if (const auto* inner = value.find<Dictionary>()) {
      addEntries(facts, *inner, prefix + key + ':');
    } else {
      facts.push_back({prefix + key, valueToText(value)});
    }
  }
}

Facts assetFacts(const Prim& model) {
  const Value info = model.metadata(fields::kAssetInfo);
  const auto* dictionary = info.find<Dictionary>();
  if (!dictionary || dictionary->isEmpty()) return {};
  Facts facts;
  addEntries(facts, *dictionary, "");
  const Value* identifier = dictionary->find("identifier");
  const std::string file = fileText(definingFile(model, identifier ? *identifier : Value()));
  if (!file.empty()) facts.push_back({"file", file});
  return facts;
}

Facts variantFacts(const Prim& prim) {
  Facts facts;
  for (const VariantSet& set : prim.variantSets()) {
    facts.push_back({set.name, set.selection.empty() ? "none" : set.selection});
  }
  return facts;
}

Facts supplierFacts(const std::vector<ValueSupplier>& suppliers) {
  Facts facts;
  for (const ValueSupplier& supplier : suppliers) {
    facts.push_back({supplier.name, supplier.source});
  }
  return facts;
}

// Whether the prim, or the prim in a prototype that it stands for, is below a path.
bool isIn(const Prim& prim, Path root) {
  if (prim.path().hasPrefix(root)) return true;
  const Prim own = prim.isInstanceProxy() ? prim.primInPrototype() : Prim();
  return own && own.path().hasPrefix(root);
}

std::optional<PointInstance> instanceOf(const Prim& instancer, const Prim& prim,
                                        const DrawnInstance& drawn, TimeCode time) {
  const Relationship relationship = instancer.relationship(geom::kPrototypes);
  const std::vector<Path> targets =
      relationship ? relationship.forwardedTargets() : std::vector<Path>();
  const auto target = std::ranges::find_if(targets, [&](Path path) { return isIn(prim, path); });
  if (target == targets.end()) return std::nullopt;
  PointInstance found{instancer, *target, drawn.id};
  if (drawn.id) return found;
  Diagnostics ignored;
  const PointInstances all =
      computePointInstances(instancer, time, ignored, BadPrototypeIndex::LeftOut);
  std::vector<std::uint32_t> ids;
  for (std::size_t i = 0; i < all.prototypeOf.size(); ++i) {
    if (all.prototypes[all.prototypeOf[i]] == *target) ids.push_back(all.idOf[i]);
  }
  // With other counts, outer instancers repeat the instances, or some are not drawn.
  if (ids.size() == drawn.count && drawn.index < ids.size()) found.id = ids[drawn.index];
  return found;
}

}  // namespace

std::optional<PointInstance> findPointInstance(const Prim& prim, const DrawnInstance& drawn,
                                               TimeCode time) {
  const Prim known = drawn.instancer.isEmpty() ? Prim() : prim.stage().primAt(drawn.instancer);
  if (known) return instanceOf(known, prim, drawn, time);
  for (Prim at = prim.parent(); at && !at.isPseudoRoot(); at = at.parent()) {
    if (!at.isA(types::kPointInstancer)) continue;
    if (auto found = instanceOf(at, prim, drawn, time)) return found;
  }
  std::optional<PointInstance> found;
  traverse(prim.stage().pseudoRoot(), PrimFilter::drawn(), [&](const Prim& at) {
    if (!found && at.isA(types::kPointInstancer)) found = instanceOf(at, prim, drawn, time);
    return !found;
  });
  return found;
}

PrimFacts primFacts(const Prim& prim, TimeCode time, MaterialBindings& bindings, PoseSources& poses,
                    const std::optional<DrawnInstance>& drawn, Token property) {
  PrimFacts result{prim.path(), {}};
  const auto add = [&](std::string title, Facts facts) {
    if (!facts.empty()) result.groups.push_back({std::move(title), std::move(facts)});
  };
  const Prim model = enclosingModel(prim);
  add("", identityFacts(prim, model));
  Facts shape;
  addImageableFacts(shape, prim);
  addGeometryFacts(shape, prim, time);
  add("Properties", std::move(shape));
  Facts instancing;
  if (prim.isInstance()) {
    instancing.push_back({"prototype", prim.prototype().path().text()});
  } else if (prim.isInstanceProxy()) {
    instancing.push_back({"in prototype", prim.primInPrototype().path().text()});
  }
  if (prim.isA(types::kPointInstancer)) {
    addInstancerFacts(instancing, {prim, {}, std::nullopt}, prim, time);
  } else if (drawn) {
    if (const auto instance = findPointInstance(prim, *drawn, time)) {
      addInstancerFacts(instancing, *instance, prim, time);
    }
  }
  add("Instancing", std::move(instancing));
  add("Material", materialFacts(prim, model, bindings));
  const Prim described = model ? model : prim;
  add("Asset info of " + described.name().string(), assetFacts(described));
  add("Variants of " + described.name().string(), variantFacts(described));
  Facts suppliers = supplierFacts(suppliersOfProperty(prim, property, time));
  if (suppliers.empty()) {
    suppliers = supplierFacts(suppliersOfShape(prim, time, poses));
  } else {
    // A selected property comes first, but does not hide what moves the prim under the pointer.
    const auto varies = suppliersOfShape(prim, time, poses, SupplierChoice::Varying);
    Facts ofShape = supplierFacts(varies);
    std::erase_if(ofShape, [&](const PrimFact& fact) { return fact.name == property.string(); });
    suppliers.insert(suppliers.end(), ofShape.begin(), ofShape.end());
  }
  add("Values supplied by", std::move(suppliers));
  return result;
}

}  // namespace usdscope
