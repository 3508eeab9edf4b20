// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <oneapi/tbb/task_scheduler_observer.h>

namespace usdscope {

/// Lets the calling thread yield the processor to the window's thread and to those that draw, when
/// there are more threads than cores. Cannot be taken back.
void makeThreadQuiet();

/// Makes the calling thread quieter than others that yield, for work that nobody waits for: the
/// window stays fast while it goes on. Cannot be taken back.
void makeThreadIdle();

/// While it lives, the shared workers of TBB are quiet too, each from its next task on.
class QuietWorkers : public tbb::task_scheduler_observer {
 public:
  QuietWorkers() { observe(true); }
  ~QuietWorkers() override { observe(false); }

  void on_scheduler_entry(bool isWorker) override;
};

}  // namespace usdscope
