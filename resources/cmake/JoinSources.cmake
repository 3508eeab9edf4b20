# join_sources(<target>)
#
# With USDSCOPE_JOIN_SOURCES the sources of a folder are compiled as one, twelve at most: a build from nothing reads their
# headers once. Names in anonymous namespaces must therefore differ within a folder. A file that cannot do so sets
# SKIP_UNITY_BUILD_INCLUSION.
function(join_sources target)
  if(NOT USDSCOPE_JOIN_SOURCES)
    return()
  endif()
  set(most 12)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  foreach(source IN LISTS sources)
    get_filename_component(folder ${source} ABSOLUTE)
    get_filename_component(folder ${folder} DIRECTORY)
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${folder})
    string(MAKE_C_IDENTIFIER ${folder} folder)
    if(NOT DEFINED count_${folder})
      set(count_${folder} 0)
    endif()
    math(EXPR part "${count_${folder}} / ${most}")
    math(EXPR count_${folder} "${count_${folder}} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${part})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # A source that only one joined source includes looks like a header to the first of these warnings; the second sees
    # things where GCC 12 joins many functions.
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage -Wno-free-nonheap-object)
  endif()
endfunction()
