// SPDX-License-Identifier: Apache-2.0
#include "app/session/tasks/FreeInBackground.h"

#include <QCoreApplication>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace usdscope {
namespace {

/// Destroys objects one after the other. A pool of Qt would not do: it waits for ever, at the end
/// of the program, for a thread that the system could not start.
class FreeingThread {
 public:
  ~FreeingThread() { stop(); }

  /// Returns false if the thread runs already. Throws std::system_error.
  bool start();
  /// Returns when all objects are destroyed.
  void stop() noexcept;
  /// Takes an object over. Leaves it to the caller if the thread does not run.
  void push(std::shared_ptr<const void>& object);

 private:
  void serve() noexcept;

  std::mutex mutex_;  ///< Guards waiting_ and isOpen_.
  std::condition_variable wake_;
  std::vector<std::shared_ptr<const void>> waiting_;
  bool isOpen_ = false;  ///< Objects are taken.
  std::thread thread_;   ///< Started and stopped by the GUI thread.
};

bool FreeingThread::start() {
  if (thread_.joinable()) return false;
  const std::lock_guard lock(mutex_);  // The thread waits for it.
  thread_ = std::thread([this] { serve(); });
  isOpen_ = true;
  return true;
}

void FreeingThread::stop() noexcept {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    isOpen_ = false;
  }
  wake_.notify_one();
  thread_.join();
}

void FreeingThread::push(std::shared_ptr<const void>& object) {
  {
    const std::lock_guard lock(mutex_);
    if (!isOpen_) return;
    waiting_.push_back(std::move(object));
  }
  wake_.notify_one();
}

void FreeingThread::serve() noexcept {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return !isOpen_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    {
      std::vector<std::shared_ptr<const void>> freed;
      freed.swap(waiting_);
      lock.unlock();
    }
    lock.lock();
  }
}

FreeingThread& freeingThread() {
  static FreeingThread thread;
  return thread;
}

}  // namespace

void startFreeingInBackground() noexcept {
  try {
    if (!freeingThread().start()) return;
    qAddPostRoutine([] { freeingThread().stop(); });
  } catch (const std::exception&) {
    return;  // Objects are destroyed at once.
  }
}

void freeInBackground(std::shared_ptr<const void> object) noexcept {
  if (!object) return;
  try {
    freeingThread().push(object);
  } catch (const std::exception&) {
    return;  // The queue cannot grow; the object is destroyed here.
  }
}

}  // namespace usdscope
