// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/RowRecipe.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>
#include <optional>
#include <span>

#include "engine/format/usdc/ByteCursor.h"
#include "engine/format/usdc/CrateValues.h"
#include "engine/format/usdc/Tables.h"
#include "engine/format/usdc/ValueRep.h"

namespace usdscope::usdc {
namespace {

// Far more than clips have.
constexpr std::size_t kMostFields = 100'000;
constexpr std::size_t kMostNames = 100'000;
constexpr std::size_t kMostSectionBytes = std::size_t{1} << 20;

constexpr std::array kRecipeSections = {&CrateHeader::specs, &CrateHeader::paths,
                                        &CrateHeader::fieldSets, &CrateHeader::tokens,
                                        &CrateHeader::strings};

using Recipe = std::shared_ptr<const RowRecipe>;

/// The layers that were read last. Scenes play few clip sets at once, so a few suffice. Keeps their
/// recipes, which are copies of tables, but does not keep layers alive.
class RecentLayers {
 public:
  void add(const std::shared_ptr<const Layer>& layer, Recipe recipe) {
    const std::lock_guard lock(mutex_);
    slots_[next_] = {layer, std::move(recipe)};
    next_ = (next_ + 1) % slots_.size();
  }

  std::vector<CopiedRows> all() const {
    const std::lock_guard lock(mutex_);
    std::vector<CopiedRows> alive;
    for (const Slot& slot : slots_) {
      if (auto layer = slot.layer.lock()) alive.push_back({std::move(layer), slot.recipe});
    }
    return alive;
  }

 private:
  struct Slot {
    std::weak_ptr<const Layer> layer;
    Recipe recipe;
  };

  mutable std::mutex mutex_;
  std::array<Slot, 4> slots_;
  std::size_t next_ = 0;
};

RecentLayers& recentLayers() {
  static RecentLayers& layers = *new RecentLayers;
  return layers;
}

const CrateValues& valuesOf(const Layer& layer) {
  return static_cast<const CrateValues&>(*layer.tables().decoder);
}

std::span<const std::byte> sectionOf(const CrateContent& content, const CrateSection& section) {
  return content.bytes.span().subspan(section.begin, section.byteSize);
}

bool areEqual(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

bool haveEqualSections(const CrateContent& content, const RowRecipe& recipe) {
  if (content.header.version != recipe.version) return false;
  for (std::size_t i = 0; i < kRecipeSections.size(); ++i) {
    const auto bytes = sectionOf(content, content.header.*kRecipeSections[i]);
    if (!areEqual(bytes, recipe.sections[i])) return false;
  }
  return true;
}

// Returns the token numbers of a list of names as bytes; nothing if the value is not a sound list.
std::optional<std::span<const std::byte>> namesIn(const CrateContent& content, ValueRep rep) {
  if (rep.type() != CrateType::TokenVector || rep.isArray() || rep.isInlined()) return std::nullopt;
  ByteCursor in(content.bytes.span(), rep.payload());
  const auto count = in.read<std::uint64_t>();
  if (in.hasFailed() || count > in.remaining() / sizeof(std::uint32_t)) return std::nullopt;
  return in.take(count * sizeof(std::uint32_t));
}

// Returns false if a list is broken, or if there are too many names to keep.
bool readChildLists(const CrateContent& content, const FieldTables& tables, RowRecipe& recipe) {
  std::size_t namesLeft = kMostNames;
  for (std::uint32_t field = 0; field < tables.names.size(); ++field) {
    const Token name = content.tokens[tables.names[field]];
    if (std::ranges::find(fields::kChildLists, name) == fields::kChildLists.end()) continue;
    const auto bytes = namesIn(content, {tables.values[field]});
    if (!bytes || bytes->size() / sizeof(std::uint32_t) > namesLeft) return false;
    RowRecipe::ChildList& list = recipe.childLists.emplace_back();
    list.field = field;
    list.names.resize(bytes->size() / sizeof(std::uint32_t));
    std::ranges::copy(*bytes, std::as_writable_bytes(std::span(list.names)).begin());
    namesLeft -= list.names.size();
  }
  return true;
}

bool haveEqualLists(const CrateContent& content, const FieldTables& fields,
                    const RowRecipe& recipe) {
  return std::ranges::all_of(recipe.childLists, [&](const RowRecipe::ChildList& list) {
    const auto names = namesIn(content, {fields.values[list.field]});
    return names && areEqual(*names, std::as_bytes(std::span(list.names)));
  });
}

// Reads the fields of a crate. Returns false if its tables differ from those of the layer.
bool readEqualFields(const Layer& layer, const RowRecipe& recipe, const CrateContent& content,
                     FieldTables& fields) {
  if (!haveEqualSections(content, recipe)) return false;
  const std::size_t tokenCount = valuesOf(layer).content().tokens.size();
  CrateProblem ignored;
  return readFieldRows(content.bytes.span(), content.header, tokenCount, fields, ignored) &&
         fields.names == recipe.fieldNames && haveEqualLists(content, fields, recipe);
}

bool copyRows(const Layer& from, const RowRecipe& recipe, CrateContent& content,
              LayerTables& rows) {
  FieldTables fields;
  if (!readEqualFields(from, recipe, content, fields)) return false;

  const CrateContent& other = valuesOf(from).content();
  content.tokens = other.tokens;
  content.strings = other.strings;
  content.paths = other.paths;
  rows = from.tables();
  rows.decoder = nullptr;
  for (std::size_t i = 0; i < rows.fieldValues.size(); ++i) {
    rows.fieldValues[i] = fields.values[recipe.pooledFields[i]];
  }
  return true;
}

}  // namespace

void completeRecipe(const CrateContent& content, FieldTables&& fields, RowRecipe& recipe) {
  std::size_t byteSize = 0;
  for (const auto section : kRecipeSections) byteSize += (content.header.*section).byteSize;
  const bool isSmall = byteSize <= kMostSectionBytes && recipe.pooledFields.size() <= kMostFields;
  if (!isSmall || !readChildLists(content, fields, recipe)) return;
  for (std::size_t i = 0; i < kRecipeSections.size(); ++i) {
    const auto bytes = sectionOf(content, content.header.*kRecipeSections[i]);
    recipe.sections[i].assign(bytes.begin(), bytes.end());
  }
  recipe.version = content.header.version;
  recipe.fieldNames = std::move(fields.names);
  recipe.isWhole = true;
}

CopiedRows copyRowsOfEqualCrate(CrateContent& content, LayerTables& rows) {
  for (const CopiedRows& recent : recentLayers().all()) {
    if (copyRows(*recent.from, *recent.recipe, content, rows)) return recent;
  }
  return {};
}

std::shared_ptr<const RowRecipe> findRecipe(const Layer& layer) {
  for (CopiedRows& recent : recentLayers().all()) {
    if (recent.from.get() == &layer) return std::move(recent.recipe);
  }
  return nullptr;
}

bool hasRowsOf(const FileBytes& bytes, const Layer& layer, const RowRecipe& recipe) {
  CrateContent content;
  CrateProblem ignored;
  FieldTables fields;
  content.bytes = bytes;
  return readHeader(bytes.span(), content.header, ignored) &&
         readEqualFields(layer, recipe, content, fields);
}

void offerRows(const std::shared_ptr<const Layer>& layer, std::shared_ptr<const RowRecipe> recipe) {
  recentLayers().add(layer, std::move(recipe));
}

}  // namespace usdscope::usdc
