// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "app/cli/CommandLine.h"

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  return usdscope::runCommandLine({argv + (argc > 0 ? 1 : 0), argv + argc}, {std::cout, std::cerr});
}
