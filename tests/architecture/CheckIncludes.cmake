# Fails when a file of engine/<MODULE> includes a module that is not in ALLOWED, or another
# module's detail/ headers.
#
# cmake -DROOT=<project> -DMODULE=<name> -DALLOWED=<engine_a;engine_b> -P CheckIncludes.cmake
cmake_minimum_required(VERSION 3.25)
string(REPLACE "engine_" "" ALLOWED "${ALLOWED}")
file(GLOB_RECURSE files ${ROOT}/engine/${MODULE}/*.h ${ROOT}/engine/${MODULE}/*.cpp)
foreach(file IN LISTS files)
  file(STRINGS ${file} includes REGEX "^#include \"")
  foreach(line IN LISTS includes)
    if(NOT line MATCHES "^#include \"engine/([a-z]+)/")
      message(SEND_ERROR "${file}\n  ${line}\n  engine files include from the root: engine/<module>/<File>.h.")
      continue()
    endif()
    set(used "${CMAKE_MATCH_1}")
    if(used STREQUAL MODULE)
      continue()
    endif()
    if(NOT used IN_LIST ALLOWED OR line MATCHES "/detail/")
      message(SEND_ERROR "${file}\n  ${line}\n  engine/${MODULE} may not include this.")
    endif()
  endforeach()
endforeach()
