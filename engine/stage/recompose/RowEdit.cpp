// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/recompose/detail/RowEdit.h"

#include <algorithm>
#include <ranges>

#include "engine/layer/PathDepth.h"
#include "engine/stage/population/detail/Prototypes.h"

namespace usdscope {
namespace {

using namespace prim_flags;

// Beyond this a Population is faster: it works in parallel and leaves no unused rows.
constexpr std::size_t kMaxRows = 2000;
// Beyond this a Population has to check its limits.
constexpr std::size_t kMaxVisits = std::size_t{1} << 22;

// Whether children of these names would have to be reported, which population does.
bool isTooDeep(Path path, const std::vector<Token>& names) {
  return !names.empty() && path.depth() >= kMostPathElements;
}

}  // namespace

RowEdit::RowEdit(const StageRows& before, StageRows& after, std::stop_token stop)
    : before_(before),
      after_(after),
      composer_(after, /*sharesIndexes=*/false),
      stop_(std::move(stop)),
      prims_(before.prims),
      siteUses_(before.siteUses) {}

bool RowEdit::run(const std::vector<std::uint32_t>& dirtyRows, StageChanges& changes) {
  for (const std::uint32_t row : dirtyRows) plan(row);
  while (!planned_.empty()) {
    const std::uint32_t row = planned_.begin()->second;
    planned_.erase(planned_.begin());
    const bool isGone = prims_[row].path.isEmpty();
    if (isGone || !done_.insert(row).second) continue;
    if (stop_.stop_requested() || isTooLarge() || !update(row)) return false;
  }
  if (!finish()) return false;
  changes = std::move(changes_);
  return true;
}

bool RowEdit::isTooLarge() const {
  return done_.size() + added_.size() + removed_.size() > kMaxRows || visitCount_ > kMaxVisits ||
         (before_.removedCount + removed_.size()) * 4 > before_.prims.size() + 64;
}

void RowEdit::countComposed(const ComposedRow& composed) {
  ++changes_.composedCount;
  visitCount_ += composed.row.givenIndex->visitCount();
}

void RowEdit::plan(std::uint32_t row) { planned_.emplace(prims_[row].path.depth(), row); }

void RowEdit::planChildren(std::uint32_t row) {
  for (std::uint32_t child = prims_[row].firstChild; child != kNoRow;
       child = prims_[child].nextSibling) {
    plan(child);
  }
}

const std::shared_ptr<const PrimIndex>& RowEdit::currentIndex(std::uint32_t row) {
  auto& current = currentIndexes_[row];
  if (!current) current = currentIndexOf(prims_[row], *after_.composer);
  return current;
}

bool RowEdit::update(std::uint32_t row) {
  const PrimRow was = prims_[row];
  if (was.flags & (kInstance | kInPrototype)) return false;
  ComposedRow composed =
      was.path.isRoot()
          ? composer_.composeRoot()
          : composer_.composeChild(currentIndex(was.parent), prims_[was.parent].flags, was.path);
  if (composed.row.flags & kInstance) return false;
  countComposed(composed);

  // Rows that keep no index of their own are those of `before_`.
  const auto indexBefore =
      was.indexOwner == IndexOwner::Self ? was.givenIndex : before_.indexOf(row);
  const IndexDifference difference = compareIndexes(*indexBefore, *composed.row.givenIndex);
  const bool isSame = difference == IndexDifference::None && haveSameFacts(was, composed.row);
  const bool concernsChildren = difference == IndexDifference::Sites ||
                                inheritedFlags(was.flags) != inheritedFlags(composed.row.flags);
  siteUses_.remove(inputsOf(was));
  siteUses_.add(composed.row.givenIndex->inputs(), row);
  currentIndexes_[row] = composed.row.givenIndex;
  const std::vector<Token> names = std::move(composed.childNames);
  write(row, std::move(composed));

  const bool hasSameChildren = names == childNames(row);
  (isSame && hasSameChildren ? changes_.infoOnly : changes_.resynced).push_back(was.path);
  if (concernsChildren) planChildren(row);
  return hasSameChildren || updateChildren(row, names);
}

std::vector<Token> RowEdit::childNames(std::uint32_t row) const {
  std::vector<Token> names;
  for (std::uint32_t child = prims_[row].firstChild; child != kNoRow;
       child = prims_[child].nextSibling) {
    names.push_back(prims_[child].path.name());
  }
  return names;
}

bool RowEdit::updateChildren(std::uint32_t row, const std::vector<Token>& names) {
  const Path path = prims_[row].path;
  if (isTooDeep(path, names)) return false;
  std::unordered_map<Token, std::uint32_t> rowOfName;
  for (std::uint32_t child = prims_[row].firstChild; child != kNoRow;
       child = prims_[child].nextSibling) {
    rowOfName.emplace(prims_[child].path.name(), child);
  }
  const std::unordered_set<Token> wanted(names.begin(), names.end());
  // Prototypes are numbered in the order of their instances.
  if (!before_.prototypes.empty()) {
    std::vector<Token> namesBefore = childNames(row);
    std::erase_if(namesBefore, [&](Token name) { return !wanted.contains(name); });
    const auto isKnown = [&](Token name) { return rowOfName.contains(name); };
    if (!std::ranges::equal(names | std::views::filter(isKnown), namesBefore)) return false;
  }
  for (const auto& [name, child] : rowOfName) {
    if (wanted.contains(name)) continue;
    changes_.resynced.push_back(path.child(name));
    if (!remove(child)) return false;
  }
  std::vector<std::uint32_t> children;
  for (const Token name : names) {
    if (const auto known = rowOfName.find(name); known != rowOfName.end()) {
      children.push_back(known->second);
      continue;
    }
    changes_.resynced.push_back(path.child(name));
    children.push_back(prims_.size());
    if (!addTree(row, name)) return false;
  }
  children.push_back(kNoRow);
  const auto link = [&](std::uint32_t PrimRow::* member, std::uint32_t at, std::uint32_t to) {
    if (prims_[at].*member != to) prims_.edit(at).*member = to;
  };
  link(&PrimRow::firstChild, row, children.front());
  for (std::size_t i = 0; i + 1 < children.size(); ++i) {
    link(&PrimRow::nextSibling, children[i], children[i + 1]);
  }
  return true;
}

bool RowEdit::addTree(std::uint32_t parent, Token name) {
  struct Pending {
    std::uint32_t parent;
    Token name;
  };
  std::vector<Pending> pending{{parent, name}};
  for (std::size_t i = 0; i < pending.size(); ++i) {
    if (stop_.stop_requested() || isTooLarge()) return false;
    const Pending next = pending[i];
    const Path path = prims_[next.parent].path.child(next.name);
    ComposedRow composed =
        composer_.composeChild(currentIndex(next.parent), prims_[next.parent].flags, path);
    if (composed.row.flags & kInstance) return false;
    countComposed(composed);
    const std::vector<Token> names = std::move(composed.childNames);
    if (isTooDeep(path, names)) return false;
    const std::uint32_t row = append(next.parent, std::move(composed));
    // The caller links the top of the tree.
    if (i > 0) {
      const bool isFirst = i == 1 || pending[i - 1].parent != next.parent;
      if (isFirst) {
        prims_.edit(next.parent).firstChild = row;
      } else {
        prims_.edit(row - 1).nextSibling = row;
      }
    }
    for (const Token child : names) pending.push_back({row, child});
  }
  return true;
}

std::uint32_t RowEdit::append(std::uint32_t parent, ComposedRow composed) {
  const std::uint32_t row = prims_.size();
  PrimChunk& chunk = prims_.nextChunk();
  if (chunk.rows.empty()) chunk.version = after_.version;
  composed.row.parent = parent;
  chunk.rows.emplace_back();
  siteUses_.add(composed.row.givenIndex->inputs(), row);
  added_.emplace(composed.row.path, row);
  write(row, std::move(composed));
  return row;
}

// Writes a row except for its links.
void RowEdit::write(std::uint32_t row, ComposedRow composed) {
  PrimChunk& chunk = prims_.editChunkOf(row);
  if (chunk.version != after_.version) chunk.version = 0;
  PrimRow& into = prims_.edit(row);
  PrimRow made = std::move(composed.row);
  if (made.parent == kNoRow) made.parent = into.parent;
  made.firstChild = into.firstChild;
  made.nextSibling = into.nextSibling;
  made.opinionBegin = static_cast<std::uint32_t>(chunk.opinions.size());
  made.opinionCount = static_cast<std::uint32_t>(composed.opinions.size());
  chunk.opinions.insert(chunk.opinions.end(), composed.opinions.begin(), composed.opinions.end());
  into = std::move(made);
}

bool RowEdit::remove(std::uint32_t top) {
  std::vector<std::uint32_t> rows{top};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (isTooLarge()) return false;
    const PrimRow& row = prims_[rows[i]];
    if (row.flags & kInstance) return false;
    for (std::uint32_t child = row.firstChild; child != kNoRow; child = prims_[child].nextSibling) {
      rows.push_back(child);
    }
    siteUses_.remove(inputsOf(row));
    removed_.push_back(row.path);
    prims_.edit(rows[i]) = {};
  }
  return true;
}

// Keeps the errors of prims that were not composed, and adds those of prims that were.
std::vector<CompositionError> RowEdit::primErrors() const {
  std::unordered_set<Path> outdated(removed_.begin(), removed_.end());
  std::vector<std::uint32_t> rows;
  for (const std::uint32_t row : done_) {
    if (prims_[row].path.isEmpty()) continue;
    outdated.insert(prims_[row].path);
    rows.push_back(row);
  }
  for (const auto& [path, row] : added_) {
    if (!prims_[row].path.isEmpty()) rows.push_back(row);
  }
  std::ranges::sort(rows);

  std::vector<CompositionError> errors;
  for (std::size_t i = 0; i < before_.primErrorCount; ++i) {
    const CompositionError& error = before_.errors[i];
    if (!outdated.contains(error.rootPath)) errors.push_back(error);
  }
  for (const std::uint32_t row : rows) {
    const auto own = prims_[row].givenIndex->errors();
    errors.insert(errors.end(), own.begin(), own.end());
  }
  return errors;
}

bool RowEdit::finish() {
  std::vector<CompositionError> errors = primErrors();
  const std::span<const CompositionError> errorsBefore(before_.errors.data(),
                                                       before_.primErrorCount);
  // A Population makes prototypes in another order when arcs form a cycle.
  if (!before_.prototypes.empty() && hasArcCycle(errors) != hasArcCycle(errorsBefore)) {
    return false;
  }
  after_.errors = std::move(errors);
  after_.primErrorCount = after_.errors.size();

  std::vector<std::pair<Path, std::uint32_t>> added;
  for (const auto& [path, row] : added_) {
    if (!prims_[row].path.isEmpty()) added.emplace_back(path, row);
  }
  after_.rowByPath = before_.rowByPath.edited(removed_, added);
  after_.prims = prims_.build();
  after_.removedCount = before_.removedCount + static_cast<std::uint32_t>(removed_.size());
  after_.siteUses = std::move(siteUses_);
  after_.prototypes = before_.prototypes;
  return true;
}

}  // namespace usdscope
