// SPDX-License-Identifier: Apache-2.0
#include "engine/render/SkinStorage.h"

#include <cstring>

#include "engine/render/ShaderInterface.h"
#include "tests/gl/GlTest.h"
#include "tests/scene/SkinnedGeometry.h"

namespace usdscope {
namespace {

using SkinStores = GlTest;

SkinnedGeometry example(std::size_t vertexCount, unsigned seed, std::size_t shapeCount = 2) {
  return makeSkinnedGeometry(vertexCount, 5, 3, SkinningMethod::Linear, shapeCount, seed);
}

std::size_t byteSizeOf(const SkinnedGeometry& e) {
  return e.geometry->vertexCount() * (24 + e.skin->influencesPerVertex * 6 + 4) +
         e.skin->blendOffsets.size() * skinning::kOffsetWords * 4 + 8;
}

std::vector<std::byte> read(const SkinStorage& storage, const SkinPart& part,
                            const std::shared_ptr<const SkinBlock>& block, std::size_t byteSize) {
  std::vector<std::byte> bytes(byteSize);
  glGetNamedBufferSubData(storage.page(part.page), static_cast<GLintptr>(block->first * 4),
                          static_cast<GLsizeiptr>(byteSize), bytes.data());
  return bytes;
}

// Whether a block in the storage holds these items.
template <typename T>
void expectHolds(const SkinStorage& storage, const SkinPart& part,
                 const std::shared_ptr<const SkinBlock>& block, std::span<const T> items) {
  ASSERT_TRUE(block);
  const std::vector<std::byte> bytes = read(storage, part, block, items.size_bytes());
  EXPECT_EQ(std::memcmp(bytes.data(), items.data(), bytes.size()), 0);
}

void expectHolds(const SkinStorage& storage, const std::vector<SkinPart>& parts,
                 const SkinnedGeometry& e) {
  std::size_t next = 0;
  std::size_t offsetCount = 0;
  for (const SkinPart& part : parts) {
    EXPECT_EQ(part.firstVertex, next);
    next += part.vertexCount;
    const std::size_t each = e.skin->influencesPerVertex;
    const auto slice = [&](const auto& items, std::size_t per) {
      return items.span().subspan(part.firstVertex * per, part.vertexCount * per);
    };
    expectHolds(storage, part, part.positions, slice(e.geometry->positions, 1));
    expectHolds(storage, part, part.normals, slice(e.geometry->normals, 1));
    expectHolds(storage, part, part.joints, slice(e.skin->joints, each));
    expectHolds(storage, part, part.weights, slice(e.skin->weights, each));
    if (e.skin->blendOffsets.empty()) continue;
    ASSERT_TRUE(part.blends);
    std::vector<std::uint32_t> words(part.blends->wordCount);
    const auto bytes = read(storage, part, part.blends, words.size() * 4);
    std::memcpy(words.data(), bytes.data(), bytes.size());
    EXPECT_EQ(words[0], part.vertexCount + 1);
    EXPECT_EQ(words[part.vertexCount], words.size());
    offsetCount += (words.size() - part.vertexCount - 1) / skinning::kOffsetWords;
  }
  EXPECT_EQ(next, e.geometry->vertexCount());
  EXPECT_EQ(offsetCount, e.skin->blendOffsets.size());
}

}  // namespace

TEST_F(SkinStores, ArraysOfTheSameStorageAreThereOnce) {
  const SkinnedGeometry e = example(3000, 1);
  SkinStorage storage;
  const std::vector<SkinPart> parts = storage.store(*e.geometry, *e.skin);
  ASSERT_EQ(parts.size(), 1u);
  expectHolds(storage, parts, e);
  EXPECT_EQ(storage.uploadedBytes(), byteSizeOf(e) - 4);
  // Painting a mesh changes its colours only.
  Geometry painted = *e.geometry;
  painted.colors = Array<glm::vec4>(std::vector<glm::vec4>(3000));
  const std::vector<SkinPart> again = storage.store(painted, *e.skin);
  ASSERT_EQ(again.size(), 1u);
  EXPECT_EQ(again[0].positions, parts[0].positions);
  EXPECT_EQ(again[0].blends, parts[0].blends);
  EXPECT_EQ(storage.uploadedBytes(), byteSizeOf(e) - 4);
  // Another skin of the same geometry adds only its own arrays.
  const SkinnedGeometry other = example(3000, 2);
  const std::vector<SkinPart> mixed = storage.store(*e.geometry, *other.skin);
  EXPECT_EQ(mixed[0].positions, parts[0].positions);
  EXPECT_NE(mixed[0].joints, parts[0].joints);
  EXPECT_EQ(storage.uploadedBytes(), byteSizeOf(e) + byteSizeOf(other) - 8 - 3000 * 24);
}

TEST_F(SkinStores, MissingArraysTakeNoSpace) {
  const SkinnedGeometry e =
      makeSkinnedGeometry(100, 1, 0, SkinningMethod::Linear, 0, 3, /*hasNormals=*/false);
  SkinStorage storage;
  const std::vector<SkinPart> parts = storage.store(*e.geometry, *e.skin);
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_FALSE(parts[0].normals || parts[0].joints || parts[0].weights || parts[0].blends);
  EXPECT_EQ(storage.uploadedBytes(), 1200u);
}

TEST_F(SkinStores, GrowsAndShrinksWithoutLosingAnything) {
  SkinStorage storage;
  std::vector<SkinnedGeometry> examples;
  std::vector<std::vector<SkinPart>> parts;
  for (unsigned i = 0; i < 20; ++i) {
    examples.push_back(example(500 + 301 * i, i, i % 3));
    parts.push_back(storage.store(*examples[i].geometry, *examples[i].skin));
  }
  EXPECT_EQ(storage.pageCount(), 1u);
  for (std::size_t i = 0; i < 20; ++i) expectHolds(storage, parts[i], examples[i]);
  const std::size_t full = storage.byteSize();
  const std::size_t uploaded = storage.uploadedBytes();
  for (std::size_t i = 0; i < 20; ++i) {
    if (i != 3 && i != 11) parts[i].clear();
  }
  storage.trim();
  EXPECT_LT(storage.byteSize(), full / 3);
  for (const std::size_t i : {3u, 11u}) expectHolds(storage, parts[i], examples[i]);
  EXPECT_EQ(storage.uploadedBytes(), uploaded) << "copied on the device";
  parts.clear();
  storage.trim();
  EXPECT_EQ(storage.byteSize(), 0u);
  EXPECT_EQ(storage.pageCount(), 0u);
  EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
}

TEST_F(SkinStores, StaysBoundedWhenScenesAreReloaded) {
  SkinStorage storage;
  std::vector<SkinPart> shown;
  SkinnedGeometry before;
  for (unsigned i = 0; i < 40; ++i) {
    const SkinnedGeometry e = example(4000, i);
    std::vector<SkinPart> next = storage.store(*e.geometry, *e.skin);
    expectHolds(storage, next, e);
    shown = std::move(next);
    before = e;
    storage.trim();
    EXPECT_LE(storage.byteSize(), 4 * byteSizeOf(e)) << i;
  }
}

TEST_F(SkinStores, DataBeyondAPageGoesToOtherPages) {
  SkinStorage storage(std::size_t{256} << 10);
  std::vector<SkinnedGeometry> examples;
  std::vector<std::vector<SkinPart>> parts;
  for (unsigned i = 0; i < 6; ++i) {
    examples.push_back(example(2000, i));
    parts.push_back(storage.store(*examples[i].geometry, *examples[i].skin));
    ASSERT_EQ(parts[i].size(), 1u);
  }
  EXPECT_GT(storage.pageCount(), 1u);
  for (std::size_t i = 0; i < 6; ++i) expectHolds(storage, parts[i], examples[i]);
  // The room of dropped parts is used again.
  const std::size_t pageCount = storage.pageCount();
  parts[0].clear();
  parts[1].clear();
  for (unsigned i = 0; i < 2; ++i) {
    examples[i] = example(2000, 50 + i);
    parts[i] = storage.store(*examples[i].geometry, *examples[i].skin);
  }
  EXPECT_EQ(storage.pageCount(), pageCount);
  for (std::size_t i = 0; i < 6; ++i) expectHolds(storage, parts[i], examples[i]);
}

TEST_F(SkinStores, AGeometryThatIsLargerThanAPageIsTakenApart) {
  SkinStorage storage(std::size_t{64} << 10);
  const SkinnedGeometry e = example(10000, 4, 3);
  const std::vector<SkinPart> parts = storage.store(*e.geometry, *e.skin);
  EXPECT_GT(parts.size(), 8u);
  expectHolds(storage, parts, e);
  const std::size_t uploaded = storage.uploadedBytes();
  EXPECT_EQ(storage.store(*e.geometry, *e.skin).size(), parts.size());
  EXPECT_EQ(storage.uploadedBytes(), uploaded);
}

TEST_F(SkinStores, AVertexThatIsLargerThanAPageHasNoPlace) {
  SkinStorage storage(std::size_t{4} << 10);
  const SkinnedGeometry e = makeSkinnedGeometry(3, 5, 2000, SkinningMethod::Linear, 0);
  EXPECT_TRUE(storage.store(*e.geometry, *e.skin).empty());
  storage.trim();
  EXPECT_EQ(storage.byteSize(), 0u);
}

}  // namespace usdscope
