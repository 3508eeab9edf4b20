// SPDX-License-Identifier: Apache-2.0
#include "engine/inspect/CapsuleReport.h"

#include <fmt/format.h>

#include "engine/inspect/MotionText.h"
#include "engine/report/clips/ClipReport.h"
#include "engine/report/explain/ExplainFact.h"
#include "engine/report/explain/ExplainMarkdown.h"
#include "engine/report/explain/ExplainPath.h"
#include "engine/report/supply/ShapeAttribute.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostDoctorLines = 100;

std::string motionLines(const Prim& prim, double from, double to, const LayerNames& names,
                        const std::stop_token& stop) {
  MotionRequest request;
  request.pops = request.frozen = request.seams = true;
  request.from = from;
  request.to = to;
  std::string text;
  if (to - from > kMostMotionFrames) return text;
  for (const MotionFinding& finding : findMotion(prim, request, stop).findings) {
    text += "- " + motionText(finding, names) + '\n';
  }
  return text;
}

// Returns the findings of the clip doctor about the whole stage.
std::string doctorLines(const Stage& stage, const LayerNames& names, const std::stop_token& stop) {
  std::string text;
  std::size_t count = 0;
  for (ClipFinding& finding : reportClips(stage, stop).findings) {
    if (++count > kMostDoctorLines) continue;
    if (!finding.file.empty()) finding.file = names.file(finding.file);
    text += fmt::format("- {}: {}{}: {}\n", nameOf(finding.severity), finding.prim.text(),
                        finding.set.empty() ? "" : fmt::format(" `{}`", finding.set),
                        findingText(finding));
  }
  if (count > kMostDoctorLines) {
    text += fmt::format("- and {} more; `usdscope clips` lists them\n", count - kMostDoctorLines);
  }
  return text;
}

}  // namespace

std::string capsuleReport(const Stage& stage, const std::vector<Path>& selected, TimeCode time,
                          double from, double to, const std::stop_token& stop) {
  const LayerNames names(*stage.rootLayer(), stage.sessionLayer().get());
  std::string text = fmt::format("# {}, frames {} to {}\n", names.layer(*stage.rootLayer()),
                                 timeText(from), timeText(to));
  for (const Path& path : selected) {
    const Prim prim = stage.primAt(path.primPath());
    if (!prim || stop.stop_requested()) continue;
    text += fmt::format("\n## {}\n\n", path.text());
    const Path explained = path.isProperty() ? path : attributeBehindShape(prim, time);
    const Prim explainedPrim = explained.isEmpty() ? Prim() : stage.primAt(explained.primPath());
    const Attribute attribute =
        explainedPrim ? explainedPrim.attribute(explained.name()) : Attribute();
    if (attribute) {
      text += explanationToMarkdown(explain(attribute, time));
    } else {
      text += explainPath(stage, path.text(), time).text;
    }
    const FactExplanation pose = path.isProperty() ? FactExplanation() : explainPose(prim, time);
    if (attribute && !pose.rows.empty()) text += '\n' + factsToMarkdown({pose});
    const std::string findings = motionLines(prim, from, to, names, stop);
    if (!findings.empty()) text += "\n### Findings\n\n" + findings;
  }
  const std::string doctor = doctorLines(stage, names, stop);
  if (!doctor.empty()) text += "\n## Findings of the clip doctor\n\n" + doctor;
  return text;
}

}  // namespace usdscope
