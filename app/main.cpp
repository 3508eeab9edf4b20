// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <iostream>

#include "app/cli/CommandLine.h"
#include "engine/base/MemoryLimit.h"
#include "engine/base/UnfinishedFile.h"

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN);  // A file that may not grow is an error of writing, not the end.
#endif
  usdscope::removeUnfinishedFilesOnSignals();
  usdscope::limitMemory(usdscope::machineMemory() / 2);
  return usdscope::runCommandLine({argv + (argc > 0 ? 1 : 0), argv + argc}, {std::cout, std::cerr});
}
