// SPDX-License-Identifier: Apache-2.0
#include "engine/render/StencilBuffers.h"

#include <bit>
#include <span>
#include <vector>

namespace usdscope {
namespace {

std::size_t wordCountOf(const RefinedCage& refined) {
  return refined.vertexRows.size() + refined.stencils.firsts.size() +
         2 * refined.stencils.sources.size();
}

std::vector<std::uint32_t> wordsOf(const RefinedCage& refined) {
  std::vector<std::uint32_t> words;
  words.reserve(wordCountOf(refined));
  const auto append = [&](const Array<std::uint32_t>& items) {
    words.insert(words.end(), items.begin(), items.end());
  };
  append(refined.vertexRows);
  append(refined.stencils.firsts);
  append(refined.stencils.sources);
  for (const float weight : refined.stencils.weights) {
    words.push_back(std::bit_cast<std::uint32_t>(weight));
  }
  return words;
}

}  // namespace

bool StencilBuffers::fits(const RefinedCage& refined) {
  GLint64 most = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &most);
  // Ranges of vertices begin up to one step early, so that their starts are aligned.
  constexpr std::size_t kVertexBytes = 24;
  constexpr std::size_t kStepBytes = 768;
  const std::size_t limit = static_cast<std::size_t>(most);
  return wordCountOf(refined) * sizeof(std::uint32_t) <= limit &&
         refined.vertexRows.size() * kVertexBytes + kStepBytes <= limit;
}

const Buffer& StencilBuffers::of(const std::shared_ptr<const RefinedCage>& refined) {
  Entry& entry = entries_[refined.get()];
  entry.isUsed = true;
  if (entry.refined) return entry.buffer;
  entry.refined = refined;
  const std::vector<std::uint32_t> words = wordsOf(*refined);
  entry.buffer = Buffer::of(std::span<const std::uint32_t>(words));
  uploadedBytes_ += entry.buffer.byteSize();
  return entry.buffer;
}

void StencilBuffers::dropUnused() {
  std::erase_if(entries_, [](const auto& entry) { return !entry.second.isUsed; });
  for (auto& [key, entry] : entries_) entry.isUsed = false;
}

}  // namespace usdscope
