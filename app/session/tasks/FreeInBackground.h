// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QThreadPool>
#include <memory>
#include <utility>

namespace usdscope {

/// Destroys a large object on another thread: that of a hundred thousand small parts takes tens of
/// milliseconds. Requires: its destructor may run on any thread, also after the caller has gone.
template <typename T>
void freeInBackground(T object) {
  if (!object) return;
  // The function of a pool must be copyable.
  auto held = std::make_shared<T>(std::move(object));
  QThreadPool::globalInstance()->start([held = std::move(held)]() mutable { held.reset(); });
}

/// Returns the same object, which is destroyed on another thread when its last owner lets go. For
/// objects that the window's thread may own last.
template <typename T>
std::shared_ptr<T> freedInBackground(std::shared_ptr<T> object) {
  if (!object) return object;
  T* const seen = object.get();
  return std::shared_ptr<T>(
      seen, [object = std::move(object)](T*) mutable { freeInBackground(std::move(object)); });
}

}  // namespace usdscope
