// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>

#include "app/cli/CommandLine.h"
#include "engine/base/MemoryCrash.h"
#include "engine/base/MemoryLimit.h"
#include "engine/base/UnfinishedFile.h"

namespace {

// Ends the program with a message when an error cannot be handled: memory that was missing in a
// destructor, of the library for JSON for example. Allocates nothing.
[[noreturn]] void endWithMessage() {
  usdscope::removeUnfinishedFiles();
  std::fputs(
      "error: There is not enough memory, or an error that nothing expects; the program "
      "ended too early.\n",
      stderr);
  std::_Exit(usdscope::kFailure);
}

}  // namespace

int main(int argc, char** argv) {
  std::set_terminate(endWithMessage);
  std::ios::sync_with_stdio(false);
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN);  // A file that may not grow is an error of writing, not the end.
#endif
  usdscope::removeUnfinishedFilesOnSignals();
  // Sanitizers have no limit, and their own messages.
  if (usdscope::limitMemory(usdscope::machineMemory() / 2)) {
    usdscope::endWithMessageWhenMemoryIsOut(
        "error: There is not enough memory; the program ended too early. --memory sets how much it "
        "may use.\n",
        usdscope::kFailure);
  }
  try {
    return usdscope::runProgram(argc > 0 ? argv[0] : "", {argv + (argc > 0 ? 1 : 0), argv + argc},
                                {std::cout, std::cerr});
  } catch (const std::exception& problem) {
    // Verbs print their own errors; this one arose before or after the verb.
    std::cerr << "error: The program ended too early: " << problem.what() << ".\n";
    return usdscope::kFailure;
  }
}
