// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/detail/SceneCollector.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>

#include "engine/scene/Materials.h"
#include "engine/scene/SceneExtractor.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/Imageable.h"
#include "engine/schema/SchemaNames.h"
#include "engine/skel/SkelPose.h"

namespace usdscope {
namespace {

// Limit for instancers inside prototypes of instancers.
constexpr std::size_t kMaxInstancerDepth = 8;

Purpose purposeOf(const Prim& prim) {
  const Token purpose = computePurpose(prim);
  if (purpose == geom::kRenderPurpose) return Purpose::Render;
  if (purpose == geom::kProxyPurpose) return Purpose::Proxy;
  if (purpose == geom::kGuidePurpose) return Purpose::Guide;
  return purpose == geom::kDefaultPurpose ? Purpose::Default : Purpose::Other;
}

// Prototypes may lie below an `over`, which often hides them from direct drawing.
bool isDrawn(const Prim& prim, bool isInPrototype) {
  return prim.isActive() && prim.isLoaded() && (prim.isDefined() || isInPrototype) &&
         !prim.isAbstract();
}

bool isVarying(const Attribute& attribute) { return attribute && attribute.mightBeTimeVarying(); }

class Collector {
 public:
  Collector(const Stage& stage, Diagnostics& diagnostics)
      : stage_(stage), diagnostics_(diagnostics) {}

  SceneContents run() {
    const std::uint32_t root = contents_.nodes.add(stage_.pseudoRoot(), SceneNodes::kNone);
    for (const Prim& child : stage_.pseudoRoot().children()) visit(child, root, {});
    traverse(stage_.pseudoRoot(), PrimFilter::all(), [&](const Prim& prim) {
      contents_.primCount += prim.isPseudoRoot() ? 0 : 1;
      return true;
    });
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
    // Typed prims that are not imageable, such as materials, draw nothing, nor do their
    // descendants. Prims without a type may contain anything.
    if (prim.isA(types::kTyped) && !isImageable(prim)) return;
    const std::uint32_t node = contents_.nodes.add(prim, parent);
    nodeOfPath_[prim.path()] = node;
    visitAt(prim, node, where);
  }

  void visitAt(const Prim& prim, std::uint32_t node, const Where& where) {
    if (prim.isA(types::kSkelRoot)) noteSkinning(prim);
    noteRigid(prim, node);
    if (prim.isA(types::kPointInstancer)) {
      addInstancer(prim, node, where);
      return;
    }
    if (prim.isA(types::kSkeleton) && where.instancer == InstancerUse::kNone) {
      addBones(prim);
    }
    if (prim.isA(types::kCamera)) contents_.cameras.push_back({prim, node});
    if (prim.isA(types::kGprim)) addDrawable(prim, node, where);
    for (const Prim& child : prim.children()) visit(child, node, where);
  }

  void noteRigid(const Prim& prim, std::uint32_t node) {
    const auto found = skinnedBy_.find(prim.path());
    if (found == skinnedBy_.end() || !prim.isA(types::kXformable)) return;
    const SkinningQuery& query = found->second.query();
    if (!query.isRigid() || !query.hasInfluences()) return;
    RigidUse& use = contents_.rigid.emplace_back(found->second, node);
    use.by.skeleton = skeletonMoving(use.by);
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
      const Prim root = stage_.primAt(paths[i]);
      if (!root || !root.isActive() || !root.isLoaded()) continue;
      const std::uint32_t rootNode = contents_.nodes.add(root, SceneNodes::kNone, true);
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
        skinnedBy_[binding->targets[i].prim().path()] = by;
      }
    }
  }

  void addDrawable(const Prim& prim, std::uint32_t node, const Where& where) {
    const Parts parts = partsOf(prim);
    auto drawable = std::make_unique<Drawable>(prim, node, primvarsOf(parts.materials));
    drawable->purpose = purposeOf(prim);
    drawable->instancer = where.instancer;
    drawable->prototype = where.prototype;
    if (const auto skinned = skinnedBy_.find(prim.path()); skinned != skinnedBy_.end()) {
      drawable->skinnedBy = skinned->second;
      drawable->skinnedBy->skeleton = skeletonMoving(skinned->second);
    }
    std::vector<int> materials;
    for (const Path material : parts.materials) materials.push_back(materialIndex(material));
    drawable->setParts(parts.partOfFace, std::move(materials));
    contents_.drawables.push_back(std::move(drawable));
  }

  struct Parts {
    std::vector<Path> materials;  // The first is of faces outside of subsets; empty paths: none.
    std::vector<int> partOfFace;
  };

  // Returns the primvars that the materials of a prim read. The first material that names one wins.
  DrawnPrimvars primvarsOf(std::span<const Path> materials) const {
    MaterialPrimvars named;
    for (const Path path : materials) {
      const Prim material = path.isEmpty() ? Prim() : stage_.primAt(path);
      if (!material) continue;
      const MaterialPrimvars own = materialPrimvars(material);
      if (named.texCoords.isEmpty()) named.texCoords = own.texCoords;
      if (named.colors.isEmpty()) named.colors = own.colors;
    }
    DrawnPrimvars primvars;
    if (!named.texCoords.isEmpty()) primvars.texCoords = named.texCoords;
    if (!named.colors.isEmpty()) primvars.colors = named.colors;
    return primvars;
  }

  // Finds the faces with a material of their own from geometry subsets.
  Parts partsOf(const Prim& prim) {
    Parts parts{{bindings_.boundMaterial(prim, shade::kPreview)}, {}};
    std::vector<int>& partOfFace = parts.partOfFace;
    for (const Prim& child : prim.children()) {
      if (!child.isA(types::kGeomSubset) || !child.isActive()) continue;
      const Token type = readValue<Token>(child, geom::kElementType).value_or(geom::kFace);
      const Path bound = bindings_.boundMaterial(child, shade::kPreview);
      if (type != geom::kFace || bound.isEmpty()) continue;
      const auto faces = readValue<Array<int>>(child, geom::kIndices, TimeCode::earliest());
      if (!faces) continue;
      const auto part = static_cast<int>(parts.materials.size());
      parts.materials.push_back(bound);
      for (const int face : *faces) {
        if (face < 0 || static_cast<std::size_t>(face) > kMaxFaces) {
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

  // An index beyond this in a subset is an error, not a mesh.
  static constexpr std::size_t kMaxFaces = 1u << 28;

  int materialIndex(Path material) {
    if (material.isEmpty()) return -1;
    const auto [it, isNew] =
        materialIndex_.try_emplace(material, static_cast<int>(contents_.materials.size()));
    if (isNew) contents_.materials.push_back(stage_.primAt(material));
    return it->second;
  }

  // Returns the node of a prim, which need not be drawn and may be traversed later.
  std::uint32_t nodeFor(const Prim& prim) {
    if (prim.isPseudoRoot()) return 0;
    const auto found = nodeOfPath_.find(prim.path());
    if (found != nodeOfPath_.end()) return found->second;
    const std::uint32_t parent = nodeFor(prim.parent());
    return nodeOfPath_[prim.path()] = contents_.nodes.add(prim, parent);
  }

  const Stage& stage_;
  Diagnostics& diagnostics_;
  SceneContents contents_;
  MaterialBindings bindings_;
  std::unordered_map<Path, SkinnedBy> skinnedBy_;
  std::unordered_map<Path, std::uint32_t> skeletonOfPath_;
  std::unordered_map<Path, int> materialIndex_;
  std::unordered_map<Path, std::uint32_t> nodeOfPath_;
  std::vector<Path> instancerChain_;  // Enclosing instancers, outermost first.
};

}  // namespace

SceneContents collectScene(const Stage& stage, Diagnostics& diagnostics) {
  return Collector(stage, diagnostics).run();
}

}  // namespace usdscope
