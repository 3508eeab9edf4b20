// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "engine/asset/DefaultResolver.h"

namespace usdscope {

/// Records the names of the clips that are read: files whose names begin with `c.`. Thread-safe.
class ClipRecorder : public DefaultResolver {
 public:
  FileBytesResult open(const std::string& identifier) const override {
    const std::string name = identifier.substr(identifier.rfind('/') + 1);
    const std::lock_guard lock(mutex_);
    if (name.starts_with("c.")) opened_.insert(name);
    return DefaultResolver::open(identifier);
  }
  /// The clips that were read since the last call.
  std::set<std::string> takeClips() const {
    const std::lock_guard lock(mutex_);
    return std::exchange(opened_, {});
  }

 private:
  mutable std::mutex mutex_;
  mutable std::set<std::string> opened_;
};

}  // namespace usdscope
