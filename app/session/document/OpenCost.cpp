// SPDX-License-Identifier: Apache-2.0
#include "app/session/document/OpenCost.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "app/files/SceneFile.h"
#include "engine/asset/PackagePath.h"
#include "engine/format/LayerCache.h"
#include "engine/layer/Fields.h"

namespace usdscope {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kMostLayers = 5000;
constexpr std::size_t kMostTextBytes = std::size_t{64} << 20;
constexpr std::chrono::seconds kMostTime{10};
constexpr std::string_view kCrateMark = "PXR-USDC";

// Text is read as a whole, which takes long for large files.
bool isLargeText(const std::string& file, std::size_t byteSize) {
  if (byteSize <= kMostTextBytes) return false;
  std::string mark(kCrateMark.size(), '\0');
  std::ifstream(file, std::ios::binary).read(mark.data(), std::streamsize(mark.size()));
  return mark != kCrateMark;
}

/// Follows the arcs of layers.
class CostCounter {
 public:
  CostCounter(LayerCache& layers, std::stop_token stop)
      : layers_(layers), stop_(std::move(stop)), end_(Clock::now() + kMostTime) {}

  OpenCost count(const std::string& root) {
    const auto opened = layers_.findOrOpen(root);
    if (!opened->layer) {
      const auto entries = opened->diagnostics.entries();
      cost_.problem = entries.empty() ? "The file cannot be read." : entries.front().message;
      return cost_;
    }
    seen_.insert(root);
    cost_.rootBytes = sizeOf(root);
    lookInto(*opened->layer);
    countPending(cost_.always);
    pending_ = std::exchange(payloads_, {});
    isBehindPayload_ = true;
    countPending(cost_.ofPayloads);
    return cost_;
  }

 private:
  // Entries of a package have the size of the package together.
  std::size_t sizeOf(const std::string& identifier) {
    const std::string file = splitOuterPackage(identifier).package;
    std::error_code error;
    const auto size = files_.insert(file).second ? std::filesystem::file_size(file, error) : 0;
    return error ? 0 : std::size_t(size);
  }

  void countPending(LayerCost& cost) {
    while (!pending_.empty()) {
      const std::string identifier = std::move(pending_.back());
      pending_.pop_back();
      if (!seen_.insert(identifier).second) continue;
      if (!layers_.resolver().exists(identifier)) {
        ++cost_.missingCount;
        continue;
      }
      ++cost.count;
      const std::size_t size = sizeOf(identifier);
      cost.byteSize += size;
      if (stop_.stop_requested() || seen_.size() > kMostLayers || Clock::now() > end_) {
        cost_.isComplete = false;
        pending_.clear();
        return;
      }
      if (isLargeText(identifier, size)) {
        cost_.isComplete = false;
      } else if (const auto layer = layers_.findOrOpen(identifier)->layer) {
        lookInto(*layer);
      }
    }
  }

  void lookInto(const Layer& layer) {
    const auto sublayers = layer.pseudoRoot().field(fields::kSubLayers);
    for (const std::string& path : sublayers.valueOr(std::vector<std::string>())) {
      add(path, layer, false);
    }
    for (std::uint32_t row = 0; row < layer.primRowCount(); ++row) {
      const PrimSpec spec(&layer, row);
      addArcs<Reference>(spec, fields::kReferences, false);
      addArcs<Payload>(spec, fields::kPayload, true);
    }
  }

  template <typename Arc>
  void addArcs(const PrimSpec& spec, Token field, bool isPayload) {
    if (!spec.hasField(field)) return;
    const auto op = spec.field(field).valueOr(ListOp<Arc>());
    for (const auto* list :
         {&op.explicitItems, &op.addedItems, &op.prependedItems, &op.appendedItems}) {
      for (const Arc& arc : *list) add(arc.assetPath, *spec.layer(), isPayload);
    }
  }

  void add(const std::string& path, const Layer& layer, bool isPayload) {
    if (path.empty() || path.starts_with('`')) return;
    std::string identifier = layers_.resolver().identifierFor(path, layer.identifier());
    if (identifier.empty() || seen_.contains(identifier)) return;
    (isPayload && !isBehindPayload_ ? payloads_ : pending_).push_back(std::move(identifier));
  }

  LayerCache& layers_;
  std::stop_token stop_;
  Clock::time_point end_;
  OpenCost cost_;
  std::set<std::string> seen_;   // Identifiers of layers that are counted.
  std::set<std::string> files_;  // Files whose sizes are counted.
  std::vector<std::string> pending_;
  std::vector<std::string> payloads_;
  bool isBehindPayload_ = false;
};

std::string layersText(const LayerCost& cost) {
  return fmt::format("{} more {} {}", cost.count, cost.count == 1 ? "layer has" : "layers have",
                     byteSizeText(cost.byteSize));
}

}  // namespace

OpenCost computeOpenCost(const Environment& environment, const std::string& file,
                         const std::stop_token& stop) {
  const auto layers = makeLayerCache(environment, file);
  return CostCounter(*layers, stop).count(identifierOf(*layers, file));
}

std::string byteSizeText(std::size_t byteSize) {
  constexpr const char* kUnits[] = {"bytes", "KB", "MB", "GB", "TB"};
  double amount = double(byteSize);
  std::size_t unit = 0;
  while (amount >= 999.5 && unit + 1 < std::size(kUnits)) {
    amount /= 1000.0;
    ++unit;
  }
  const bool isShort = unit > 0 && amount < 9.95;
  return isShort ? fmt::format("{:.1f} {}", amount, kUnits[unit])
                 : fmt::format("{:.0f} {}", amount, kUnits[unit]);
}

std::string openCostText(const OpenCost& cost) {
  if (!cost.problem.empty()) return cost.problem;
  std::string text = fmt::format("Root layer {}", byteSizeText(cost.rootBytes));
  if (cost.always.count > 0) text += "; " + layersText(cost.always);
  text += cost.ofPayloads.count > 0
              ? fmt::format(". Behind payloads {}", layersText(cost.ofPayloads))
              : std::string(". No layers behind payloads");
  if (cost.missingCount > 0) {
    text += fmt::format("; {} {}", cost.missingCount,
                        cost.missingCount == 1 ? "layer is missing" : "layers are missing");
  }
  return text + (cost.isComplete ? "." : "; and more that was not looked at.");
}

}  // namespace usdscope
