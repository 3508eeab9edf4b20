// SPDX-License-Identifier: Apache-2.0
#include "engine/report/skel/SkelExplain.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "engine/report/text/LayerNames.h"
#include "engine/report/text/ValueText.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/Imageable.h"
#include "engine/schema/SchemaNames.h"
#include "engine/skel/InfluenceChecks.h"
#include "engine/skel/SkelBindings.h"
#include "engine/skel/SkelTarget.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

class Explainer {
 public:
  explicit Explainer(const Prim& prim)
      : prim_(prim), names_(*prim.stage().rootLayer(), prim.stage().sessionLayer().get()) {
    result_.prim = prim.path();
  }

  SkelExplanation explain() {
    if (prim_.isA(types::kSkeleton)) {
      const SkeletonQuery query(prim_, diagnostics_);
      result_.isBound = query && prim_.isActive();
      if (!prim_.isActive()) ignore("It is inactive; no prim is bound to it.");
      if (query) result_.skeleton = prim_.path();
      if (const Prim root = findSkelRoot(prim_)) result_.skelRoot = root.path();
      explainAnimation(prim_, query);
      addJoints(query, {});
    } else {
      explainSkinned();
    }
    for (const Diagnostic& diagnostic : diagnostics_.entries()) {
      const auto isReported = [&](const std::string& sentence) {
        return sentence.ends_with(diagnostic.message);
      };
      if (concerns(diagnostic.site.path) && std::ranges::none_of(result_.ignored, isReported)) {
        ignore("<{}>: {}", diagnostic.site.path, diagnostic.message);
      }
    }
    return std::move(result_);
  }

 private:
  template <typename... Args>
  void ignore(fmt::format_string<Args...> text, Args&&... args) {
    result_.ignored.push_back(fmt::format(text, std::forward<Args>(args)...));
  }

  // Filters the diagnostics of the whole SkelRoot; the diagnostics of other prims are not ours.
  bool concerns(const std::string& path) const {
    const Path at = Path::fromText(path).primPath();
    return at == result_.prim || at == result_.skeleton || at == result_.animation ||
           std::ranges::find(alsoConcerned_, at) != alsoConcerned_.end() ||
           (!at.isEmpty() && result_.prim.hasPrefix(at));
  }

  template <typename Of>
  SkelBindingSource sourceOf(const Of& property, std::string value) const {
    const std::vector<StackEntry> stack = property.propertyStack();
    return {property.prim().path(), property.name().string(),
            stack.empty() ? std::string() : names_.layer(*stack[0].layer), std::move(value)};
  }

  // The nearest valid binding on `prim` and its ancestors up to `top`. Reports ignored bindings.
  std::optional<SkelBindingSource> findBinding(const Prim& prim, Token name, const Prim& top) {
    for (Prim at = prim; at && !at.isPseudoRoot(); at = at.parent()) {
      const Relationship binding = at.relationship(name);
      if (binding && binding.isAuthored()) {
        Prim target;
        Diagnostics known;  // Dropped: the queries report these problems.
        if (at.hasApi(types::kSkelBindingApi)) {
          if (findSkelTarget(at, name, target, known)) {
            const std::vector<Path> targets = binding.forwardedTargets();
            if (!targets.empty()) alsoConcerned_.push_back(targets[0]);
            SkelBindingSource source =
                sourceOf(binding, targets.empty() ? "nothing" : "<" + targets[0].text() + ">");
            source.targetsNothing = targets.empty();
            return source;
          }
          if (at == top) break;
          continue;
        }
        ignore("{} on <{}> is ignored: SkelBindingAPI is not applied there.", name.text(),
               at.path().text());
      }
      if (at == top) break;
    }
    return std::nullopt;
  }

  void explainAnimation(const Prim& skeleton, const SkeletonQuery& query) {
    result_.animationSource = findBinding(skeleton, skel_binding::kAnimationSource, Prim());
    // An invalid skeleton has not looked for its animation.
    const Prim animation =
        query ? query.animation().prim() : findAnimationSource(skeleton, diagnostics_);
    if (animation) {
      result_.animation = animation.path();
    } else if (result_.animationSource) {
      ignore(
          "skel:animationSource on <{}> targets {}, which cannot animate; the skeleton is at rest.",
          result_.animationSource->prim.text(), result_.animationSource->value);
    }
  }

  // Whether the search for skinned prims reaches the prim from the SkelRoot.
  bool isReached(const Prim& root) {
    bool isReached = true;
    for (Prim at = prim_; at; at = at.parent()) {
      if (at != prim_ && isSkinnable(at)) {
        ignore("Its ancestor <{}> can be skinned itself, so its descendants are not searched.",
               at.path().text());
        isReached = false;
      }
      if (!isImageable(at)) {
        ignore("The type of <{}> is not imageable, so its descendants are not searched.",
               at.path().text());
        isReached = false;
      }
      if (at == root) break;
    }
    return isReached;
  }

  void explainSkinned() {
    const Prim root = findSkelRoot(prim_);
    if (!root) {
      ignore("No ancestor is a SkelRoot; nothing is skinned.");
    } else {
      result_.skelRoot = root.path();
      if (isReached(root) && !isSkinnable(prim_)) {
        ignore("Prims of type {} cannot be skinned.", prim_.typeName().text());
      }
    }
    result_.skeletonSource = findBinding(prim_, skel_binding::kSkeleton, root);
    if (!result_.skeletonSource) {
      ignore("No skel:skeleton applies to it.");
    } else if (result_.skeletonSource->targetsNothing) {
      ignore("skel:skeleton on <{}> targets nothing and hides the bindings of ancestors.",
             result_.skeletonSource->prim.text());
    }
    const std::vector<SkelBinding> bindings =
        root ? computeSkelBindings(root, diagnostics_) : std::vector<SkelBinding>();
    for (const SkelBinding& binding : bindings) {
      for (const SkinningQuery& target : binding.targets) {
        if (target.prim() == prim_) return explainBinding(*binding.skeleton, target);
      }
    }
  }

  void explainBinding(const SkeletonQuery& skeleton, const SkinningQuery& target) {
    result_.skeleton = skeleton.prim().path();
    result_.isBound = target.hasInfluences() || target.hasBlendShapes();
    if (!target.hasInfluences()) ignore("It has no joint influences.");
    explainAnimation(skeleton.prim(), skeleton);
    // A skeleton looks for its animation on its own ancestors, not on those of the skinned prim.
    const auto beside =
        findBinding(prim_, skel_binding::kAnimationSource, prim_.stage().primAt(result_.skelRoot));
    if (beside && !skeleton.prim().path().hasPrefix(beside->prim)) {
      ignore(
          "skel:animationSource on <{}> is ignored: only the skeleton <{}> and its ancestors may "
          "have it.",
          beside->prim.text(), skeleton.prim().path().text());
    }
    for (const Attribute* attribute :
         {&target.site().jointIndices, &target.site().jointWeights,
          &target.site().geomBindTransform, &target.site().skinningMethod, &target.site().joints,
          &target.site().blendShapes}) {
      if (*attribute) {
        result_.influences.push_back(
            sourceOf(*attribute, valueToText(attribute->value(TimeCode::earliest()))));
      }
    }
    explainPoints(skeleton, target);
    if (prim_.isInstance()) ignore("It is an instance; baking leaves it unchanged.");
    Array<Token> order;
    if (target.site().joints) order = target.site().joints.value().valueOr(Array<Token>());
    addJoints(skeleton, order);
  }

  // Reports influences and shapes that do not match the points and joints.
  void explainPoints(const SkeletonQuery& skeleton, const SkinningQuery& target) {
    const TimeCode time = TimeCode::earliest();
    const auto points = readValue<Array<glm::vec3>>(prim_, geom::kPoints, time);
    const std::size_t pointCount = points ? points->size() : 0;
    const auto influences =
        target.hasInfluences() ? target.influences(time, diagnostics_) : std::nullopt;
    if (influences) {
      const std::size_t jointCount =
          target.inPrimOrder(std::vector<glm::dmat4>(skeleton.definition().joints.size())).size();
      const auto perPoint = static_cast<std::size_t>(target.influencesPerPoint());
      const auto joints = influences->joints.span();
      const std::string sizes =
          points && !target.isRigid()
              ? influenceSizeProblem(joints.size(), influences->weights.size(), perPoint,
                                     pointCount)
              : std::string();
      for (const std::string& problem : {sizes, jointRangeProblem(joints, jointCount)}) {
        if (!problem.empty()) ignore("{}", withConsequence(problem, kNotSkinned));
      }
    }
    if (!target.hasBlendShapes()) return;
    if (!points && prim_.isA(types::kPointBased)) {
      ignore("It has blend shapes but no points; the shapes move nothing.");
      return;
    }
    const BlendShapeQuery& shapes = target.blendShapes();
    for (std::size_t shape = 0; shape < shapes.shapeCount(); ++shape) {
      const auto hasWrongSize = [&](const SubShape& sub) {
        return sub.shape == shape && !shapes.fits(sub, pointCount);
      };
      if (points && std::ranges::any_of(shapes.subShapes(), hasWrongSize)) {
        ignore("{}", shapes.sizeProblem(shape, pointCount));
      }
      for (const std::string& problem : shapes.problems(shape)) {
        ignore("The blend shape <{}>: {}", shapes.target(shape).text(), problem);
      }
    }
  }

  void addJoints(const SkeletonQuery& skeleton, const Array<Token>& meshOrder) {
    std::unordered_map<Token, std::size_t> rows;
    const auto add = [&](const Array<Token>& order, int SkelJointRow::* index) {
      for (std::size_t i = 0; i < order.size(); ++i) {
        const auto [found, isNew] = rows.try_emplace(order[i], result_.joints.size());
        if (isNew) result_.joints.push_back({.name = order[i].string()});
        result_.joints[found->second].*index = static_cast<int>(i);
      }
    };
    if (!skeleton) return;
    add(meshOrder, &SkelJointRow::inMesh);
    add(skeleton.definition().joints, &SkelJointRow::inSkeleton);
    if (skeleton.animation()) add(skeleton.animation().joints(), &SkelJointRow::inAnimation);
    // A prim without its own joint order uses the skeleton's.
    if (meshOrder.empty() && !prim_.isA(types::kSkeleton)) {
      for (SkelJointRow& row : result_.joints) row.inMesh = row.inSkeleton;
    }
  }

  Prim prim_;
  LayerNames names_;
  Diagnostics diagnostics_;
  std::vector<Path> alsoConcerned_;  ///< The targets of the bindings, valid or not.
  SkelExplanation result_;
};

Json toJson(const std::optional<SkelBindingSource>& source) {
  if (!source) return nullptr;
  return {{"prim", source->prim.text()},
          {"property", source->property},
          {"layer", source->layer},
          {"says", source->value}};
}

Json toJson(Path path) { return path.isEmpty() ? Json() : Json(path.text()); }

std::string textOf(const char* what, Path path, const std::optional<SkelBindingSource>& source) {
  std::string text = fmt::format("{}: {}", what, path.isEmpty() ? "none" : path.text());
  if (source) {
    text +=
        fmt::format(", by {} on <{}> in {}", source->property, source->prim.text(), source->layer);
  }
  return text + '\n';
}

}  // namespace

bool concernsSkinning(const Prim& prim) {
  if (prim.isA(types::kSkeleton)) return true;
  for (const Token name : prim.authoredPropertyNames()) {
    if (name.text().starts_with("skel:") || name.text().starts_with("primvars:skel:")) return true;
  }
  return isSkinnable(prim) && findSkelRoot(prim.parent());
}

SkelExplanation explainSkel(const Prim& prim) { return Explainer(prim).explain(); }

Json skelExplanationToJson(const SkelExplanation& explanation) {
  Json influences = Json::array();
  for (const SkelBindingSource& source : explanation.influences) {
    influences.push_back(toJson(std::optional(source)));
  }
  Json joints = Json::array();
  for (const SkelJointRow& row : explanation.joints) {
    joints.push_back({{"name", row.name},
                      {"inMesh", row.inMesh},
                      {"inSkeleton", row.inSkeleton},
                      {"inAnimation", row.inAnimation}});
  }
  return {{"prim", explanation.prim.text()},
          {"bound", explanation.isBound},
          {"skelRoot", toJson(explanation.skelRoot)},
          {"skeleton", toJson(explanation.skeleton)},
          {"skeletonSource", toJson(explanation.skeletonSource)},
          {"animation", toJson(explanation.animation)},
          {"animationSource", toJson(explanation.animationSource)},
          {"influences", std::move(influences)},
          {"joints", std::move(joints)},
          {"ignored", explanation.ignored}};
}

std::string skelExplanationToText(const SkelExplanation& explanation) {
  std::string text = fmt::format("<{}> is {}.\n", explanation.prim.text(),
                                 explanation.isBound ? "bound" : "not bound");
  text += textOf("SkelRoot", explanation.skelRoot, std::nullopt);
  text += textOf("skeleton", explanation.skeleton, explanation.skeletonSource);
  text += textOf("animation", explanation.animation, explanation.animationSource);
  for (const SkelBindingSource& source : explanation.influences) {
    text += fmt::format("{}: {}, on <{}> in {}\n", source.property, source.value,
                        source.prim.text(), source.layer);
  }
  std::size_t atRest = 0;
  std::size_t matched = 0;
  for (const SkelJointRow& row : explanation.joints) {
    if (row.inSkeleton < 0) {
      text += fmt::format("joint {}: only in the {}'s order, not in the skeleton\n", row.name,
                          row.inMesh >= 0 ? "prim" : "animation");
    } else {
      ++matched;
      if (row.inAnimation < 0) ++atRest;
    }
  }
  if (matched > 0) text += fmt::format("{} joints, {} of them at rest\n", matched, atRest);
  for (const std::string& sentence : explanation.ignored) text += "ignored: " + sentence + '\n';
  return text;
}

}  // namespace usdscope
