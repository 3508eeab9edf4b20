// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <cstddef>
#include <optional>

namespace usdscope {

class Session;

/// The limits of the memory for value clips, in MiB.
inline constexpr int kLeastClipMemory = 16;
inline constexpr int kMostClipMemory = 1 << 20;
inline constexpr int kUsualClipMemory = 1024;

/// The memory that value clips of a scene may take, which the user chooses and the settings
/// remember; see StageRequest::clipByteBudget. Applies to scenes that are opened, reloaded or
/// edited from then on. GUI thread only.
class ClipBudget : public QObject {
  Q_OBJECT
 public:
  /// The budget of a session.
  static ClipBudget& of(Session& session);

  int mebibytes() const { return mebibytes_; }
  /// Sets and stores the budget. Values beyond the limits are moved to them.
  void set(int value);
  /// Uses a budget in this run, in place of that of the settings, until the user sets another one.
  void useInThisRun(double value) { inThisRun_ = value; }
  std::size_t byteSize() const;

 Q_SIGNALS:
  void changed();

 private:
  explicit ClipBudget(QObject& parent);

  int mebibytes_ = kUsualClipMemory;
  std::optional<double> inThisRun_;
};

}  // namespace usdscope
