// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

namespace usdscope {

/// Starts the thread of freeInBackground(), which ends with the QCoreApplication. Does nothing if
/// it runs, or if the system gives no thread.
void startFreeingInBackground() noexcept;

/// Destroys a large object on another thread: that of a hundred thousand small parts takes tens of
/// milliseconds. Destroys it at once if that thread does not run, or without memory for its queue.
/// Requires: the destructor may run on any thread, also after the caller has gone. Thread-safe.
void freeInBackground(std::shared_ptr<const void> object) noexcept;

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
