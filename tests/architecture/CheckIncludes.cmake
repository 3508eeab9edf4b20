# Fails when a file of engine/<MODULE> includes a module that is not in ALLOWED, another module's
# detail/ headers, or a library that its module must not know.
#
# cmake -DROOT=<project> -DMODULE=<name> -DALLOWED=<engine_a;engine_b> -P CheckIncludes.cmake
cmake_minimum_required(VERSION 3.25)
string(REPLACE "engine_" "" ALLOWED "${ALLOWED}")
# The window's libraries belong to app/; threads, JSON, regular expressions and OpenGL have one module each.
set(FORBIDDEN "Q[A-Za-z]|imgui|CLI/")
if(NOT MODULE STREQUAL "base")
  string(APPEND FORBIDDEN "|tbb/|oneapi/|nlohmann/")
endif()
if(NOT MODULE STREQUAL "search")
  string(APPEND FORBIDDEN "|re2/")
endif()
if(NOT MODULE MATCHES "^(gl|render)$")
  string(APPEND FORBIDDEN "|epoxy/|GL/|EGL/")
endif()

function(refuse file line reason)
  message(SEND_ERROR "${file}\n  ${line}\n  ${reason}")
endfunction()

file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/engine/${MODULE}/*.h ${ROOT}/engine/${MODULE}/*.cpp)
foreach(file IN LISTS files)
  file(STRINGS ${ROOT}/${file} includes REGEX "^ *# *include ")
  foreach(line IN LISTS includes)
    if(line MATCHES "include <(${FORBIDDEN})")
      refuse(${file} "${line}" "engine/${MODULE} may not include this.")
    elseif(line MATCHES "include \"engine/([a-z]+)/")
      set(used "${CMAKE_MATCH_1}")
      if(NOT used STREQUAL MODULE AND (NOT used IN_LIST ALLOWED OR line MATCHES "/detail/"))
        refuse(${file} "${line}" "engine/${MODULE} may not include this.")
      elseif(MODULE MATCHES "^(compose|stage)$" AND used STREQUAL "format" AND
             NOT line MATCHES "engine/format/(LayerCache|Environment).h\"")
        refuse(${file} "${line}" "engine/${MODULE} knows only LayerCache and Environment of engine/format.")
      endif()
    elseif(line MATCHES "include \"")
      refuse(${file} "${line}" "Files of the engine include from the root: engine/<module>/<File>.h.")
    endif()
  endforeach()
endforeach()
