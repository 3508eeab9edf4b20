// SPDX-License-Identifier: Apache-2.0
#include "engine/render/SkinStorage.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "engine/render/ShaderInterface.h"
#include "engine/scene/SkinVertices.h"

namespace usdscope {
namespace {

constexpr std::size_t kWordBytes = sizeof(std::uint32_t);
// Capacity of a new page, so that the first few geometries do not each make it grow.
constexpr std::size_t kMinPageWords = std::size_t{1} << 14;
// A larger page would take long to copy when it grows.
constexpr std::size_t kMaxPageBytes = std::size_t{1} << 30;
// Alignment can make a bound range of skinned vertices start up to this many bytes early.
constexpr std::size_t kAlignmentBytes = 1024;

static_assert(std::endian::native == std::endian::little, "The shader reads the lower half first.");

std::size_t wordsOf(std::size_t byteSize) { return (byteSize + kWordBytes - 1) / kWordBytes; }

template <typename Visit>
void forEachOffset(const Skin& skin, std::size_t firstVertex, std::size_t vertexCount,
                   Visit visit) {
  for (std::uint32_t s = 0; s < skin.blendShapes.size(); ++s) {
    const Skin::BlendShape& shape = skin.blendShapes[s];
    for (std::uint32_t i = 0; i < shape.offsetCount; ++i) {
      const Skin::BlendOffset& offset = skin.blendOffsets[shape.firstOffset + i];
      const std::size_t vertex =
          offset.vertex - firstVertex;  // Wraps for vertices before the first.
      if (vertex < vertexCount) visit(s, vertex, offset);
    }
  }
}

// Transposes a list of vertices per shape into a list of shapes per vertex.
std::vector<std::uint32_t> blendWords(const Skin& skin, std::size_t firstVertex,
                                      std::size_t vertexCount) {
  std::vector<std::uint32_t> starts(vertexCount + 1, 0);
  forEachOffset(skin, firstVertex, vertexCount, [&](auto, std::size_t vertex, const auto&) {
    starts[vertex + 1] += skinning::kOffsetWords;
  });
  starts[0] = static_cast<std::uint32_t>(starts.size());
  for (std::size_t v = 0; v < vertexCount; ++v) starts[v + 1] += starts[v];
  std::vector<std::uint32_t> words = starts;
  words.resize(starts.back());
  forEachOffset(skin, firstVertex, vertexCount,
                [&](std::uint32_t shape, std::size_t vertex, const Skin::BlendOffset& offset) {
                  std::uint32_t at = starts[vertex];
                  words[at++] = shape;
                  for (const glm::vec3& v : {offset.position, offset.normal}) {
                    for (int i = 0; i < 3; ++i) words[at++] = std::bit_cast<std::uint32_t>(v[i]);
                  }
                  starts[vertex] = at;
                });
  return words;
}

}  // namespace

/// A run of vertices of a skinned geometry with its parts of the arrays.
struct SkinStorage::Run {
  const Geometry& geometry;
  const Skin& skin;
  std::size_t firstVertex;
  std::size_t vertexCount;
  std::span<const glm::vec3> positions, normals;
  std::span<const std::uint16_t> joints;
  std::span<const float> weights;
  Source ofPositions, ofNormals, ofJoints, ofWeights, ofBlends;

  Run(const Geometry& g, const Skin& s, std::size_t first, std::size_t count)
      : geometry(g), skin(s), firstVertex(first), vertexCount(count) {
    const std::size_t each = s.influencesPerVertex;
    positions = g.positions.span().subspan(first, count);
    if (!g.normals.empty()) normals = g.normals.span().subspan(first, count);
    joints = s.joints.span().subspan(first * each, count * each);
    weights = s.weights.span().subspan(first * each, count * each);
    ofPositions = sourceOf(positions);
    ofNormals = sourceOf(normals);
    ofJoints = sourceOf(joints);
    ofWeights = sourceOf(weights);
    ofBlends = blends();
  }

  std::array<const Source*, 5> sources() const {
    return {&ofPositions, &ofNormals, &ofJoints, &ofWeights, &ofBlends};
  }
  std::size_t wordCount() const {
    std::size_t count = 0;
    for (const Source* source : sources()) count += source->wordCount;
    return count;
  }

 private:
  template <typename T>
  static Source sourceOf(std::span<const T> items) {
    return {.items = items.data(), .wordCount = wordsOf(items.size_bytes())};
  }
  Source blends() const {
    if (skin.blendOffsets.empty()) return {};
    std::size_t offsetCount = 0;
    if (vertexCount == geometry.vertexCount()) {
      for (const Skin::BlendShape& shape : skin.blendShapes) offsetCount += shape.offsetCount;
    } else {
      forEachOffset(skin, firstVertex, vertexCount,
                    [&](auto, auto, const auto&) { ++offsetCount; });
    }
    return {.items = skin.blendOffsets.data(),
            .shapes = skin.blendShapes.data(),
            .firstVertex = static_cast<std::uint32_t>(firstVertex),
            .wordCount = vertexCount + 1 + offsetCount * skinning::kOffsetWords};
  }
};

std::size_t SkinStorage::Page::dropUnheld() {
  std::erase_if(blocks, [](const auto& entry) { return entry.second.expired(); });
  std::size_t words = 0;
  for (const auto& [source, block] : blocks) words += source.wordCount;
  return words;
}

std::size_t SkinStorage::Page::missing(const Run& run) const {
  std::size_t words = 0;
  for (const Source* source : run.sources()) {
    const auto found = blocks.find(*source);
    if (found == blocks.end() || found->second.expired()) words += source->wordCount;
  }
  return words;
}

std::size_t SkinStorage::largestPage() {
  GLint64 most = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &most);
  return std::min(static_cast<std::size_t>(std::max<GLint64>(most, 0)), kMaxPageBytes);
}

SkinStorage::SkinStorage(std::size_t maxPageBytes) : maxWords_(maxPageBytes / kWordBytes) {}

std::vector<SkinPart> SkinStorage::store(const Geometry& drawn, const Skin& skin) {
  const Geometry& geometry = movedGeometry(drawn, skin);
  std::vector<SkinPart> parts;
  if (!storeRun({geometry, skin, 0, geometry.vertexCount()}, parts)) parts.clear();
  return parts;
}

bool SkinStorage::storeRun(const Run& run, std::vector<SkinPart>& parts) {
  const std::size_t skinnedBytes = run.vertexCount * sizeof(SkinnedVertex) + kAlignmentBytes;
  if (run.wordCount() > maxWords_ || skinnedBytes > maxPageBytes()) {
    const std::size_t half = run.vertexCount / 2;
    return half > 0 && storeRun({run.geometry, run.skin, run.firstVertex, half}, parts) &&
           storeRun({run.geometry, run.skin, run.firstVertex + half, run.vertexCount - half},
                    parts);
  }
  const std::uint32_t index = pageFor(run);
  Page& page = pages_[index];
  if (const std::size_t more = page.missing(run); page.end + more > page.capacity()) {
    remake(page, more);
  }
  const auto bytesOf = [](auto items) { return [=] { return std::as_bytes(items); }; };
  std::vector<std::uint32_t> blends;
  SkinPart& part = parts.emplace_back();
  part.page = index;
  part.firstVertex = static_cast<std::uint32_t>(run.firstVertex);
  part.vertexCount = static_cast<std::uint32_t>(run.vertexCount);
  part.positions = block(page, run.ofPositions, bytesOf(run.positions));
  part.normals = block(page, run.ofNormals, bytesOf(run.normals));
  part.joints = block(page, run.ofJoints, bytesOf(run.joints));
  part.weights = block(page, run.ofWeights, bytesOf(run.weights));
  part.blends = block(page, run.ofBlends, [&] {
    blends = blendWords(run.skin, run.firstVertex, run.vertexCount);
    return std::as_bytes(std::span(blends));
  });
  return true;
}

// Among the pages with enough room for the missing arrays, the one that already has most of them.
std::uint32_t SkinStorage::pageFor(const Run& run) {
  const auto best = [&](auto wordsInUse) {
    std::optional<std::size_t> found;
    std::size_t fewest = 0;
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      const std::size_t missing = pages_[i].missing(run);
      if ((found && missing >= fewest) || wordsInUse(pages_[i]) + missing > maxWords_) continue;
      found = i;
      fewest = missing;
    }
    return found;
  };
  auto found = best([](const Page& page) { return page.end; });
  if (!found) found = best([](Page& page) { return page.dropUnheld(); });
  if (!found) {
    found = pages_.size();
    pages_.emplace_back();
  }
  return static_cast<std::uint32_t>(*found);
}

// Moves the blocks that are still held into a new buffer with room for `moreWords`.
void SkinStorage::remake(Page& page, std::size_t moreWords) {
  const std::size_t live = page.dropUnheld();
  const std::size_t capacity = std::min(maxWords_, std::max(kMinPageWords, 2 * (live + moreWords)));
  std::vector<std::shared_ptr<SkinBlock>> held;
  held.reserve(page.blocks.size());
  for (const auto& [source, block] : page.blocks) held.push_back(block.lock());
  std::ranges::sort(held, std::ranges::less{}, &SkinBlock::first);
  Buffer buffer = Buffer::withRoom(capacity * kWordBytes);
  std::uint32_t end = 0;
  for (std::size_t i = 0; i < held.size();) {
    // Adjacent blocks are copied together.
    const std::uint32_t from = held[i]->first;
    std::uint32_t count = 0;
    for (; i < held.size() && held[i]->first == from + count; ++i) {
      held[i]->first = end + count;
      count += held[i]->wordCount;
    }
    buffer.copyFrom(page.buffer, from * kWordBytes, end * kWordBytes, count * kWordBytes);
    end += count;
  }
  page.buffer = std::move(buffer);
  page.end = end;
}

template <typename Bytes>
std::shared_ptr<const SkinBlock> SkinStorage::block(Page& page, const Source& source, Bytes bytes) {
  if (source.wordCount == 0) return nullptr;
  std::weak_ptr<SkinBlock>& known = page.blocks[source];
  if (auto block = known.lock()) return block;
  auto block = std::make_shared<SkinBlock>();
  block->first = static_cast<std::uint32_t>(page.end);
  block->wordCount = static_cast<std::uint32_t>(source.wordCount);
  const std::span<const std::byte> items = bytes();
  page.buffer.write(page.end * kWordBytes, items);
  page.end += source.wordCount;
  uploadedBytes_ += items.size();
  known = block;
  return block;
}

void SkinStorage::trim() {
  for (Page& page : pages_) {
    const std::size_t live = page.dropUnheld();
    if (live == 0) {
      page = {};
    } else if (page.capacity() > kMinPageWords && live < page.capacity() / 3) {
      remake(page, 0);
    }
  }
  while (!pages_.empty() && pages_.back().end == 0) pages_.pop_back();
}

std::size_t SkinStorage::byteSize() const {
  std::size_t bytes = 0;
  for (const Page& page : pages_) bytes += page.buffer.byteSize();
  return bytes;
}

}  // namespace usdscope
