// SPDX-License-Identifier: Apache-2.0
#include "app/cli/Output.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <ostream>

namespace usdscope {

int writeResult(std::string_view text, const std::string& file, Streams streams) {
  if (file.empty()) {
    streams.out << text << std::flush;
    return streams.out ? kSuccess : kFailure;
  }
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << text << std::flush;
  if (out) return kSuccess;
  streams.err << "error: " << file << ": Cannot be written: " << std::strerror(errno) << ".\n";
  return kFailure;
}

}  // namespace usdscope
