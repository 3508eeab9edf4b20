// SPDX-License-Identifier: Apache-2.0
#include "app/session/disk/OutdatedText.h"

#include <memory>
#include <set>

#include "app/session/disk/ReadAgain.h"
#include "engine/asset/AssetResolver.h"
#include "engine/base/Diagnostics.h"
#include "engine/layer/Layer.h"
#include "engine/report/explain/Explain.h"
#include "engine/stage/Stage.h"

namespace usdscope {

std::string outdatedText(const Diagnostics* outdated, const Explanation& explanation) {
  if (!outdated) return {};
  std::set<std::string> used;
  const auto add = [&](const std::shared_ptr<const Layer>& layer) {
    if (layer) used.insert(layer->identifier());
  };
  const ResolveTrace& trace = explanation.trace;
  add(trace.info.layer);
  if (trace.clip) add(trace.clip->lower.layer);
  if (trace.clip) add(trace.clip->upper.layer);
  const AssetResolver& resolver = explanation.attribute.prim().stage().resolver();
  std::string text;
  for (const Diagnostic& each : outdated->entries()) {
    if (each.code != kOutdatedFile || !used.contains(each.site.layer)) continue;
    if (!resolver.exists(each.site.layer)) continue;
    text += ' ' + each.message;
    if (!text.ends_with('.')) text += '.';
  }
  return text;
}

}  // namespace usdscope
