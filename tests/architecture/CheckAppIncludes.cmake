# Fails when a file of app/ other than session/ and cli/ calls a module that loads or makes layers,
# or when app/ includes a header that is private to an engine's module. Two headers of values may be
# read everywhere: Environment.h and PrimIndex.h.
#
# cmake -DROOT=<project> -P CheckAppIncludes.cmake
cmake_minimum_required(VERSION 3.25)
file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/app/*.h ${ROOT}/app/*.cpp)
foreach(file IN LISTS files)
  file(STRINGS ${ROOT}/${file} includes REGEX "^ *# *include \"engine/")
  foreach(line IN LISTS includes)
    if(line MATCHES "/detail/")
      message(SEND_ERROR "${file}\n  ${line}\n  This header is private to its module.")
    elseif(line MATCHES "engine/(format|compose|author)/" AND
           NOT line MATCHES "engine/(format/Environment|compose/PrimIndex)\\.h" AND
           NOT file MATCHES "^app/(session|cli)/")
      message(SEND_ERROR "${file}\n  ${line}\n  Only app/session and app/cli may include this.")
    endif()
  endforeach()
endforeach()
