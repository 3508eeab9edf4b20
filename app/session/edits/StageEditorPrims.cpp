// SPDX-License-Identifier: Apache-2.0

// Commands of StageEditor that change prims.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/session/Session.h"
#include "app/session/edits/EditSentences.h"
#include "app/session/edits/SessionEdits.h"
#include "app/session/edits/StageEditor.h"
#include "engine/schema/Imageable.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope {
namespace {

std::string whyNotPrim(const Prim& prim, Path path) {
  if (!prim || prim.isPseudoRoot()) {
    return path.isEmpty() ? "No prim is selected." : "There is no prim " + path.text() + ".";
  }
  if (prim.isInstanceProxy()) {
    return path.text() + " is part of an instance: only the whole instance can be changed.";
  }
  return {};
}

std::string whyNotImageable(const Prim& prim, Path path) {
  std::string problem = whyNotPrim(prim, path);
  if (problem.empty() && !isImageable(prim)) {
    problem = path.text() + " cannot be drawn, so it has no visibility.";
  }
  return problem;
}

}  // namespace

// Keeps the prims for which `whyNot(prim, path)` returns no reason.
template <typename WhyNot>
StageEditor::Chosen StageEditor::choose(const Prims& prims, WhyNot whyNot) {
  const Document& open = session_.document.value();
  if (!open.isOpen()) return {{}, kNothingOpen};
  if (prims.empty()) return {{}, "No prim is selected."};
  Chosen chosen;
  for (const Path path : prims) {
    const Prim prim = path.isEmpty() ? Prim() : open.stage->primAt(path);
    std::string problem = whyNot(prim, path);
    if (problem.empty()) {
      chosen.prims.push_back(path);
    } else if (chosen.problem.empty()) {
      chosen.problem = std::move(problem);
    }
  }
  if (chosen.prims.empty()) return chosen;
  if (!chosen.problem.empty()) {
    session_.showNote(fmt::format("{} of {} prims are ignored. {}",
                                  prims.size() - chosen.prims.size(), prims.size(),
                                  chosen.problem));
  }
  chosen.problem.clear();
  return chosen;
}

std::string StageEditor::setVisible(const Prims& prims, bool isVisible) {
  const Chosen chosen = choose(prims, whyNotImageable);
  if (!chosen.problem.empty()) return chosen.problem;
  return startEach(isVisible ? "Show" : "Hide", chosen.prims, {},
                   [isVisible, time = session_.playback.value().timeCode()](
                       const EditTranslator& translator, Path prim, std::string&) {
                     return isVisible ? translator.makeVisible(prim, time)
                                      : translator.makeInvisible(prim, time);
                   });
}

std::string StageEditor::showOnly(const Prims& prims) {
  const Chosen chosen = choose(prims, whyNotImageable);
  if (!chosen.problem.empty()) return chosen.problem;
  std::string sentence = chosen.prims.size() == 1
                             ? "Show only " + chosen.prims[0].text()
                             : fmt::format("Show only {} prims", chosen.prims.size());
  return start(
      sentence,
      [=, isSession = session_.editTarget.value().isSession(),
       time = session_.playback.value().timeCode(), state = session_.edits.value().state()](
          const EditTranslator& translator, const Stage& stage, MadeEdits& made) {
        StageEditResult all;
        if (isSession) all.edits = visibilityRemovals(state.sessionLayer.get());
        for (const WantedVisibility& each : visibilityOfOnly(stage, chosen.prims, time)) {
          StageEditResult one =
              translator.setValue(each.prim.property(geom::kVisibility),
                                  Value(each.isVisible ? geom::kInherited : geom::kInvisible));
          if (all.isPossible()) all.problem = one.problem;
          all.edits.insert(all.edits.end(), one.edits.begin(), one.edits.end());
        }
        made.add(sentence, std::move(all));
      });
}

std::string StageEditor::removeVisibility(const Prims& prims) {
  const auto layer = session_.edits.value().state().sessionLayer;
  const Chosen chosen = choose(prims, [&](const Prim& prim, Path path) {
    std::string problem = whyNotPrim(prim, path);
    if (problem.empty() && !(layer && hasVisibility(*layer, path))) {
      problem = "The session layer does not change the visibility of " + path.text() + ".";
    }
    return problem;
  });
  if (!chosen.problem.empty()) return chosen.problem;
  return startParts("Remove session visibility of", chosen.prims,
                    [](Path prim) { return LayerPart{{visibilityRemoval(prim)}}; });
}

std::string StageEditor::resetVisibility() {
  if (!session_.document.value().isOpen()) return kNothingOpen;
  const auto layer = session_.edits.value().state().sessionLayer;
  std::vector<LayerEdit> edits = visibilityRemovals(layer.get());
  if (edits.empty()) return "The session layer does not change the visibility of any prim.";
  return startPart("Reset all session visibility", LayerPart{std::move(edits)});
}

std::string StageEditor::setActive(const Prims& prims, bool isActive) {
  const Chosen chosen = choose(prims, [&](const Prim& prim, Path path) {
    std::string problem = whyNotPrim(prim, path);
    if (problem.empty() && prim.isActive() == isActive) {
      problem = path.text() + (isActive ? " is active already." : " is inactive already.");
    }
    return problem;
  });
  if (!chosen.problem.empty()) return chosen.problem;
  return startEach(isActive ? "Activate" : "Deactivate", chosen.prims, {},
                   [isActive](const EditTranslator& translator, Path prim, std::string&) {
                     return translator.setActive(prim, isActive);
                   });
}

std::string StageEditor::setLoaded(const Prims& prims, bool isLoaded) {
  const Chosen chosen = choose(prims, [&](const Prim& prim, Path path) {
    return prim ? std::string() : "There is no prim " + path.text() + ".";
  });
  if (!chosen.problem.empty()) return chosen.problem;
  return startParts(isLoaded ? "Load" : "Unload", chosen.prims,
                    [=](Path prim) { return LoadPart{prim, isLoaded}; });
}

std::string StageEditor::setInstanceable(const Prims& prims, bool isInstanceable) {
  const Chosen chosen = choose(prims, whyNotPrim);
  if (!chosen.problem.empty()) return chosen.problem;
  return startEach(isInstanceable ? "Make instanceable" : "Make not instanceable", chosen.prims, {},
                   [isInstanceable](const EditTranslator& translator, Path prim, std::string&) {
                     return translator.setInstanceable(prim, isInstanceable);
                   });
}

std::string StageEditor::setKind(const Prims& prims, const std::string& kind) {
  const Chosen chosen = choose(prims, whyNotPrim);
  if (!chosen.problem.empty()) return chosen.problem;
  return startEach(kind.empty() ? "Remove the kind of" : "Set the kind of", chosen.prims,
                   kind.empty() ? std::string() : " to " + kind,
                   [kind](const EditTranslator& translator, Path prim, std::string&) {
                     return translator.setKind(prim, kind.empty() ? Token() : Token(kind));
                   });
}

std::string StageEditor::setDrawMode(const Prims& prims, const std::string& mode) {
  const Chosen chosen = choose(prims, whyNotPrim);
  if (!chosen.problem.empty()) return chosen.problem;
  return startEach("Set the draw mode of", chosen.prims, " to " + mode,
                   [mode](const EditTranslator& translator, Path prim, std::string&) {
                     return translator.setDrawMode(prim, Token(mode));
                   });
}

std::string StageEditor::setClip(const Prims& prims, const std::string& set, const std::string& key,
                                 const std::string& text) {
  const Chosen chosen = choose(prims, whyNotPrim);
  if (!chosen.problem.empty()) return chosen.problem;
  return startEach(fmt::format("Set {} of the clips {} of", key, set), chosen.prims,
                   " to " + shortened(text),
                   [=](const EditTranslator& translator, Path prim, std::string&) {
                     return translator.setClipInfoText(prim, set, key, text);
                   });
}

std::string StageEditor::setMetadata(const std::vector<Path>& objects, Token field,
                                     const std::string& text) {
  if (!session_.document.value().isOpen()) return kNothingOpen;
  if (objects.empty()) return "No prim is selected.";
  return startEach(fmt::format("Set {} of", field.text()), objects, " to " + shortened(text),
                   [=](const EditTranslator& translator, Path object, std::string&) {
                     if (text == "None") return translator.setMetadata(object, field, {});
                     return translator.setMetadataText(object, field, text);
                   });
}

std::string StageEditor::setVariant(const Prims& prims, const std::string& set,
                                    const std::string& variant) {
  const Chosen chosen = choose(prims, [&](const Prim& prim, Path path) {
    std::string problem = whyNotPrim(prim, path);
    if (!problem.empty()) return problem;
    const std::vector<VariantSet> sets = prim.variantSets();
    const auto found = std::ranges::find(sets, set, &VariantSet::name);
    if (found == sets.end()) return path.text() + " has no variant set " + set + ".";
    if (!variant.empty() && std::ranges::find(found->variants, variant) == found->variants.end()) {
      return "The variant set " + set + " of " + path.text() + " has no variant " + variant + ".";
    }
    return std::string();
  });
  if (!chosen.problem.empty()) return chosen.problem;
  const std::string choice = variant.empty() ? "no variant" : variant;
  return startEach(fmt::format("Choose {} as {} of", choice, set), chosen.prims, {},
                   [=](const EditTranslator& translator, Path prim, std::string&) {
                     return translator.selectVariant(prim, set, variant);
                   });
}

std::string StageEditor::clearVariant(const Prims& prims, const std::string& set) {
  const Chosen chosen = choose(prims, whyNotPrim);
  if (!chosen.problem.empty()) return chosen.problem;
  return startEach(fmt::format("Clear the choice of {} of", set), chosen.prims, {},
                   [set](const EditTranslator& translator, Path prim, std::string&) {
                     return translator.selectVariant(prim, set, std::nullopt);
                   });
}

}  // namespace usdscope
