// SPDX-License-Identifier: Apache-2.0
#include "engine/report/ExplainPath.h"

#include "engine/report/Explain.h"
#include "engine/report/ExplainCollection.h"
#include "engine/report/ExplainPrim.h"
#include "engine/report/SkelExplain.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"

namespace usdscope {

Json wholePrimExplanationToJson(const Prim& prim) {
  Json explanation = primExplanationToJson(prim);
  if (concernsSkinning(prim)) explanation["skinning"] = skelExplanationToJson(explainSkel(prim));
  return explanation;
}

PathExplanation explainPath(const Stage& stage, const std::string& text, TimeCode time) {
  const Path path = Path::fromText(text, Path::root());
  if (path.isEmpty()) {
    return {{}, "\"" + text + "\" is not an absolute path of a prim or attribute."};
  }
  const Prim prim = stage.primAt(path.primPath());
  if (!prim) return {{}, "The stage has no prim <" + path.primPath().text() + ">."};
  if (const auto collection = explainCollection(stage, path)) {
    return {collectionExplanationToJson(*collection), {}};
  }
  if (path.isRootOrPrim()) return {wholePrimExplanationToJson(prim), {}};
  if (const Attribute attribute = prim.attribute(path.name())) {
    return {explanationToJson(explain(attribute, time)), {}};
  }
  return {{},
          prim.relationship(path.name())
              ? path.text() + " is a relationship; only prims and attributes are explained."
              : "The prim has no attribute " + std::string(path.name().text()) + "."};
}

}  // namespace usdscope
