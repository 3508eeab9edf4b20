// SPDX-License-Identifier: Apache-2.0
#include "app/capture/BurnIn.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/report/explain/Explain.h"
#include "engine/report/explain/ExplainWords.h"
#include "engine/report/text/LayerNames.h"
#include "engine/report/text/ValueText.h"

namespace usdscope {
namespace {

constexpr std::pair<std::string_view, BurnInItem> kItems[] = {
    {"frame", BurnInItem::Frame},   {"time", BurnInItem::Time},   {"file", BurnInItem::File},
    {"camera", BurnInItem::Camera}, {"layer", BurnInItem::Layer}, {"clip", BurnInItem::Clip}};

std::string frameOf(TimeCode time) {
  return time.isNumeric() ? "Frame " + numberToText(time.time()) : "Default time";
}

// The file that supplies a value. With `namesClip`, another text names the clip; this one is then
// the layer that brings in the clips.
std::string layerOf(const ResolveInfo& info, const Stage& stage, bool namesClip) {
  switch (info.source) {
    case ValueSource::None:
      return info.isBlocked ? "blocked" : "no value";
    case ValueSource::Fallback:
      return "fallback of the schema";
    default:
      break;
  }
  if (info.clip && !namesClip) return nameOfFile(info.clip->file);
  return info.layer ? layerLabel(*info.layer, stage) : "no layer";
}

}  // namespace

bool BurnInChoice::has(BurnInItem item) const {
  return std::ranges::find(items, item) != items.end();
}

BurnInChoice parseBurnIn(std::string_view text, const Path& attribute) {
  BurnInChoice choice;
  choice.attribute = attribute;
  if (text == "none") return choice;
  bool isNamed = false;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view word = text.substr(0, comma);
    const std::size_t equals = std::min(word.find('='), word.size());
    const auto* const item = std::ranges::find(kItems, word.substr(0, equals),
                                               &std::pair<std::string_view, BurnInItem>::first);
    text.remove_prefix(std::min(comma + 1, text.size()));
    const auto refuse = [&](std::string problem) {
      return BurnInChoice{{}, {}, std::move(problem)};
    };
    if (item == std::end(kItems)) {
      return refuse(
          fmt::format("\"{}\" cannot be burnt in: expected a list of frame, time, file, "
                      "camera, layer=/Prim.attribute, clip; or none.",
                      word));
    }
    if (equals < word.size()) {
      const Path path = Path::fromText(std::string(word.substr(equals + 1)));
      const bool mayHave = item->second == BurnInItem::Layer || item->second == BurnInItem::Clip;
      if (!mayHave || !path.isProperty()) {
        return refuse(fmt::format("\"{}\": expected {}", word,
                                  mayHave ? "the path of an attribute." : "a word without =."));
      }
      if (isNamed && path != choice.attribute) {
        return refuse("Layer and clip are burnt in for one attribute.");
      }
      isNamed = true;
      choice.attribute = path;
    }
    if (!choice.has(item->second)) choice.items.push_back(item->second);
  }
  const bool needsAttribute = choice.has(BurnInItem::Layer) || choice.has(BurnInItem::Clip);
  if (needsAttribute && !choice.attribute.isProperty()) {
    return {{}, {}, "Layer and clip need an attribute: layer=/Prim.attribute."};
  }
  return choice;
}

BurnIn::BurnIn(BurnInChoice choice, std::shared_ptr<const Stage> stage)
    : choice_(std::move(choice)), stage_(std::move(stage)) {
  if (!choice_.has(BurnInItem::Layer) && !choice_.has(BurnInItem::Clip)) return;
  const Prim prim = stage_->primAt(choice_.attribute.primPath());
  if (prim) attribute_ = prim.attribute(choice_.attribute.name());
  if (!attribute_) problem_ = fmt::format("There is no attribute {}.", choice_.attribute.text());
}

std::string BurnIn::textOf(BurnInItem item, TimeCode time, const std::string& camera) const {
  switch (item) {
    case BurnInItem::Frame:
      return frameOf(time);
    case BurnInItem::Time: {
      const double rate = stage_->timeCodesPerSecond();
      return time.isNumeric() && rate > 0.0 ? fmt::format("{:.3f} s", time.time() / rate) : "";
    }
    case BurnInItem::File:
      return layerLabel(*stage_->rootLayer(), *stage_);
    case BurnInItem::Camera:
      return "Camera: " + camera;
    case BurnInItem::Layer:
      return fmt::format(
          "{}: {}", choice_.attribute.name().text(),
          layerOf(attribute_.resolveInfo(time), *stage_, choice_.has(BurnInItem::Clip)));
    case BurnInItem::Clip: {
      const ResolveInfo info = attribute_.resolveInfo(time);
      if (!info.clip) return "no clip";
      return fmt::format("clip {} at {}", nameOfFile(info.clip->file), timeText(info.clip->time));
    }
  }
  return {};
}

HudStrip BurnIn::at(TimeCode time, const std::string& camera) const {
  HudStrip strip;
  for (const BurnInItem item : choice_.items) {
    std::string text = textOf(item, time, camera);
    if (text.empty()) continue;
    // The frame and the time stand where the eye looks for them.
    const bool isRight = item == BurnInItem::Frame || item == BurnInItem::Time;
    (isRight ? strip.right : strip.left).push_back(std::move(text));
  }
  return strip;
}

}  // namespace usdscope
