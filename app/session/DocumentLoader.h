// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <thread>

#include "app/session/Document.h"

namespace usdscope {

/// Reads and composes documents on a thread of its own, one at a time; a new request cancels the
/// one before. The callbacks run on the GUI thread, and never for what is no longer current.
class DocumentLoader : public QObject {
  Q_OBJECT
 public:
  using OnState = std::function<void(LoadState)>;
  using OnOpened = std::function<void(Document)>;
  DocumentLoader(OnState onState, OnOpened onOpened);
  ~DocumentLoader() override;

  void open(const std::string& file);
  void cancel();

 private:
  void run(std::stop_token stop, std::string file, std::uint64_t generation);
  void post(std::uint64_t generation, std::function<void()> call);

  OnState onState_;
  OnOpened onOpened_;
  std::uint64_t generation_ = 0;
  std::jthread thread_;
};

}  // namespace usdscope
