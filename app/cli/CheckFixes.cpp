// SPDX-License-Identifier: Apache-2.0
#include "app/cli/CheckFixes.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <ostream>
#include <utility>
#include <vector>

#include "app/cli/Messages.h"
#include "app/cli/Output.h"
#include "engine/author/ApplyEdits.h"
#include "engine/author/Overrides.h"
#include "engine/check/Fixes.h"
#include "engine/format/LayerCache.h"
#include "engine/format/LayerSave.h"
#include "engine/format/SaveLayers.h"
#include "engine/layer/LayerEdit.h"
#include "engine/report/text/LayerNames.h"

namespace usdscope {
namespace {

// The fixes of each layer that can be written, as one group. Prints the others.
std::vector<LayerEdits> groupsOf(std::vector<Fix> fixes, bool isWritten, const LayerNames& names,
                                 std::ostream& report) {
  std::map<std::string, std::string> whyNot;
  std::map<std::string, std::size_t> numbers;
  std::vector<LayerEdits> groups;
  for (Fix& fix : fixes) {
    const auto [reason, isNew] = whyNot.try_emplace(fix.layer);
    if (isNew && isWritten) reason->second = whyNotWritable(fix.layer);
    if (!reason->second.empty()) {
      if (isNew)
        report << fmt::format("not fixed: {}: {}\n", names.file(fix.layer), reason->second);
      continue;
    }
    const std::string where = isWritten ? names.file(fix.layer) + ": " : std::string();
    report << fmt::format("fixed: {}{}\n", where, fix.sentence);
    const auto [number, isFirst] = numbers.try_emplace(fix.layer, groups.size());
    if (isFirst) groups.push_back({fix.layer, {}});
    std::ranges::move(fix.edits, std::back_inserter(groups[number->second].edits));
  }
  return groups;
}

// Names the scene in a layer of overrides by a path relative to the folder of that layer.
std::shared_ptr<const Layer> withRelativeSublayer(const Layer& overrides, const std::string& root,
                                                  const std::string& out) {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::absolute(out, error).parent_path();
  const std::string relative =
      std::filesystem::path(root).lexically_relative(folder.lexically_normal()).generic_string();
  auto layers =
      overrides.pseudoRoot().field(fields::kSubLayers).valueOr(std::vector<std::string>());
  if (!error && !relative.empty()) {
    std::ranges::replace(layers, root, relative.starts_with("..") ? relative : "./" + relative);
  }
  PrimFieldEdit edit;
  edit.path = Path::root();
  edit.field = fields::kSubLayers;
  edit.value = Value(std::move(layers));
  Diagnostics problems;
  return edited(overrides, std::vector<LayerEdit>{edit}, problems);
}

bool writeOverrides(const Stage& stage, const std::string& out, VerbContext context) {
  const std::string root = stage.rootLayer()->identifier();
  const auto layer = withRelativeSublayer(*overridesLayer(stage), root, out);
  Diagnostics diagnostics;
  const bool isSaved =
      saveLayer(*layer, out, std::nullopt, stage.environment().fields(), diagnostics);
  printDiagnostics(diagnostics, context.err);
  if (!isSaved) context.failsWith(kUnreadable);
  return isSaved;
}

}  // namespace

std::shared_ptr<const Stage> fixFindings(const std::shared_ptr<const Stage>& stage,
                                         const Findings& findings, const std::string& out,
                                         std::ostream& report, VerbContext context) {
  const bool isWritten = out.empty();
  const LayerNames names(*stage->rootLayer(), stage->sessionLayer().get());
  FixResult found =
      findFixes(*stage, findings, isWritten ? FixTarget::Opinion : FixTarget::SessionLayer);
  const std::vector<LayerEdits> groups = groupsOf(std::move(found.fixes), isWritten, names, report);
  for (const std::string& refusal : found.refusals) report << "not fixed: " << refusal << '\n';
  if (groups.empty()) {
    report << "Nothing was fixed; no file was written.\n";
    return stage;
  }
  AppliedEdits applied = applyEdits(stage, groups);
  if (!applied.problem.empty() || !applied.result.stage) {
    context.err << "error: " << applied.problem << '\n';
    return nullptr;
  }
  if (!isWritten) {
    return writeOverrides(*applied.result.stage, out, context) ? applied.result.stage : nullptr;
  }
  const SaveLayersResult saved = saveLayers(stage->layers(), applied.after);
  printDiagnostics(saved.diagnostics, context.err);
  if (!saved.diagnostics.hasErrors()) return applied.result.stage;
  context.failsWith(kUnreadable);
  return nullptr;
}

}  // namespace usdscope
