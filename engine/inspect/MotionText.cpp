// SPDX-License-Identifier: Apache-2.0
#include "engine/inspect/MotionText.h"

#include <fmt/format.h>

#include "engine/report/explain/Explain.h"
#include "engine/report/explain/ExplainWords.h"
#include "engine/report/text/ValueText.h"

namespace usdscope {
namespace {

std::string_view becauseOf(MotionReason reason) {
  switch (reason) {
    case MotionReason::OtherClip:
      return "another clip";
    case MotionReason::ClipTime:
      return "a jump in the times of the clip set";
    case MotionReason::Block:
      return "a value on one side only";
    case MotionReason::HeldSample:
      return "another held sample";
    case MotionReason::Samples:
      return "different samples";
    case MotionReason::Spline:
      return "the spline";
    case MotionReason::ElementCount:
      return "another number of elements";
    case MotionReason::Position:
      return "the positions do not match";
    case MotionReason::Speed:
      return "the speeds do not match";
    case MotionReason::StrongerValue:
      return "a stronger value";
    case MotionReason::EqualSamples:
      return "equal samples";
    case MotionReason::Stops:
      return "equal samples at the end";
    case MotionReason::NotFinite:
      return "a number that is not finite";
  }
  return {};
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// The sizes of a step, the lengths of arrays, or the frames until a value is back.
std::string sizesText(const MotionFinding& finding) {
  if (finding.frameCount > 0.0) {
    return fmt::format("back after {} {}", numberToText(finding.frameCount),
                       finding.frameCount == 1.0 ? "frame" : "frames");
  }
  if (finding.lowerCount != finding.upperCount) {
    return fmt::format("{} become {}", counted(finding.lowerCount, "element"), finding.upperCount);
  }
  if (finding.step == 0.0) return {};
  const std::string step = numberToText(finding.step);
  if (finding.kind == MotionKind::Change) return "step " + step;
  const std::string usual = numberToText(finding.usualStep);
  if (finding.kind == MotionKind::Pop) {
    return fmt::format("step {}, {} around it", step, usual);
  }
  return fmt::format("difference {}, steps {} around it", step, usual);
}

std::string sidesText(const MotionFinding& finding, const LayerNames& names) {
  const std::string before = motionSourceText(finding.before, names);
  const std::string after = motionSourceText(finding.after, names);
  return before == after ? before : fmt::format("{} -> {}", before, after);
}

std::string hiddenText(const MotionFinding& finding, const LayerNames& names) {
  const MotionSource& hidden = finding.after;
  std::string what = "a spline";
  if (hidden.isClip) {
    what = "value clips";
  } else if (finding.lowerCount > 0) {
    what = counted(finding.lowerCount, "sample");
  }
  const std::string hider =
      finding.before.layer ? names.layer(*finding.before.layer) : std::string("a block");
  return fmt::format("{} in {} without effect, hidden by {}", what,
                     hidden.layer ? names.layer(*hidden.layer) : std::string("a layer"), hider);
}

std::string whatHappens(const MotionFinding& finding, const LayerNames& names) {
  if (finding.reason == MotionReason::StrongerValue) return hiddenText(finding, names);
  if (finding.reason == MotionReason::EqualSamples) {
    return fmt::format("the same value at all {} times; {}", finding.lowerCount,
                       sidesText(finding, names));
  }
  if (finding.reason == MotionReason::Stops) {
    return fmt::format("stops before the end: the last {} samples are equal; {}",
                       finding.lowerCount, sidesText(finding, names));
  }
  std::string text;
  if (finding.kind == MotionKind::Change) text = finding.isJump ? "jumps: " : "moves: ";
  text += becauseOf(finding.reason);
  if (const std::string sizes = sizesText(finding); !sizes.empty()) text += ", " + sizes;
  if (finding.jumpCount > 1) text += fmt::format(", {} jumps", finding.jumpCount);
  return fmt::format("{}; {}", text, sidesText(finding, names));
}

std::string timesText(const MotionFinding& finding) {
  switch (finding.kind) {
    case MotionKind::Change:
      if (!finding.isJump) break;
      [[fallthrough]];
    case MotionKind::Seam:
      return "at " + timeText(finding.time);
    case MotionKind::Pop:
    case MotionKind::Frozen:
      break;
  }
  return fmt::format("{} to {}", timeText(finding.from), timeText(finding.to));
}

Json findingJson(const MotionFinding& finding, const LayerNames& names) {
  return {{"kind", nameOf(finding.kind)},
          {"reason", nameOf(finding.reason)},
          {"path", finding.attribute.path().text()},
          {"prim", finding.attribute.prim().path().text()},
          {"attribute", finding.attribute.name().text()},
          {"from", numberToJson(finding.from)},
          {"to", numberToJson(finding.to)},
          {"time", numberToJson(finding.time)},
          {"jump", finding.isJump},
          {"jumps", finding.jumpCount},
          {"step", numberToJson(finding.step)},
          {"usualStep", numberToJson(finding.usualStep)},
          {"frames", numberToJson(finding.frameCount)},
          {"lowerCount", finding.lowerCount},
          {"upperCount", finding.upperCount},
          {"before", motionSourceToJson(finding.before, names)},
          {"after", motionSourceToJson(finding.after, names)},
          {"message", motionText(finding, names)}};
}

}  // namespace

std::string motionSourceText(const MotionSource& source, const LayerNames& names) {
  if (!source.layer) {
    return source.source == ValueSource::Fallback ? "the fallback" : "no value";
  }
  const std::string name = source.clipWithoutValue.empty() ? names.layer(*source.layer)
                                                           : names.file(source.clipWithoutValue);
  std::string text = name == "<anonymous>" ? quotedName(*source.layer) : name;
  if (source.isClip) return fmt::format("{} at {}", text, timeText(source.fileTime));
  return text;
}

Json motionSourceToJson(const MotionSource& source, const LayerNames& names) {
  return {{"source", nameOf(source.source)},
          {"layer", source.layer ? Json(names.layer(*source.layer)) : Json()},
          {"specPath", source.specPath.isEmpty() ? Json() : Json(source.specPath.text())},
          {"isClip", source.isClip},
          {"fileTime", numberToJson(source.fileTime)}};
}

std::string motionText(const MotionFinding& finding, const LayerNames& names) {
  return fmt::format("{} <{}> {}: {}", nameOf(finding.kind), finding.attribute.path().text(),
                     timesText(finding), whatHappens(finding, names));
}

Json motionToJson(const MotionFindings& findings, const MotionRequest& request,
                  const LayerNames& names) {
  Json list = Json::array();
  for (const MotionFinding& finding : findings.findings) {
    list.push_back(findingJson(finding, names));
  }
  Json skipped = Json::array();
  for (const Attribute& attribute : findings.tooManyClips) {
    skipped.push_back(attribute.path().text());
  }
  return {{"from", numberToJson(request.from)},
          {"to", numberToJson(request.to)},
          {"examined", findings.examinedCount},
          {"skipped", std::move(skipped)},
          {"findings", std::move(list)}};
}

}  // namespace usdscope
