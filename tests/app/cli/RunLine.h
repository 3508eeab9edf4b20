// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "app/cli/CommandLine.h"

namespace usdscope {

/// The result of a command line.
struct Ran {
  int status;
  std::string out;
  std::string err;
};

/// Runs a command line in this process. `arguments` excludes the program's name.
inline Ran runLine(std::vector<std::string> arguments) {
  std::ostringstream out;
  std::ostringstream err;
  const int status = runCommandLine(std::move(arguments), {out, err});
  return {status, out.str(), err.str()};
}

}  // namespace usdscope
