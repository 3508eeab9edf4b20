# test_code(<target>): code of tests is long and runs once, so it is not optimised.
function(test_code target)
  target_compile_options(${target} PRIVATE -O0)
endfunction()

# engine_module(<name> [TEXT] [APP_TESTS] [DEPENDS <module>...] [LIBRARIES <target>...])
#
# A static library from engine/<name>, its tests from tests/<name>, and a test that its files
# include no module outside DEPENDS. TEXT marks modules that read or write text for people and JSON:
# more optimisation would cost a third of their compile time and is not felt. APP_TESTS marks a module whose tests
# link the program, too.
function(engine_module name)
  cmake_parse_arguments(arg "TEXT;APP_TESTS" "" "DEPENDS;LIBRARIES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/engine/${name}/*.cpp)
  list(TRANSFORM arg_DEPENDS PREPEND engine_ OUTPUT_VARIABLE modules)
  add_library(engine_${name} STATIC ${sources})
  set_target_properties(engine_${name} PROPERTIES LINKER_LANGUAGE CXX)
  target_include_directories(engine_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
                                                   $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/usdscope>)
  target_link_libraries(engine_${name} PUBLIC ${modules} ${arg_LIBRARIES})
  join_sources(engine_${name})
  if(arg_TEXT)
    target_compile_options(engine_${name} PRIVATE $<$<CONFIG:Release>:-O1>)
    precompile_headers(engine_${name} TEXT)
  elseif(NOT name STREQUAL base AND NOT name STREQUAL math)  # They do not link all of the set's libraries.
    precompile_headers(engine_${name} ENGINE)
  endif()
  if(NOT BUILD_TESTING)
    return()
  endif()
  add_test(NAME layering.${name}
           COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -DMODULE=${name}
                   "-DALLOWED=${modules}"
                   -P ${PROJECT_SOURCE_DIR}/tests/architecture/CheckIncludes.cmake)
  set_tests_properties(layering.${name} PROPERTIES LABELS architecture)

  file(GLOB tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/${name}/*Test.cpp)
  if(tests)
    add_executable(${name}_tests ${tests})
    test_code(${name}_tests)
    target_link_libraries(${name}_tests PRIVATE test_support engine_${name} GTest::gtest_main)
    if(name STREQUAL stage OR stage IN_LIST arg_DEPENDS)
      target_link_libraries(${name}_tests PRIVATE scene_support)
    endif()
    if(arg_APP_TESTS)
      precompile_headers(${name}_tests APP_TESTS)
    elseif(NOT name STREQUAL base)
      precompile_headers(${name}_tests TESTS)
    endif()
    gtest_discover_tests(${name}_tests TEST_PREFIX ${name}. PROPERTIES LABELS ${name}
                         DISCOVERY_TIMEOUT 60)
  endif()
endfunction()
