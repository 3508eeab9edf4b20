// SPDX-License-Identifier: Apache-2.0

// Commands of StageEditor that change properties.

#include <fmt/format.h>

#include "app/session/Session.h"
#include "app/session/edits/EditSentences.h"
#include "app/session/edits/StageEditor.h"
#include "engine/report/text/ValueText.h"

namespace usdscope {
namespace {

// Returns why a command on properties cannot start; empty if it can.
std::string whyNotProperties(const Session& session, const StageEditor::Properties& properties) {
  if (!session.document.value().isOpen()) return kNothingOpen;
  if (properties.empty()) return "No property is selected.";
  for (const Path path : properties) {
    if (!path.isProperty()) {
      return path.isEmpty() ? "No property is selected."
                            : path.text() + " is not the path of a property.";
    }
  }
  return {};
}

// The words for the place of a value: the default, or a sample.
std::string placeText(TimeCode time) {
  return time.isDefault() ? " as the default" : " at frame " + numberToText(time.time());
}

// Returns the time of the sample to which a value is written; the default time for the default. At
// a left limit it is the sample at that time.
TimeCode sampleTime(const EditTranslator& translator, Path attribute, StageEditor::ValuePlace place,
                    TimeCode playhead) {
  using Place = StageEditor::ValuePlace;
  const bool isSample =
      place == Place::Playhead || (place == Place::Fitting && translator.hasSamples(attribute));
  return isSample && playhead.isNumeric() ? TimeCode(playhead.time()) : TimeCode();
}

}  // namespace

std::string StageEditor::setValue(const Properties& attributes, const std::string& text,
                                  ValuePlace place) {
  std::string problem = whyNotProperties(session_, attributes);
  if (!problem.empty()) return problem;
  const TimeCode playhead = session_.playback.value().timeCode();
  return startEach("Set", attributes, " to " + shortened(text),
                   [=](const EditTranslator& translator, Path attribute, std::string& sentence) {
                     const TimeCode time = sampleTime(translator, attribute, place, playhead);
                     sentence += placeText(time);
                     return translator.setText(attribute, text, time);
                   });
}

std::string StageEditor::clearValue(const Properties& attributes, ValuePlace place) {
  std::string problem = whyNotProperties(session_, attributes);
  if (!problem.empty()) return problem;
  const TimeCode playhead = session_.playback.value().timeCode();
  return startEach("Clear", attributes, {},
                   [=](const EditTranslator& translator, Path attribute, std::string& sentence) {
                     const TimeCode time = sampleTime(translator, attribute, place, playhead);
                     sentence += placeText(time);
                     return translator.clear(attribute, time);
                   });
}

std::string StageEditor::clearAll(const Properties& attributes) {
  std::string problem = whyNotProperties(session_, attributes);
  if (!problem.empty()) return problem;
  return startEach("Clear all values of", attributes, {},
                   [](const EditTranslator& translator, Path attribute, std::string&) {
                     return translator.clearAll(attribute);
                   });
}

std::string StageEditor::block(const Properties& attributes) {
  std::string problem = whyNotProperties(session_, attributes);
  if (!problem.empty()) return problem;
  return startEach("Block", attributes, {},
                   [](const EditTranslator& translator, Path attribute, std::string&) {
                     return translator.block(attribute);
                   });
}

std::string StageEditor::setTargets(const Properties& properties,
                                    const std::vector<Path>& targets) {
  std::string problem = whyNotProperties(session_, properties);
  if (!problem.empty()) return problem;
  std::string text;
  for (const Path target : targets) text += (text.empty() ? "<" : ", <") + target.text() + ">";
  return startEach("Set the targets of", properties,
                   " to " + (text.empty() ? "none" : shortened(text)),
                   [targets](const EditTranslator& translator, Path property, std::string&) {
                     return translator.setTargets(property, targets);
                   });
}

std::string StageEditor::addTarget(const Properties& properties, Path target) {
  std::string problem = whyNotProperties(session_, properties);
  if (!problem.empty()) return problem;
  return startEach(fmt::format("Add the target <{}> to", target.text()), properties, {},
                   [target](const EditTranslator& translator, Path property, std::string&) {
                     return translator.addTarget(property, target);
                   });
}

std::string StageEditor::removeTarget(const Properties& properties, Path target) {
  std::string problem = whyNotProperties(session_, properties);
  if (!problem.empty()) return problem;
  return startEach(fmt::format("Remove the target <{}> from", target.text()), properties, {},
                   [target](const EditTranslator& translator, Path property, std::string&) {
                     return translator.removeTarget(property, target);
                   });
}

std::string StageEditor::clearTargets(const Properties& properties) {
  std::string problem = whyNotProperties(session_, properties);
  if (!problem.empty()) return problem;
  return startEach("Clear the targets of", properties, {},
                   [](const EditTranslator& translator, Path property, std::string&) {
                     return translator.clearTargets(property);
                   });
}

}  // namespace usdscope
