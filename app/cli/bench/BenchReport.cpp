// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/BenchReport.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "engine/base/Parallel.h"

namespace usdscope {
namespace {

std::string processorName() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t name = line.find_first_not_of(" \t", line.find(':') + 1);
    if (name != std::string::npos) return line.substr(name);
  }
  return "unknown";
}

OrderedJson machine() {
  double load = 0.0;
  if (getloadavg(&load, 1) != 1) load = 0.0;
  return {{"cpu", processorName()}, {"cores", std::thread::hardware_concurrency()}, {"load", load}};
}

// Returns the resident bytes of an open stage, in total and for each prim.
OrderedJson memoryOf(const OrderedJson& phases) {
  const auto open = phases.find("open");
  if (open == phases.end()) return OrderedJson::object();
  const double bytes = open->at("memory").get<double>();
  const double prims = std::max(1.0, open->at("check").at("prims").get<double>());
  return {{"afterOpen", open->at("memory")}, {"perPrim", std::round(bytes / prims * 10.0) / 10.0}};
}

}  // namespace

OrderedJson makeBenchReport(const std::string& file, OrderedJson phases) {
  return {{"format", "stage-bench 1"},  {"engine", "usdscope " USDSCOPE_VERSION},
          {"threads", threadCount()},   {"scene", std::filesystem::path(file).filename().string()},
          {"machine", machine()},       {"memory", memoryOf(phases)},
          {"phases", std::move(phases)}};
}

std::string benchReportToTable(const OrderedJson& report) {
  std::string table =
      fmt::format("{}  {}  {} threads\n", report.at("scene").get<std::string>(),
                  report.at("engine").get<std::string>(), report.at("threads").get<int>());
  for (const auto& [name, phase] : report.at("phases").items()) {
    table += fmt::format("{:<26} min {:10.3f} ms  median {:10.3f} ms  {}\n", name,
                         phase.at("min").get<double>(), phase.at("median").get<double>(),
                         phase.at("check").dump());
  }
  return table;
}

}  // namespace usdscope
