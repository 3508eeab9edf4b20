# Writes OUT, a source with the commit of the sources in ROOT, if it would change.
#
# cmake -DROOT=<project> -DOUT=<file> -P SourceCommit.cmake
set(commit unknown)
find_program(git git)
if(git)
  execute_process(COMMAND ${git} -C ${ROOT} describe --always --dirty=+ --abbrev=10 --exclude=* OUTPUT_VARIABLE found
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE result)
  if(result EQUAL 0 AND found MATCHES "^[0-9a-f]+[+]?$")
    set(commit ${found})
  endif()
endif()
file(CONFIGURE OUTPUT ${OUT} @ONLY CONTENT [[
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/SourceCommit.h"

namespace usdscope {

const char* sourceCommit() { return "@commit@"; }

}  // namespace usdscope
]])
