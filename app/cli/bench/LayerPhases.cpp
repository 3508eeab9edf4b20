// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "app/cli/bench/BenchPhases.h"
#include "app/cli/bench/ValueSum.h"
#include "engine/author/FlattenStage.h"
#include "engine/base/Parallel.h"
#include "engine/base/UnfinishedFile.h"
#include "engine/format/usda/UsdaWriter.h"
#include "engine/format/usdc/UsdcWriter.h"
#include "engine/layer/Fields.h"

namespace usdscope {
namespace {

// Appends every array-valued opinion of one attribute, default and samples. The declared type
// decides.
void appendArrayOpinions(const PropertySpec& spec, std::vector<Value>& values) {
  if (!spec.isAttribute() || !spec.typeName().text().ends_with("[]")) return;
  if (spec.hasField(fields::kDefault)) values.push_back(spec.field(fields::kDefault));
  const Value field = spec.field(fields::kTimeSamples);
  if (const auto* samples = field.find<TimeSamples>()) {
    for (std::size_t i = 0; i < samples->size(); ++i) values.push_back(samples->value(i));
  }
}

// Collects the arrays of a layer, in blocks of property rows.
std::vector<std::vector<Value>> decodeArrays(const Layer& layer) {
  constexpr std::size_t kBlock = 64;
  const std::size_t rowCount = layer.propertyRowCount();
  std::vector<std::vector<Value>> arrays((rowCount + kBlock - 1) / kBlock);
  parallelFor(arrays.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t block = first; block < last; ++block) {
      const std::size_t end = std::min(rowCount, (block + 1) * kBlock);
      for (std::size_t row = block * kBlock; row < end; ++row) {
        appendArrayOpinions(PropertySpec(&layer, static_cast<std::uint32_t>(row)), arrays[block]);
      }
      for (const Value& value : arrays[block]) touchPages(value);
    }
  });
  return arrays;
}

// Counts prims, variants, variant sets and properties, without the pseudo-root.
std::size_t countSpecs(const Layer& layer) {
  std::size_t count = layer.primRowCount() - 1 + layer.propertyRowCount();
  for (std::size_t row = 0; row < layer.primRowCount(); ++row) {
    const PrimSpec prim(&layer, static_cast<std::uint32_t>(row));
    std::set<std::string_view> sets;
    for (std::size_t i = 0; i < prim.variantCount(); ++i) {
      sets.insert(prim.variant(i).name().text());
    }
    count += sets.size();
  }
  return count;
}

OrderedJson checkOf(const Layer& layer) {
  std::size_t count = 0;
  double sum = 0.0;
  for (std::size_t row = 0; row < layer.propertyRowCount(); ++row) {
    std::vector<Value> values;
    appendArrayOpinions(PropertySpec(&layer, static_cast<std::uint32_t>(row)), values);
    count += values.size();
    for (const Value& value : values) sum += sumOfComponents(value);
  }
  return {{"specs", countSpecs(layer)}, {"arrays", count}, {"sum", sum}};
}

}  // namespace

void benchRead(BenchRun& run) {
  std::shared_ptr<const Layer> layer;
  std::vector<std::vector<Value>> arrays;
  run.time("read", [&] {
    layer = run.readLayer();
    if (layer) arrays = decodeArrays(*layer);
  });
  if (layer) run.check("read", [&] { return checkOf(*layer); });
}

namespace {

// A file whose writing is not waited for.
class BenchFile final : public TextSink {
 public:
  explicit BenchFile(const std::string& file) : out_(file, std::ios::binary) {}
  bool write(std::string_view bytes) override {
    return bool(out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size())));
  }
  bool overwrite(std::size_t offset, std::string_view bytes) override {
    out_.seekp(static_cast<std::streamoff>(offset));
    return write(bytes);
  }
  bool close() {
    out_.close();
    return bool(out_);
  }

 private:
  std::ofstream out_;
};

// Times `write` on a new file that ends in `extension`.
template <typename Write>
void benchWrite(BenchRun& run, const char* phase, const char* extension, Write&& write) {
  const std::shared_ptr<const Layer> layer = run.readLayer();
  if (!layer) return;
  const auto arrays = decodeArrays(*layer);
  const UnfinishedFolder folder("usdscope");
  if (folder.path().empty()) return run.fail("There is no temporary folder to write to.");
  const BenchScene written{.file = (folder.path() / "written").string() + extension,
                           .environment = run.environment()};
  bool isWritten = false;
  run.time(phase, [&] {
    BenchFile out(written.file);
    const bool isDone = write(*layer, out);
    isWritten = out.close() && isDone;
  });
  if (!isWritten) return run.fail("The layer cannot be written to the temporary folder.");
  run.check(phase, [&]() -> OrderedJson {
    BenchRun again(written, false);
    const auto back = again.readLayer();
    if (!back) run.fail(again.problem());
    return back ? checkOf(*back) : OrderedJson();
  });
}

}  // namespace

void benchWriteText(BenchRun& run) {
  benchWrite(run, "writeText", ".usda",
             [](const Layer& layer, TextSink& out) { return writeUsda(layer, out); });
}

void benchWriteBinary(BenchRun& run) {
  benchWrite(run, "writeBinary", ".usdc", [&](const Layer& layer, TextSink& out) {
    Diagnostics diagnostics;
    return out.write(writeUsdc(layer, run.environment().fields(), diagnostics));
  });
}

void benchFlatten(BenchRun& run) {
  const std::shared_ptr<const Stage> stage = run.openStage();
  if (!stage) return;
  Diagnostics diagnostics;
  std::shared_ptr<const Layer> layer;
  run.time("flatten",
           [&] { layer = flattenStage(*stage, {.hasSourceComment = false}, diagnostics); });
  run.check("flatten", [&] { return checkOf(*layer); });
}

}  // namespace usdscope
