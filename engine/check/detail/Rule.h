// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <stop_token>

#include "engine/base/Token.h"
#include "engine/check/Finding.h"
#include "engine/check/Validator.h"
#include "engine/format/usdz/Dependencies.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"

namespace usdscope {
struct CheckOptions;
}

namespace usdscope::detail {

/// Collects the findings of one validator.
class Reporter {
 public:
  Reporter(const Validator& validator, Findings& findings)
      : validator_(validator), findings_(findings) {}

  /// Adds a finding. The caller may fill in its layer, line and time; without a layer, check()
  /// does.
  Finding& add(std::string_view error, Severity severity, std::vector<Path> sites,
               std::string message) {
    Finding& finding = findings_.emplace_back();
    finding.validator = validator_.name;
    finding.error = error;
    finding.severity = severity;
    finding.sites = std::move(sites);
    finding.message = std::move(message);
    return finding;
  }
  Finding& error(std::string_view name, Path site, std::string message) {
    return add(name, Severity::Error, {site}, std::move(message));
  }
  Finding& warning(std::string_view name, Path site, std::string message) {
    return add(name, Severity::Warning, {site}, std::move(message));
  }

 private:
  const Validator& validator_;
  Findings& findings_;
};

/// The stage that is checked, and facts about it that several rules need.
class CheckedStage {
 public:
  /// `options` may be null, and must outlive this.
  CheckedStage(const Stage& stage, std::stop_token stop, const CheckOptions* options = nullptr)
      : stage_(stage), stop_(std::move(stop)), options_(options) {}

  const Stage& stage() const { return stage_; }
  const Definitions& definitions() const { return stage_.environment().definitions(); }
  const std::stop_token& stopToken() const { return stop_; }
  bool isStopped() const { return stop_.stop_requested(); }
  /// How clips are read; null if in no special way.
  const CheckOptions* options() const { return options_; }

  /// All files that the root layer needs, through all variants; see findDependencies(). The first
  /// call computes them. Only for stage rules: not thread-safe.
  std::span<const Dependency> dependencies() const;

 private:
  const Stage& stage_;
  std::stop_token stop_;
  const CheckOptions* options_ = nullptr;
  mutable std::optional<std::vector<Dependency>> dependencies_;
};

/// A rule for the stage as a whole. Stage rules run one after the other.
using StageRule = void (*)(const CheckedStage& checked, Reporter& report);
/// A rule for single prims. Must not change anything but the report: prims are checked in parallel.
using PrimRule = void (*)(const CheckedStage& checked, const Prim& prim, Reporter& report);

/// One validator with its rules. At least one of them is set.
struct Rule {
  Validator validator;
  StageRule ofStage = nullptr;
  PrimRule ofPrim = nullptr;
};

/// All rules, sorted by the names of their validators.
std::span<const Rule> rules();

/// The rules that OpenUSD does not have, in no particular order.
std::span<const Rule> ownRules();

}  // namespace usdscope::detail
