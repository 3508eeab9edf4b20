// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/clips/ClipManifest.h"

#include <algorithm>
#include <future>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/base/Parallel.h"
#include "engine/layer/LayerBuilder.h"
#include "engine/value/Spline.h"

namespace usdscope {
namespace {

constexpr std::size_t kOpenedAtOnce = 32;
constexpr const char* kGeneratedIdentifier = "anon:generated_manifest";

using Declarations = std::unordered_map<Path, GeneratedDeclaration>;

/// Declarations, and those of them that have changed.
class ChangedDeclarations {
 public:
  Declarations all;
  std::vector<Path> changed;

  /// Whether no other clip can change the declaration: one clip has samples of the attribute.
  /// Usually the clip before has it in the same row, and no path is made to find it.
  bool isFinal(const PropertySpec& attribute, Path prim) {
    const std::size_t row = attribute.row();
    const std::pair key(prim, attribute.name());
    if (row < finalRows_.size() && finalRows_[row] == key) return true;
    const auto found = all.find(attribute.path());
    if (found == all.end() || found->second.hasSplines) return false;
    if (row >= finalRows_.size()) finalRows_.resize(row + 1);
    finalRows_[row] = key;
    return true;
  }

 private:
  std::vector<std::pair<Path, Token>> finalRows_;  // The prim and the name in each row.
};

// Declares the attributes of one clip. Attributes that are already declared keep their declaration.
// `known`, if not null, gets the new declarations, too.
//
// Returns whether no other layer with the same specs and fields can declare more: if a field for
// samples has none in this clip, it may have some in another one.
bool declareAttributes(const Layer& clip, Path primPath, LayerBuilder& manifest,
                       ChangedDeclarations* known) {
  bool isComplete = true;
  std::vector<PrimSpec> open = {clip.findPrim(primPath)};
  while (!open.empty()) {
    const PrimSpec prim = open.back();
    open.pop_back();
    if (!prim) continue;
    for (std::size_t i = prim.childCount(); i-- > 0;) open.push_back(prim.child(i));
    for (std::size_t i = prim.variantCount(); i-- > 0;) open.push_back(prim.variant(i));

    for (std::size_t i = 0; i < prim.propertyCount(); ++i) {
      const PropertySpec property = prim.property(i);
      if (!property.isAttribute()) continue;
      if (known && known->isFinal(property, prim.path())) continue;
      const Value samples = property.field(fields::kTimeSamples);
      const auto* found = samples.find<TimeSamples>();
      const bool isSampled = found && !found->isEmpty();
      if (!isSampled && property.hasField(fields::kTimeSamples)) isComplete = false;
      if (!isSampled && !property.hasField(fields::kSpline)) continue;

      const LayerBuilder::PrimId at = manifest.addPath(prim.path());
      if (const auto before = manifest.findProperty(at, property.name());
          before != LayerBuilder::kNone) {
        // If one clip has samples, the splines in other clips are ignored.
        if (!isSampled) continue;
        manifest.setPropertyField(before, fields::kSpline, Value());
        if (!known) continue;
        bool& hasSplines = known->all[property.path()].hasSplines;
        if (std::exchange(hasSplines, false)) known->changed.push_back(property.path());
        continue;
      }
      const auto declared = manifest.addProperty(at, property.name(), PropertyKind::Attribute);
      manifest.setPropertyField(declared, fields::kTypeName, Value(property.typeName()));
      manifest.setPropertyField(declared, fields::kVariability, Value(property.variability()));
      if (!isSampled) manifest.setPropertyField(declared, fields::kSpline, Value(Spline{}));
      if (!known) continue;
      known->all[property.path()] = {true, property.variability(), !isSampled};
      known->changed.push_back(property.path());
    }
  }
  return isComplete;
}

void declareAll(std::span<const std::shared_ptr<const Layer>> clips, Path primPath,
                LayerBuilder& manifest) {
  for (const auto& clip : clips) {
    if (clip) declareAttributes(*clip, primPath, manifest, nullptr);
  }
}

}  // namespace

/// The names of all properties of a manifest: far fewer than properties.
struct ClipManifest::Names {
  std::uint64_t changeCount = 0;  ///< ClipFiles::changeCount() before the manifest was read.
  std::vector<Token> names;       ///< Sorted by isBefore().

  // The order needs no text. A projection instead of it makes GCC 14 warn of array bounds.
  static bool isBefore(Token a, Token b) { return a.index() < b.index(); }

  Names(const Layer* manifest, std::uint64_t count) : changeCount(count) {
    if (!manifest) return;
    for (const PropertySpecRow& row : manifest->tables().properties) {
      // Neighbours often have the same names.
      if (names.empty() || names.back() != row.name) names.push_back(row.name);
    }
    std::ranges::sort(names, isBefore);
    names.erase(std::unique(names.begin(), names.end()), names.end());
  }

  bool contains(Token name) const { return std::ranges::binary_search(names, name, isBefore); }
};

/// The declarations of the clips that were read so far; for a file, only its names. One thread at a
/// time reads more clips: it owns the first members from when it sets `reading` until it resets it.
struct ClipManifest::Draft {
  LayerBuilder builder;
  ChangedDeclarations declared;
  bool hasClips = false;  ///< Some clip is readable.
  /// A clip that was read. Others with the same specs and fields declare nothing more, and are not
  /// read. The clips of most sets have equal specs. Null if no such clip was found.
  std::shared_ptr<const Layer> model;
  // Guarded by the mutex.
  Declarations known;
  std::size_t readCount = 0;
  std::shared_future<void> reading;                    ///< Valid while a thread reads more clips.
  std::shared_ptr<const Layer> generated;              ///< Set when all clips are read.
  std::vector<std::unique_ptr<const Names>> allNames;  ///< Other threads may still read old ones.
  std::atomic<const Names*> names = nullptr;           ///< The last ones; read without the mutex.
};

ClipManifest::ClipManifest(std::shared_ptr<const ClipFile> file,
                           std::vector<std::shared_ptr<const ClipFile>> clips, Path primPath)
    : file_(std::move(file)),
      clips_(std::move(clips)),
      primPath_(primPath),
      draft_(std::make_unique<Draft>()) {}

ClipManifest::~ClipManifest() = default;

void visitDeclaredAttributes(const Layer& manifest, Path primPath,
                             const std::function<bool(const PropertySpec&)>& visit) {
  std::vector<PrimSpec> open = {manifest.findPrim(primPath)};
  while (!open.empty()) {
    const PrimSpec prim = open.back();
    open.pop_back();
    if (!prim) continue;
    for (std::size_t i = prim.childCount(); i-- > 0;) open.push_back(prim.child(i));
    for (std::size_t i = 0; i < prim.propertyCount(); ++i) {
      const PropertySpec property = prim.property(i);
      const bool isDeclared =
          property.isAttribute() && property.variability() == Variability::Varying;
      if (isDeclared && !visit(property)) return;
    }
  }
}

std::shared_ptr<const Layer> generateClipManifest(
    std::span<const std::shared_ptr<const Layer>> clips, Path primPath) {
  LayerBuilder manifest;
  declareAll(clips, primPath, manifest);
  return manifest.build({.identifier = kGeneratedIdentifier});
}

// Reads some more clips, or waits for the thread that does. Returns false when all are read. Opens
// a few clips at a time, so that the others need not be in memory.
bool ClipManifest::readNext(ClipFiles& files, std::size_t count) const {
  std::promise<void> promise;
  std::shared_future<void> others;
  std::size_t begin = 0;
  {
    const std::lock_guard lock(mutex_);
    if (draft_->generated) return false;
    others = draft_->reading;
    begin = draft_->readCount;
    if (!others.valid()) draft_->reading = promise.get_future().share();
  }
  if (others.valid()) {
    others.wait();
    return true;
  }
  // Lets the others go on also when memory runs out.
  struct End {
    const ClipManifest& manifest;
    std::promise<void>& promise;
    ~End() {
      {
        const std::lock_guard lock(manifest.mutex_);
        manifest.draft_->reading = {};
      }
      promise.set_value();
    }
  } const end{*this, promise};
  Draft& draft = *draft_;
  count = std::min(count, clips_.size() - begin);
  std::vector<std::shared_ptr<const Layer>> opened(count);
  runIsolated([&] {
    parallelFor(count, 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        const ClipFile& clip = *clips_[begin + i];
        const bool isKnown = draft.model && clip.hasSpecsOf(files, *draft.model);
        if (!isKnown) opened[i] = clip.layer(files);
      }
    });
  });
  for (const auto& clip : opened) {
    if (!clip) continue;
    if (declareAttributes(*clip, primPath_, draft.builder, &draft.declared)) draft.model = clip;
    draft.hasClips = true;
  }
  const bool isLast = begin + count == clips_.size();
  // Unreadable clips have been reported, and an empty manifest follows from that.
  if (isLast && !draft.hasClips) isExamined_ = true;
  if (isLast) draft.model = nullptr;
  const auto generated =
      isLast ? draft.builder.build({.identifier = kGeneratedIdentifier}) : nullptr;
  const std::lock_guard lock(mutex_);
  for (const Path path : std::exchange(draft.declared.changed, {})) {
    draft.known[path] = draft.declared.all[path];
  }
  draft.readCount = begin + count;
  draft.generated = generated;
  return true;
}

bool ClipManifest::mayName(Token property, ClipFiles& files) const {
  const Names* names = findNames(files);
  return !names || names->contains(property);
}

// Returns null for a manifest that is not generated yet.
const ClipManifest::Names* ClipManifest::findNames(ClipFiles& files) const {
  const std::uint64_t changeCount = files.changeCount();
  const Names* const last = draft_->names.load(std::memory_order_acquire);
  if (last && (isGenerated() || last->changeCount == changeCount)) return last;
  std::shared_ptr<const Layer> manifest;
  if (isGenerated()) {
    const std::lock_guard lock(mutex_);
    manifest = draft_->generated;
    if (!manifest) return nullptr;
  } else {
    manifest = layer(files);
  }
  auto made = std::make_unique<const Names>(manifest.get(), changeCount);
  const std::lock_guard lock(mutex_);
  const Names* const found = draft_->allNames.emplace_back(std::move(made)).get();
  draft_->names.store(found, std::memory_order_release);
  return found;
}

GeneratedDeclaration ClipManifest::declarationOf(Path attribute, ClipFiles& files) const {
  GeneratedDeclaration declared;
  // One clip mostly decides; many are read faster together.
  for (std::size_t count = 1;; count = std::min(2 * count, kOpenedAtOnce)) {
    {
      const std::lock_guard lock(mutex_);
      const auto found = draft_->known.find(attribute);
      const bool isKnown = found != draft_->known.end();
      const bool isDecided =
          isKnown && !found->second.hasSplines && found->second.variability == Variability::Varying;
      if (isDecided) return found->second;
      if (draft_->generated) {
        if (isKnown) declared = found->second;
        break;
      }
    }
    readNext(files, count);
  }
  layer(files);  // Reports a manifest that declares nothing.
  return declared;
}

void ClipManifest::examine(const Layer& manifest, ClipFiles& files) const {
  if (isExamined_.load(std::memory_order_relaxed) || isExamined_.exchange(true)) return;
  bool declaresAnything = false;
  visitDeclaredAttributes(manifest, primPath_, [&](const PropertySpec&) {
    declaresAnything = true;
    return false;
  });
  if (declaresAnything) return;
  ClipFault fault;
  fault.kind = file_ ? ClipFaultKind::EmptyManifest : ClipFaultKind::EmptyGeneratedManifest;
  fault.site = {.layer = manifest.identifier(), .path = primPath_.text()};
  files.report(fault);
}

std::shared_ptr<const Layer> ClipManifest::layer(ClipFiles& files) const {
  if (file_) {
    auto manifest = file_->layer(files);
    if (manifest) examine(*manifest, files);
    return manifest;
  }

  while (readNext(files, kOpenedAtOnce)) continue;
  std::shared_ptr<const Layer> generated;
  {
    const std::lock_guard lock(mutex_);
    generated = draft_->generated;
  }
  examine(*generated, files);
  return generated;
}

}  // namespace usdscope
