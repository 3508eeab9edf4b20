// SPDX-License-Identifier: Apache-2.0
#include "engine/check/FindingText.h"

#include <fmt/format.h>

#include "engine/report/explain/Explain.h"

namespace usdscope {
namespace {

std::string messageOf(const Finding& finding) {
  return finding.hint.empty() ? finding.message : finding.message + " " + finding.hint;
}

}  // namespace

std::string findingText(const Finding& finding, const LayerNames& names) {
  std::string text = fmt::format("{}: ", nameOf(finding.severity));
  if (!finding.layer.empty()) {
    text += names.file(finding.layer);
    if (finding.line > 0) text += fmt::format(":{}", finding.line);
    text += ": ";
  }
  for (const Path site : finding.sites) text += fmt::format("<{}> ", site.text());
  text.back() = ':';
  if (finding.time) text += fmt::format(" at time {}:", timeText(*finding.time));
  return text + fmt::format(" {} ({}.{})", messageOf(finding), finding.validator, finding.error);
}

Json findingsToJson(const Findings& findings, const LayerNames& names) {
  Json list = Json::array();
  for (const Finding& finding : findings) {
    Json sites = Json::array();
    for (const Path site : finding.sites) sites.push_back(site.text());
    list.push_back({{"validator", finding.validator},
                    {"error", finding.error},
                    {"severity", nameOf(finding.severity)},
                    {"sites", std::move(sites)},
                    {"layer", finding.layer.empty() ? Json() : Json(names.file(finding.layer))},
                    {"line", finding.line > 0 ? Json(finding.line) : Json()},
                    {"time", finding.time ? numberToJson(*finding.time) : Json()},
                    {"message", messageOf(finding)}});
  }
  return list;
}

}  // namespace usdscope
