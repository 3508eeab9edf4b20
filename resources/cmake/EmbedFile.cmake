# embed_file(<target> <file> FUNCTION <name>)
#
# Embeds the bytes of a file (relative to the project) in the target. The function
# `std::string_view usdscope::detail::<name>()`, which the module declares in a header, returns
# them.
function(embed_file target file)
  cmake_parse_arguments(arg "" "FUNCTION" "" ${ARGN})
  set(source ${PROJECT_SOURCE_DIR}/${file})
  set(output ${PROJECT_BINARY_DIR}/embedded/${arg_FUNCTION}.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${source} -DOUTPUT=${output} -DFUNCTION=${arg_FUNCTION}
            -P ${PROJECT_SOURCE_DIR}/resources/cmake/EmbedFileScript.cmake
    DEPENDS ${source} ${PROJECT_SOURCE_DIR}/resources/cmake/EmbedFileScript.cmake
    COMMENT "Embedding ${file}"
    VERBATIM)
  # All generated sources use the same internal names, so they cannot be joined.
  set_source_files_properties(${output} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE ${output})
endfunction()
