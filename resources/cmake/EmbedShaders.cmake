# embed_shaders(<target>)
#
# Embeds all files of shaders/ in the target. `std::span<const ShaderFile>
# usdscope::embeddedShaders()`, which engine/gl/ShaderFile.h declares, returns them.
function(embed_shaders target)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/shaders
       ${PROJECT_SOURCE_DIR}/shaders/*.glsl ${PROJECT_SOURCE_DIR}/shaders/*.vert
       ${PROJECT_SOURCE_DIR}/shaders/*.frag ${PROJECT_SOURCE_DIR}/shaders/*.comp)
  list(SORT files)
  set(declarations "")
  set(rows "")
  foreach(file IN LISTS files)
    string(MAKE_C_IDENTIFIER "shader_${file}" name)
    embed_file(${target} shaders/${file} FUNCTION ${name})
    string(APPEND declarations "std::string_view ${name}();\n")
    string(APPEND rows "      {\"${file}\", detail::${name}()},\n")
  endforeach()
  set(output ${PROJECT_BINARY_DIR}/embedded/embeddedShaders.cpp)
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT "// Written by the build from the files of shaders/.
#include \"engine/gl/ShaderFile.h\"

namespace usdscope {
namespace detail {
@declarations@}  // namespace detail

std::span<const ShaderFile> embeddedShaders() {
  static const ShaderFile kFiles[] = {
@rows@  };
  return kFiles;
}

}  // namespace usdscope
")
  target_sources(${target} PRIVATE ${output})
endfunction()
