// SPDX-License-Identifier: Apache-2.0
#include "engine/format/LayerCache.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <exception>
#include <filesystem>
#include <mutex>
#include <utility>

#include "engine/base/Parallel.h"
#include "engine/format/LayerFormat.h"

namespace usdscope {
namespace {

bool isReady(const std::shared_future<std::shared_ptr<const OpenedLayer>>& future) {
  return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace

LayerCache::LayerCache(Environment environment) : environment_(std::move(environment)) {}

LayerCache::LayerCache(std::shared_ptr<AssetResolver> resolver)
    : LayerCache(Environment(std::move(resolver))) {}

std::shared_ptr<const OpenedLayer> LayerCache::findOrOpen(const std::string& identifier) {
  std::shared_future<Opened> future;
  {
    const std::shared_lock lock(mutex_);
    if (const auto found = layers_.find(identifier); found != layers_.end()) future = found->second;
  }
  if (future.valid()) return future.get();

  std::promise<Opened> promise;
  bool isFirst = false;
  {
    const std::unique_lock lock(mutex_);
    // Copied first: an entry without a promise would be left behind if there is no memory for it.
    std::string newest = identifier;
    const auto [slot, isNew] = layers_.try_emplace(identifier);
    if (isNew) slot->second = promise.get_future().share();
    if (isNew) newest_ = std::move(newest);
    future = slot->second;
    isFirst = isNew;
  }
  // Runs isolated: if this thread took up foreign work while the reader waits for its own parallel
  // work, that foreign work could open the same layer and wait for this very thread.
  try {
    if (isFirst) runIsolated([&] { promise.set_value(open(identifier)); });
  } catch (...) {
    // There was no memory. Waiting threads end like this one; the next call opens the layer anew.
    forgetUnread(identifier);
    promise.set_exception(std::current_exception());
  }
  return future.get();
}

void LayerCache::forgetUnread(const std::string& identifier) {
  const std::unique_lock lock(mutex_);
  const auto found = layers_.find(identifier);
  // Another version may have been published meanwhile.
  if (found != layers_.end() && !isReady(found->second)) layers_.erase(found);
}

bool LayerCache::hasSpecsOf(const std::string& identifier, const Layer& layer) const {
  return usdscope::hasSpecsOf(identifier, layer, environment_);
}

std::shared_ptr<const OpenedLayer> LayerCache::find(const std::string& identifier) const {
  const std::shared_lock lock(mutex_);
  return findLocked(identifier);
}

LayerCache::Opened LayerCache::findLocked(const std::string& identifier) const {
  const auto found = layers_.find(identifier);
  return found != layers_.end() && isReady(found->second) ? found->second.get() : nullptr;
}

void LayerCache::replace(std::shared_ptr<const Layer> layer) {
  assert(layer);
  const std::string identifier = layer->identifier();
  const std::unique_lock lock(mutex_);
  const Opened before = findLocked(identifier);
  auto opened = before ? std::make_shared<OpenedLayer>(*before) : std::make_shared<OpenedLayer>();
  opened->layer = std::move(layer);
  publishLocked(identifier, std::move(opened));
}

void LayerCache::markSaved(const std::shared_ptr<const Layer>& layer) {
  const std::string& identifier = layer->identifier();
  environment_.resolver().forget(identifier);
  const auto modificationTime = resolver().modificationTime(identifier);
  std::error_code error;
  const std::uintmax_t byteSize = std::filesystem::file_size(identifier, error);

  const std::unique_lock lock(mutex_);
  const Opened before = findLocked(identifier);
  auto opened = before ? std::make_shared<OpenedLayer>(*before) : std::make_shared<OpenedLayer>();
  if (!opened->layer) opened->layer = layer;
  opened->modificationTime = modificationTime;
  if (!error) opened->byteSize = byteSize;
  opened->savedLayer = layer;
  opened->diagnostics = {};
  publishLocked(identifier, std::move(opened));
}

std::shared_ptr<const OpenedLayer> LayerCache::reload(const std::string& identifier) {
  environment_.resolver().forget(identifier);
  Opened opened;
  runIsolated([&] { opened = open(identifier); });
  const Opened before = find(identifier);
  if (opened->layer || !before || !before->layer) publish(identifier, opened);
  return opened;
}

std::string LayerCache::newest() const {
  const std::shared_lock lock(mutex_);
  return newest_;
}

std::vector<std::string> LayerCache::identifiers() const { return identifiersOf(true); }

std::vector<std::string> LayerCache::unreadableIdentifiers() const { return identifiersOf(false); }

std::vector<std::string> LayerCache::identifiersOf(bool isReadable) const {
  std::vector<std::string> result;
  {
    const std::shared_lock lock(mutex_);
    for (const auto& [identifier, future] : layers_) {
      if (isReady(future) && (future.get()->layer != nullptr) == isReadable) {
        result.push_back(identifier);
      }
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

LayerCache::Opened LayerCache::open(const std::string& identifier) const {
  auto opened = std::make_shared<OpenedLayer>();
  opened->modificationTime = resolver().modificationTime(identifier);
  const FileBytesResult file = resolver().open(identifier);
  if (file.bytes) {
    opened->layer =
        readLayer(*file.bytes, LayerIdentity{identifier}, opened->diagnostics, environment_);
    opened->byteSize = file.bytes->byteSize();
    opened->savedLayer = opened->layer;
  } else {
    opened->diagnostics.report(kUnreadableFile, {.layer = identifier}, file.problem);
  }
  return opened;
}

void LayerCache::publish(const std::string& identifier, Opened opened) {
  const std::unique_lock lock(mutex_);
  publishLocked(identifier, std::move(opened));
}

void LayerCache::publishLocked(const std::string& identifier, Opened opened) {
  std::promise<Opened> promise;
  promise.set_value(std::move(opened));
  layers_[identifier] = promise.get_future().share();
}

}  // namespace usdscope
