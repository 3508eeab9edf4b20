// SPDX-License-Identifier: Apache-2.0
#include "app/session/tasks/QuietWorkers.h"

#include <sys/resource.h>
#include <unistd.h>

namespace usdscope {

namespace {

// Linux keeps a nice value for each thread.
void setMoreNice(int more) {
  const int usual = getpriority(PRIO_PROCESS, static_cast<id_t>(getpid()));
  (void)setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), usual + more);
}

}  // namespace

void makeThreadQuiet() {
  // A third of the weight. With much less, locks that the thread holds would be held for long.
  setMoreNice(5);
}

void makeThreadIdle() {
  // A tenth of the weight: a search through thousands of files would else slow the window down.
  setMoreNice(10);
}

void QuietWorkers::on_scheduler_entry(bool isWorker) {
  if (isWorker) makeThreadQuiet();
}

}  // namespace usdscope
