// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/detail/SceneCollector.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/scene/FollowedJoints.h"
#include "engine/scene/Lights.h"
#include "engine/scene/Materials.h"
#include "engine/scene/SceneExtractor.h"
#include "engine/scene/detail/Inheritance.h"
#include "engine/scene/detail/SceneInstances.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/CollectionMembers.h"
#include "engine/schema/Imageable.h"
#include "engine/schema/SchemaNames.h"
#include "engine/skel/SkelPose.h"

namespace usdscope {
namespace {

// Limit for instancers inside prototypes of instancers.
constexpr std::size_t kMaxInstancerDepth = 8;
// Instancers that share prototypes collect these once for each of them, and nested ones multiply
// that. Prims in prototypes are collected this often, and some times more for each prim.
constexpr std::size_t kAlwaysAllowedVisits = 50'000;
constexpr std::size_t kAllowedVisitsForEachPrim = 16;

Purpose purposeOf(const Prim& prim) {
  const Token purpose = computePurpose(prim);
  if (purpose == geom::kRenderPurpose) return Purpose::Render;
  if (purpose == geom::kProxyPurpose) return Purpose::Proxy;
  if (purpose == geom::kGuidePurpose) return Purpose::Guide;
  return purpose == geom::kDefaultPurpose ? Purpose::Default : Purpose::Other;
}

// Prototypes may lie below an `over`, which often hides them from direct drawing.
bool isDrawn(const Prim& prim, bool isInPrototype) {
  return prim.isActive() && (prim.isDefined() || isInPrototype) && !prim.isAbstract();
}

bool isVarying(const Attribute& attribute) { return attribute && attribute.mightBeTimeVarying(); }

/// Counts prims, all of them. The prims of a prototype are counted once for all its instances.
class PrimCount {
 public:
  std::size_t below(const Prim& prim) {
    if (!prim.isInstance()) return counted(prim);
    const std::uint32_t prototype = prim.prototype().row();
    if (const auto known = counts_.find(prototype); known != counts_.end()) return known->second;
    return counts_[prototype] = counted(prim);
  }

 private:
  std::size_t counted(const Prim& prim) {
    std::size_t count = 0;
    for (const Prim& child : prim.children()) count += 1 + below(child);
    return count;
  }

  std::unordered_map<std::uint32_t, std::size_t> counts_;
};

/// The nodes and drawn prims that the descendants of an instance have added.
struct CollectedPrototype {
  /// The row of the prototype, the place in point instancers, and the number of Inheritance.
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;
  std::uint32_t instance = 0;  // The node of the instance.
  std::uint32_t firstNode = 0;
  std::uint32_t endNode = 0;
  std::size_t firstDrawn = 0;
  std::size_t endDrawn = 0;
  bool isRepeatable = false;  // There are only nodes and prims that are drawn without a skin.
};

class Collector {
 public:
  Collector(const Stage& stage, Diagnostics& diagnostics)
      : stage_(stage), diagnostics_(diagnostics) {}

  SceneContents run() {
    const std::uint32_t root = addNode(stage_.pseudoRoot(), SceneNodes::kNone);
    for (const Prim& child : stage_.pseudoRoot().children()) visit(child, root, {});
    contents_.nodes.evaluate();
    contents_.primCount = PrimCount().below(stage_.pseudoRoot());
    linkLights(lux::kLightLink, &LightUse::link, &DrawnPrim::lights);
    linkLights(lux::kShadowLink, &LightUse::shadowLink, &DrawnPrim::shadows);
    // A report while prims are collected would keep equal instances from being repeated.
    for (const auto& [material, boundTo] : missingMaterials_) {
      diagnostics_.report(kMissingMaterial, {.path = boundTo.text()},
                          "The material " + material.text() + " is bound but not there.");
    }
    return std::move(contents_);
  }

 private:
  /// The place of the traversal: the scene itself or a prototype of a point instancer.
  struct Where {
    std::uint32_t instancer = InstancerUse::kNone;
    std::uint32_t prototype = 0;
  };

  void visit(const Prim& prim, std::uint32_t parent, const Where& where) {
    if (!isDrawn(prim, where.instancer != InstancerUse::kNone)) return;
    if (where.instancer != InstancerUse::kNone) ++prototypeVisits_;
    // Typed prims that are not imageable, such as materials, draw nothing, nor do their
    // descendants. Prims without a type may contain anything.
    if (prim.isA(types::kTyped) && !isImageable(prim)) return;
    if (!prim.isLoaded() && !readStandIn(prim)) return;
    const std::uint32_t node = addNode(prim, parent);
    nodeOfPath_[prim.path()] = node;
    visitAt(prim, node, where);
  }

  void visitAt(const Prim& prim, std::uint32_t node, const Where& where) {
    if (prim.isA(types::kSkelRoot)) noteSkinning(prim);
    noteRigid(prim, node);
    noteMissingMaterial(prim);
    if (addStandIn(prim, node, where)) return;
    if (prim.isA(types::kPointInstancer)) {
      addInstancer(prim, node, where);
      return;
    }
    if (prim.isA(types::kSkeleton) && where.instancer == InstancerUse::kNone) {
      addBones(prim);
    }
    if (prim.isA(types::kCamera)) contents_.cameras.push_back({prim, node});
    if (where.instancer == InstancerUse::kNone && isLight(prim)) {
      contents_.lights.push_back({prim, node});
    }
    if (prim.isA(types::kGprim)) addDrawable(prim, node, where);
    if (!prim.isInstance()) return visitChildren(prim, node, where);
    const std::optional<std::uint32_t> inherited = inheritance_.find(prim);
    if (!inherited) return visitChildren(prim, node, where);
    const CollectedPrototype::Key key{prim.prototype().row(), where.instancer, where.prototype,
                                      *inherited};
    const auto found = prototypes_.find(key);
    if (found != prototypes_.end() && found->second.isRepeatable) {
      return repeat(found->second, node);
    }
    const CollectedPrototype before = collectedUpTo(node);
    const std::size_t others = countOthers();
    visitChildren(prim, node, where);
    if (found != prototypes_.end()) return;
    CollectedPrototype collected = collectedUpTo(node);
    collected.firstNode = before.endNode;
    collected.firstDrawn = before.endDrawn;
    collected.isRepeatable = countOthers() == others && !hasSkin(collected);
    prototypes_.emplace(key, collected);
  }

  void visitChildren(const Prim& prim, std::uint32_t node, const Where& where) {
    for (const Prim& child : prim.children()) visit(child, node, where);
  }

  CollectedPrototype collectedUpTo(std::uint32_t instance) const {
    CollectedPrototype collected;
    collected.instance = instance;
    collected.endNode = static_cast<std::uint32_t>(contents_.nodes.size());
    collected.endDrawn = contents_.drawn.size();
    return collected;
  }

  // Counts the parts of the scene that are not repeated for equal instances.
  std::size_t countOthers() const {
    return contents_.rigid.size() + contents_.instancers.size() + contents_.cameras.size() +
           contents_.lights.size() + contents_.skeletons.size() + contents_.bones.size() +
           skinnedBy_.size() + diagnostics_.entries().size() + diagnostics_.droppedCount();
  }

  bool hasSkin(const CollectedPrototype& collected) const {
    for (std::size_t i = collected.firstDrawn; i < collected.endDrawn; ++i) {
      if (contents_.drawables[contents_.drawn[i].drawable]->skinnedBy) return true;
    }
    return false;
  }

  // Draws the descendants of an instance like those of an equal one, without looking at them.
  void repeat(const CollectedPrototype& collected, std::uint32_t instance) {
    SceneNodes& nodes = contents_.nodes;
    const auto first = static_cast<std::uint32_t>(nodes.size());
    for (std::uint32_t node = collected.firstNode; node < collected.endNode; ++node) {
      const std::uint32_t like = nodes.parentOf(node);
      const std::uint32_t parent =
          like == collected.instance ? instance : like - collected.firstNode + first;
      nodes.addLike(node, parent);
      pathOfNode_.push_back(pathOfNode_[parent].child(pathOfNode_[node].name()));
    }
    for (std::size_t i = collected.firstDrawn; i < collected.endDrawn; ++i) {
      DrawnPrim drawn = contents_.drawn[i];
      drawn.node = drawn.node - collected.firstNode + first;
      drawn.path = pathOfNode_[drawn.node];
      contents_.drawn.push_back(drawn);
    }
  }

  std::uint32_t addNode(const Prim& prim, std::uint32_t parent, bool isPrototypeRoot = false) {
    pathOfNode_.push_back(prim.path());
    return contents_.nodes.add(prim, parent, isPrototypeRoot);
  }

  void noteRigid(const Prim& prim, std::uint32_t node) {
    const auto found = skinnedBy_.find(prim.path());
    if (found == skinnedBy_.end() || !prim.isA(types::kXformable)) return;
    const SkinningQuery& query = found->second.query();
    if (!query.isRigid() || !query.hasInfluences()) return;
    RigidUse& use = contents_.rigid.emplace_back(found->second, node);
    use.by.skeleton = skeletonMoving(use.by);
  }

  void noteMissingMaterial(const Prim& prim) {
    const Relationship bound = prim.relationship(shade::kMaterialBinding);
    if (!bound || !bound.isAuthored()) return;
    for (const Path material : bound.targets()) {
      // Prims outside of a population mask are not on the stage.
      if (stage_.primAt(material) || !stage_.request().mask.includes(material)) continue;
      if (!knownMissing_.insert(material).second) continue;
      missingMaterials_.emplace_back(material, prim.path());
    }
  }

  void addBones(const Prim& prim) {
    const auto known = skeletonOfPath_.find(prim.path());
    std::shared_ptr<const SkeletonQuery> query;
    if (known != skeletonOfPath_.end()) {
      query = contents_.skeletons[known->second].query;
    } else {
      Diagnostics ignored;  // If it moves anything, its binding reports the same problems.
      query = std::make_shared<const SkeletonQuery>(prim, ignored);
      if (!*query) return;
    }
    // Without an animation all bones have one colour.
    const bool isAnimated = query->hasMappedAnimation();
    Bones bones = buildBones(query->definition().topology,
                             isAnimated ? jointsAtRest(*query) : std::vector<bool>());
    contents_.bones.push_back({skeletonIndex(query), std::move(bones)});
  }

  std::uint32_t skeletonIndex(const std::shared_ptr<const SkeletonQuery>& query) {
    const auto [it, isNew] = skeletonOfPath_.try_emplace(
        query->prim().path(), static_cast<std::uint32_t>(contents_.skeletons.size()));
    if (isNew) contents_.skeletons.push_back({query, nodeFor(query->prim())});
    return it->second;
  }

  std::uint32_t skeletonMoving(const SkinnedBy& by) {
    const std::uint32_t index = skeletonIndex(by.binding->skeleton);
    contents_.skeletons[index].movesPrims = true;
    return index;
  }

  void addInstancer(const Prim& prim, std::uint32_t node, const Where& where) {
    const bool isInItself =
        std::ranges::find(instancerChain_, prim.path()) != instancerChain_.end();
    if (isInItself || instancerChain_.size() >= kMaxInstancerDepth) {
      diagnostics_.report(kBadGeometry, {.path = prim.path().text()},
                          isInItself
                              ? "The point instancer is inside one of its own prototypes."
                              : "Point instancers are nested too deeply; this one is ignored.");
      return;
    }
    instancerChain_.push_back(prim.path());
    addPrototypes(prim, node, where);
    instancerChain_.pop_back();
  }

  void addPrototypes(const Prim& prim, std::uint32_t node, const Where& where) {
    const auto index = static_cast<std::uint32_t>(contents_.instancers.size());
    contents_.instancers.push_back({prim, node, where.instancer, where.prototype});
    const Relationship prototypes = prim.relationship(geom::kPrototypes);
    if (!prototypes) return;
    const std::vector<Path> paths = prototypes.targets();
    for (std::uint32_t i = 0; i < paths.size(); ++i) {
      if (++prototypeVisits_ >
          kAlwaysAllowedVisits + kAllowedVisitsForEachPrim * nodeOfPath_.size()) {
        diagnostics_.report(kTooManyInstances, {.path = prim.path().text()},
                            "Point instancers that share or nest prototypes multiply them without "
                            "end: the other prototypes of this one are ignored.");
        break;
      }
      const Prim root = stage_.primAt(paths[i]);
      if (!root || !root.isActive() || !root.isLoaded()) continue;
      const std::uint32_t rootNode = addNode(root, SceneNodes::kNone, true);
      visitAt(root, rootNode, {index, i});
    }
  }

  // Records the bindings of the prims below a SkelRoot.
  void noteSkinning(const Prim& root) {
    for (SkelBinding& found : computeSkelBindings(root, diagnostics_)) {
      const auto binding = std::make_shared<const SkelBinding>(std::move(found));
      for (std::size_t i = 0; i < binding->targets.size(); ++i) {
        const SkinBindingSite& site = binding->targets[i].site();
        SkinnedBy by{.binding = binding, .target = i};
        by.areInfluencesVarying = isVarying(site.jointIndices) || isVarying(site.jointWeights);
        by.isBindVarying = isVarying(site.geomBindTransform);
        by.joints =
            readFollowedJoints(binding->targets[i], *binding->skeleton, TimeCode::earliest());
        skinnedBy_[binding->targets[i].prim().path()] = by;
      }
    }
  }

  // Returns false when the prim is drawn as it is.
  bool addStandIn(const Prim& prim, std::uint32_t node, const Where& where) {
    std::optional<StandIn> standIn = readStandIn(prim);
    if (!standIn) return false;
    std::vector<int> partOfFace;
    std::vector<int> materials{-1};
    for (std::size_t card = 0; card < Cards::kCount; ++card) {
      if (!standIn->cards.isDrawn[card]) continue;
      const std::optional<std::size_t> texture = standIn->cards.textureOf(card);
      partOfFace.push_back(texture ? static_cast<int>(materials.size()) : 0);
      if (!texture) continue;
      materials.push_back(cardMaterialIndex(
          cardMaterial(standIn->cards.files[*texture], standIn->color, prim.path())));
    }
    auto drawable = std::make_unique<Drawable>(prim, *std::move(standIn));
    drawable->setParts(std::move(partOfFace), std::move(materials));
    addDrawn(prim, node, where, std::move(drawable));
    return true;
  }

  void addDrawn(const Prim& prim, std::uint32_t node, const Where& where,
                std::unique_ptr<Drawable> drawable) {
    drawable->purpose = purposeOf(prim);
    drawable->instancer = where.instancer;
    drawable->prototype = where.prototype;
    contents_.drawn.push_back(
        {prim.path(), node, static_cast<std::uint32_t>(contents_.drawables.size())});
    contents_.drawables.push_back(std::move(drawable));
  }

  void addDrawable(const Prim& prim, std::uint32_t node, const Where& where) {
    const Parts parts = partsOf(prim);
    auto drawable = std::make_unique<Drawable>(prim, primvarsOf(parts.materials));
    std::vector<Prim> instancers;
    for (std::uint32_t i = where.instancer; i != InstancerUse::kNone;) {
      instancers.push_back(contents_.instancers[i].prim);
      i = contents_.instancers[i].outer;
    }
    if (const auto skinned = skinnedBy_.find(prim.path()); skinned != skinnedBy_.end()) {
      drawable->skinnedBy = skinned->second;
      drawable->skinnedBy->skeleton = skeletonMoving(skinned->second);
    }
    std::vector<int> materials;
    for (const Path material : parts.materials) {
      materials.push_back(materialIndex(material, prim, instancers));
    }
    drawable->setParts(parts.partOfFace, std::move(materials));
    addDrawn(prim, node, where, std::move(drawable));
  }

  struct Parts {
    std::vector<Path> materials;  // The first is of faces outside of subsets; empty paths: none.
    std::vector<int> partOfFace;
  };

  // Returns the primvars that the materials of a prim read. The first material that names one wins.
  DrawnPrimvars primvarsOf(std::span<const Path> materials) {
    MaterialPrimvars named;
    for (const Path path : materials) {
      const Prim material = path.isEmpty() ? Prim() : stage_.primAt(path);
      if (!material) continue;
      const auto [place, isNew] = primvarsOfMaterial_.try_emplace(path);
      if (isNew) place->second = materialPrimvars(material);
      const MaterialPrimvars& own = place->second;
      if (named.texCoords.isEmpty()) named.texCoords = own.texCoords;
      if (named.colors.isEmpty()) named.colors = own.colors;
      if (named.opacities.isEmpty()) named.opacities = own.opacities;
    }
    DrawnPrimvars primvars;
    if (!named.texCoords.isEmpty()) primvars.texCoords = named.texCoords;
    if (!named.colors.isEmpty()) primvars.colors = named.colors;
    if (!named.opacities.isEmpty()) primvars.opacities = named.opacities;
    return primvars;
  }

  // Finds the faces with a material of their own from geometry subsets.
  Parts partsOf(const Prim& prim) {
    Parts parts{{bindings_.boundMaterial(prim, shade::kPreview)}, {}};
    std::vector<int>& partOfFace = parts.partOfFace;
    std::size_t faceCount = 0;  // Read when it is needed.
    for (const Prim& child : prim.children()) {
      if (!child.isA(types::kGeomSubset) || !child.isActive()) continue;
      const Token type = readValue<Token>(child, geom::kElementType).value_or(geom::kFace);
      const Path bound = bindings_.boundMaterial(child, shade::kPreview);
      if (type != geom::kFace || bound.isEmpty()) continue;
      const auto faces = readValue<Array<int>>(child, geom::kIndices, TimeCode::earliest());
      if (!faces) continue;
      if (faceCount == 0) faceCount = mostFacesOf(prim);
      const auto part = static_cast<int>(parts.materials.size());
      parts.materials.push_back(bound);
      for (const int face : *faces) {
        if (face < 0 || static_cast<std::size_t>(face) >= faceCount) {
          diagnostics_.report(
              kBadGeometry, {.path = child.path().text()},
              fmt::format("The subset names face {}, which is out of range.", face));
          continue;
        }
        if (static_cast<std::size_t>(face) >= partOfFace.size()) {
          partOfFace.resize(static_cast<std::size_t>(face) + 1, 0);
        }
        partOfFace[static_cast<std::size_t>(face)] = part;
      }
    }
    return parts;
  }

  // Returns the number of faces of a mesh; if it varies, the largest.
  static std::size_t mostFacesOf(const Prim& mesh) {
    const Attribute counts = mesh.attribute(geom::kFaceVertexCounts);
    if (!counts) return 0;
    const auto countAt = [&](TimeCode time) {
      return counts.value(time).valueOr(Array<int>()).size();
    };
    std::size_t most = countAt(TimeCode::earliest());
    if (!counts.mightBeTimeVarying()) return most;
    for (const double time : counts.timeSamples()) most = std::max(most, countAt(TimeCode(time)));
    return most;
  }

  int materialIndex(Path material, const Prim& prim, std::span<const Prim> instancers) {
    if (material.isEmpty()) return -1;
    const auto [place, isNew] = knownMaterials_.try_emplace(material);
    KnownMaterial& known = place->second;
    if (isNew) {
      known.prim = stage_.primAt(material);
      if (known.prim) known.readers = MaterialReaders(known.prim);
    }
    const MaterialValues values = known.readers.values(prim, instancers, diagnostics_);
    const auto [first, last] = known.indexByHash.equal_range(values.hash());
    for (auto it = first; it != last; ++it) {
      if (contents_.materials[std::size_t(it->second)].values == values) return it->second;
    }
    const auto index = static_cast<int>(contents_.materials.size());
    contents_.materials.push_back({known.prim, values, {}});
    known.indexByHash.emplace(values.hash(), index);
    return index;
  }

  // Equal models share the materials of their cards.
  int cardMaterialIndex(Material material) {
    const auto [known, last] = cardMaterials_.equal_range(material.diffuseTexture.file);
    for (auto it = known; it != last; ++it) {
      const MaterialUse& use = contents_.materials[std::size_t(it->second)];
      if (use.card->diffuseTexture == material.diffuseTexture) return it->second;
    }
    const auto index = static_cast<int>(contents_.materials.size());
    cardMaterials_.emplace(material.diffuseTexture.file, index);
    contents_.materials.push_back({{}, {}, std::move(material)});
    return index;
  }

  // Each light with a collection of its own gets a bit, as long as there are bits.
  void linkLights(Token collection, std::uint32_t LightUse::* link,
                  std::uint32_t DrawnPrim::* linkedTo) {
    const std::string prefix = "collection:" + collection.string() + ":";
    std::uint32_t unused = kAllLights;
    for (LightUse& light : contents_.lights) {
      const bool isLinked =
          std::ranges::any_of(light.prim.authoredPropertyNames(),
                              [&](const Token name) { return name.text().starts_with(prefix); });
      const std::uint32_t rest = unused & (unused - 1);
      if (!isLinked || rest == 0) continue;  // The last bit is of the lights without a link.
      light.*link = unused & ~rest;
      unused = rest;
      const CollectionMembers members(light.prim, collection);
      for (DrawnPrim& drawn : contents_.drawn) {
        if (!members.contains(stage_.primAt(drawn.path))) drawn.*linkedTo &= ~(light.*link);
      }
    }
  }

  // Returns the node of a prim, which need not be drawn and may be traversed later.
  std::uint32_t nodeFor(const Prim& prim) {
    if (prim.isPseudoRoot()) return 0;
    const auto found = nodeOfPath_.find(prim.path());
    if (found != nodeOfPath_.end()) return found->second;
    const std::uint32_t parent = nodeFor(prim.parent());
    return nodeOfPath_[prim.path()] = addNode(prim, parent);
  }

  const Stage& stage_;
  Diagnostics& diagnostics_;
  SceneContents contents_;
  MaterialBindings bindings_;
  std::unordered_map<Path, SkinnedBy> skinnedBy_;
  std::unordered_map<Path, std::uint32_t> skeletonOfPath_;
  struct KnownMaterial {
    Prim prim;
    MaterialReaders readers;
    std::unordered_multimap<std::size_t, int> indexByHash;  // One for each set of values.
  };
  std::unordered_map<Path, KnownMaterial> knownMaterials_;
  std::vector<std::pair<Path, Path>> missingMaterials_;  // Each with the first prim bound to it.
  std::unordered_set<Path> knownMissing_;
  std::unordered_map<Path, MaterialPrimvars> primvarsOfMaterial_;
  std::unordered_multimap<std::string, int> cardMaterials_;  // By file; one for each colour.
  std::unordered_map<Path, std::uint32_t> nodeOfPath_;
  std::vector<Path> instancerChain_;  // Enclosing instancers, outermost first.
  std::vector<Path> pathOfNode_;
  Inheritance inheritance_;
  std::map<CollectedPrototype::Key, CollectedPrototype> prototypes_;
  std::size_t prototypeVisits_ = 0;  // How many prims in prototypes were collected.
};

}  // namespace

SceneContents collectScene(const Stage& stage, Diagnostics& diagnostics) {
  return Collector(stage, diagnostics).run();
}

}  // namespace usdscope
