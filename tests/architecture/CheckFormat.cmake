# Fails when clang-format would change a file. One version, since versions break lines differently.
#
# cmake -DROOT=<project> -P CheckFormat.cmake
cmake_minimum_required(VERSION 3.25)
find_program(CLANG_FORMAT clang-format-19)
if(NOT CLANG_FORMAT)
  message("skipped: clang-format-19 is not installed")
  return()
endif()
foreach(folder app engine tests)
  file(GLOB_RECURSE found RELATIVE ${ROOT} ${ROOT}/${folder}/*.h ${ROOT}/${folder}/*.cpp)
  list(APPEND files ${found})
endforeach()
list(FILTER files EXCLUDE REGEX "^tests/architecture/broken/")
execute_process(COMMAND ${CLANG_FORMAT} --dry-run -Werror --ferror-limit=1 ${files}
                WORKING_DIRECTORY ${ROOT} RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "Run: clang-format-19 -i on the files named above.")
endif()
