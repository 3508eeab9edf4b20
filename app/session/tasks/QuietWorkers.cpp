// SPDX-License-Identifier: Apache-2.0
#include "app/session/tasks/QuietWorkers.h"

#include <sys/resource.h>
#include <unistd.h>

namespace usdscope {

void makeThreadQuiet() {
  // Linux keeps a nice value for each thread. With 5 more, a thread has a third of the weight; with
  // much more, locks that it holds would be held for long.
  constexpr int kMoreNice = 5;
  const int usual = getpriority(PRIO_PROCESS, static_cast<id_t>(getpid()));
  (void)setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), usual + kMoreNice);
}

void QuietWorkers::on_scheduler_entry(bool isWorker) {
  if (isWorker) makeThreadQuiet();
}

}  // namespace usdscope
