// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <exception>
#include <functional>
#include <string>

namespace usdscope {

/// An application in which no error leaves an event handler. An operation for which the memory is
/// missing, or that fails in another way that nothing expects, ends there; the window stays open,
/// and the user reads why. GUI thread only.
class GuardedApplication : public QApplication {
 public:
  using QApplication::QApplication;

  /// Shows a sentence to the user, in addition to standard error.
  using Message = std::function<void(const std::string&)>;
  void setMessage(Message show) { show_ = std::move(show); }

  bool notify(QObject* receiver, QEvent* event) override;

 private:
  void reportProblem(const std::exception& problem) noexcept;
  void report(const char* sentence) noexcept;

  Message show_;
  const char* last_ = nullptr;
  QElapsedTimer sinceLast_;
};

}  // namespace usdscope
