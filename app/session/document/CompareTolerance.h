// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <string>

namespace usdscope {

class Session;

/// The tolerance with which values of two frames or versions are compared: values that are
/// areClose() up to it do not differ. The verb `diff --stage` compares exactly unless `--tolerance`
/// says otherwise. GUI thread only.
class CompareTolerance : public QObject {
  Q_OBJECT
 public:
  /// The tolerance of a session.
  static CompareTolerance& of(Session& session);

  /// Large enough for round-off of numbers in single precision.
  static constexpr double kUsual = 1e-6;
  double value() const { return value_; }

  /// Sets the tolerance. Returns a sentence that says why it is impossible; else empty.
  std::string set(double wanted);

 Q_SIGNALS:
  void changed();

 private:
  explicit CompareTolerance(QObject& parent);

  double value_ = kUsual;
};

}  // namespace usdscope
