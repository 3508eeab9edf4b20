// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/detail/Population.h"

#include <string>

#include "engine/base/Parallel.h"
#include "engine/stage/detail/PrimFacts.h"

namespace usdscope {
namespace {

using namespace prim_flags;

constexpr std::size_t kPrimGrain = 8;
const Token kModelKind("model");
const Token kGroupKind("group");
const Token kComponentKind("component");

// Of the pseudo-root and of roots of prototypes: they have no opinions of their own.
constexpr std::uint32_t kRootFlags = kActive | kLoaded | kModel | kGroup | kDefined;

std::uint32_t flagIf(bool condition, std::uint32_t flag) { return condition ? flag : 0; }

}  // namespace

Population::Population(StageRows& rows, Dictionary fallbackPrimTypes, std::stop_token stop)
    : rows_(rows), fallbackPrimTypes_(std::move(fallbackPrimTypes)), stop_(std::move(stop)) {}

bool Population::run() {
  drafts_.push_back({.row = {.index = rows_.composer->computeRootIndex(),
                             .path = Path::root(),
                             .flags = kRootFlags}});
  std::vector<std::uint32_t> roots = {0};
  std::size_t prototypeCount = 0;
  while (!roots.empty()) {
    const std::size_t firstOrdered = order_.size();
    if (!growTrees(roots)) return false;
    for (const std::uint32_t root : roots) order(root);
    addPrototypes(firstOrdered);
    const auto firstNew = prototypes_.begin() + static_cast<std::ptrdiff_t>(prototypeCount);
    roots.assign(firstNew, prototypes_.end());
    prototypeCount = prototypes_.size();
  }
  writeRows();
  return true;
}

bool Population::growTrees(std::vector<std::uint32_t> level) {
  while (!level.empty()) {
    parallelFor(level.size(), kPrimGrain, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last && !stop_.stop_requested(); ++i) {
        composeDraft(drafts_[level[i]]);
      }
    });
    if (stop_.stop_requested()) return false;

    std::vector<std::uint32_t> next;
    for (const std::uint32_t at : level) {
      const std::vector<Token> names = std::move(drafts_[at].childNames);
      drafts_[at].firstChild = static_cast<std::uint32_t>(drafts_.size());
      drafts_[at].childCount = static_cast<std::uint32_t>(names.size());
      const Path path = drafts_[at].row.path;
      for (const Token name : names) {
        next.push_back(static_cast<std::uint32_t>(drafts_.size()));
        drafts_.push_back({.row = {.path = path.child(name)}, .parent = at});
      }
    }
    level = std::move(next);
  }
  return true;
}

void Population::composeDraft(Draft& draft) {
  PrimRow& row = draft.row;
  if (draft.parent == kNone) {
    // The pseudo-root and roots of prototypes come with index and flags.
    row.specifier = Specifier::Def;
    composeType(draft, {});
    if (row.path.isRoot()) draft.opinions = findOpinions(*row.index);
  } else {
    row.index =
        rows_.composer->computeChildIndex(*drafts_[draft.parent].row.index, row.path.name());
    draft.opinions = findOpinions(*row.index);
    composeFlags(draft);
  }
  if ((row.flags & kActive) && !(row.flags & kInstance)) {
    draft.childNames = computeChildNames(*row.index).names;
  }
}

void Population::composeFlags(Draft& draft) {
  PrimRow& row = draft.row;
  const PrimFacts facts = composeFacts(*row.index, draft.opinions);
  const std::uint32_t above = drafts_[draft.parent].row.flags;
  row.specifier = facts.specifier;
  row.typeName = facts.typeName;
  row.kind = facts.kind;

  const bool isLoaded =
      row.index->hasPayloads() ? row.index->payloadsIncluded() : (above & kLoaded) != 0;
  const bool isDefining = row.specifier != Specifier::Over;
  row.flags = flagIf(facts.isActive, kActive) | flagIf(facts.isActive && isLoaded, kLoaded) |
              flagIf((above & kAbstract) || row.specifier == Specifier::Class, kAbstract) |
              flagIf(isDefining && (above & kDefined), kDefined) |
              flagIf(facts.isActive && row.index->isInstanceable(), kInstance) |
              flagIf(above & kInPrototype, kInPrototype) | flagIf(facts.hasClips, kClipsHere) |
              flagIf(facts.hasClips || (above & kClips), kClips);

  // Only the children of model groups can be models.
  if ((above & kGroup) && row.kind) {
    const auto isA = [&](Token base) { return rows_.definitions->isKindA(row.kind, base); };
    row.flags |= flagIf(isA(kModelKind), kModel) | flagIf(isA(kGroupKind), kGroup) |
                 flagIf(isA(kComponentKind), kComponent);
  }
  composeType(draft, facts.apiSchemas);
}

void Population::composeType(Draft& draft, const std::vector<Token>& apiSchemas) {
  PrimRow& row = draft.row;
  row.schemaType = rows_.definitions->schemaType(row.typeName, fallbackPrimTypes_);
  row.definition = &rows_.definitions->primDefinition(row.schemaType, apiSchemas);
}

// Appends the tree to order_, depth first.
void Population::order(std::uint32_t root) {
  std::vector<std::uint32_t> toVisit = {root};
  while (!toVisit.empty()) {
    const std::uint32_t at = toVisit.back();
    toVisit.pop_back();
    order_.push_back(at);
    const Draft& draft = drafts_[at];
    for (std::uint32_t i = draft.childCount; i-- > 0;) toVisit.push_back(draft.firstChild + i);
  }
}

// Gives every instance of the round a prototype, a new one where none fits.
void Population::addPrototypes(std::size_t firstOrdered) {
  std::vector<std::uint32_t> instances;
  for (std::size_t i = firstOrdered; i < order_.size(); ++i) {
    if (drafts_[order_[i]].row.flags & kInstance) instances.push_back(order_[i]);
  }
  std::vector<StageInstanceKey> keys(instances.size());
  parallelFor(instances.size(), kPrimGrain, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const Draft& draft = drafts_[instances[i]];
      keys[i] = stageInstanceKey(*draft.row.index, draft.opinions, rows_.request.loadRules);
    }
  });

  for (std::size_t i = 0; i < instances.size(); ++i) {
    const auto next = static_cast<std::uint32_t>(drafts_.size());
    const auto [it, isNew] = prototypeByKey_.try_emplace(std::move(keys[i]), next);
    drafts_[instances[i]].prototype = it->second;
    if (!isNew) continue;
    prototypes_.push_back(next);
    drafts_.push_back({.row = {.index = drafts_[instances[i]].row.index,
                               .path = nextPrototypePath(),
                               .flags = kRootFlags | kPrototype | kInPrototype}});
  }
}

// `/__Prototype_1` and so on, less what the scene itself has.
Path Population::nextPrototypePath() {
  const auto isTaken = [&](Path path) {
    const Draft& root = drafts_.front();
    for (std::uint32_t i = 0; i < root.childCount; ++i) {
      if (drafts_[root.firstChild + i].row.path == path) return true;
    }
    return false;
  };
  Path path;
  do {
    path = Path::root().child(Token("__Prototype_" + std::to_string(++lastPrototypeNumber_)));
  } while (isTaken(path));
  return path;
}

void Population::writeRows() {
  const auto count = order_.size();
  std::vector<std::uint32_t> rowOfDraft(drafts_.size(), kNoRow);
  for (std::uint32_t row = 0; row < count; ++row) rowOfDraft[order_[row]] = row;

  ChunkedRowsBuilder<PrimChunk> builder;
  std::vector<Path> paths(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    Draft& draft = drafts_[order_[i]];
    PrimRow& row = draft.row;
    // Children stand together in drafts_, so that the next one is the next sibling.
    const bool isRoot = draft.parent == kNone;
    if (!isRoot) {
      const Draft& parent = drafts_[draft.parent];
      row.parent = rowOfDraft[draft.parent];
      const bool isLast = order_[i] + 1 == parent.firstChild + parent.childCount;
      row.nextSibling = isLast ? kNoRow : rowOfDraft[order_[i] + 1];
    } else if (!row.path.isRoot()) {
      row.parent = 0;
    }
    if (draft.childCount > 0) row.firstChild = rowOfDraft[draft.firstChild];
    if (draft.prototype != kNone) row.prototype = rowOfDraft[draft.prototype];
    const bool isPrototype = (row.flags & kPrototype) != 0;
    if (!isPrototype) {
      // A prototype's root shares its index with the first instance, which has told the errors.
      const auto errors = row.index->errors();
      rows_.errors.insert(rows_.errors.end(), errors.begin(), errors.end());
    }
    paths[i] = row.path;

    PrimChunk& chunk = builder.nextChunk();
    row.opinionBegin = static_cast<std::uint32_t>(chunk.opinions.size());
    row.opinionCount = static_cast<std::uint32_t>(draft.opinions.size());
    chunk.opinions.insert(chunk.opinions.end(), draft.opinions.begin(), draft.opinions.end());
    chunk.rows.push_back(std::move(row));
  }
  rows_.prims = builder.build();
  rows_.rowByPath = RowByPath(paths);
  for (const std::uint32_t prototype : prototypes_) {
    rows_.prototypes.push_back(rowOfDraft[prototype]);
  }
}

}  // namespace usdscope
