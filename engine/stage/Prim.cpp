// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/Prim.h"

#include <algorithm>

#include "engine/compose/PrimIndex.h"
#include "engine/stage/Stage.h"
#include "engine/stage/detail/StageRows.h"
#include "engine/stage/resolve/OpinionWalk.h"
#include "engine/stage/resolve/detail/ResolveMetadata.h"

namespace usdscope {
namespace {

using namespace prim_flags;

const PrimRow& rowOf(const Prim& prim) { return prim.stage().rows().prims[prim.row()]; }

bool hasFlag(const Prim& prim, std::uint32_t flag) { return (rowOf(prim).flags & flag) != 0; }

}  // namespace

Specifier Prim::specifier() const { return rowOf(*this).specifier; }
Token Prim::typeName() const { return rowOf(*this).typeName; }
Token Prim::schemaTypeName() const { return rowOf(*this).schemaType; }
bool Prim::isActive() const { return hasFlag(*this, kActive); }
bool Prim::isLoaded() const { return hasFlag(*this, kLoaded); }
bool Prim::isDefined() const { return hasFlag(*this, kDefined); }
bool Prim::isAbstract() const { return hasFlag(*this, kAbstract); }
bool Prim::isModel() const { return hasFlag(*this, kModel); }
bool Prim::isGroup() const { return hasFlag(*this, kGroup); }
bool Prim::isComponent() const { return hasFlag(*this, kComponent); }
bool Prim::isInstance() const { return hasFlag(*this, kInstance); }
bool Prim::isInstanceProxy() const { return rowOf(*this).path != path_; }
bool Prim::isInPrototype() const { return hasFlag(*this, kInPrototype) && !isInstanceProxy(); }
bool Prim::isPrototype() const { return hasFlag(*this, kPrototype); }
bool Prim::mayHaveClips() const { return hasFlag(*this, kClips); }
Token Prim::kind() const { return rowOf(*this).kind; }

const PrimDefinition& Prim::definition() const { return *rowOf(*this).definition; }

bool Prim::isA(Token typeName) const {
  return stage_->rows().definitions->isA(schemaTypeName(), typeName);
}

std::span<const Token> Prim::appliedSchemas() const { return definition().apiSchemas(); }

bool Prim::hasApi(Token schema) const {
  const SchemaInfo* info = stage_->rows().definitions->findSchema(schema);
  if (!info || info->kind != SchemaKind::MultipleApplyApi) return definition().hasApiSchema(schema);
  return std::ranges::any_of(appliedSchemas(), [&](Token applied) {
    const std::string_view text = applied.text();
    const std::size_t length = schema.text().size();
    return text.size() > length && text[length] == ':' && text.starts_with(schema.text());
  });
}

Prim Prim::parent() const {
  const PrimRow& row = rowOf(*this);
  if (row.parent == kNoRow) return {};
  if (!isInstanceProxy()) return {stage_, row.parent, stage_->rows().prims[row.parent].path};
  // The parent of a proxy directly below an instance is the instance, not the prototype's root.
  const Path parentPath = path_.parent();
  const bool isBelowInstance = (stage_->rows().prims[row.parent].flags & kPrototype) != 0;
  return isBelowInstance ? stage_->primAt(parentPath) : Prim(stage_, row.parent, parentPath);
}

std::vector<Prim> Prim::children() const {
  const auto& prims = stage_->rows().prims;
  const PrimRow& own = rowOf(*this);
  const PrimRow& parent = own.prototype != kNoRow ? prims[own.prototype] : own;
  std::vector<Prim> out;
  for (std::uint32_t row = parent.firstChild; row != kNoRow; row = prims[row].nextSibling) {
    const Path path = prims[row].path;
    out.emplace_back(stage_, row, parent.path == path_ ? path : path_.child(path.name()));
  }
  return out;
}

Prim Prim::child(Token name) const {
  const StageRows& rows = stage_->rows();
  const PrimRow& own = rowOf(*this);
  const PrimRow& parent = own.prototype != kNoRow ? rows.prims[own.prototype] : own;
  const std::uint32_t row = rows.rowByPath.find(parent.path.child(name));
  if (row == kNoRow || rows.prims[row].flags & kPrototype) return {};
  return {stage_, row, path_.child(name)};
}

Prim Prim::prototype() const {
  const std::uint32_t row = rowOf(*this).prototype;
  return row != kNoRow ? stage_->primOfRow(row) : Prim();
}

Prim Prim::primInPrototype() const { return isInstanceProxy() ? stage_->primOfRow(row_) : Prim(); }

const PrimIndex& Prim::index() const { return *stage_->rows().indexOf(row_); }
const std::shared_ptr<const PrimIndex>& Prim::sharedIndex() const {
  return stage_->rows().indexOf(row_);
}

std::vector<StackEntry> Prim::primStack() const {
  std::vector<StackEntry> stack;
  for (OpinionWalk walk(*this); walk.next();) {
    const Opinion& opinion = walk.opinion();
    stack.push_back({opinion.layer(), opinion.path, opinion.stageFromLayer()});
  }
  return stack;
}

Value Prim::metadata(Token field) const { return resolveMetadata(*this, {}, field); }

std::vector<MetadataEntry> Prim::authoredMetadata() const { return resolveAllMetadata(*this, {}); }

}  // namespace usdscope
