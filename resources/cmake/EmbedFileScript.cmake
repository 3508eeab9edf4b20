# Writes OUTPUT, a C++ source whose FUNCTION returns the bytes of SOURCE. See EmbedFile.cmake.
cmake_minimum_required(VERSION 3.25)
file(READ ${SOURCE} bytes HEX)
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE ${OUTPUT} "// Written by the build from ${SOURCE}.
#include <string_view>

namespace usdscope::detail {
namespace {
constexpr unsigned char kBytes[] = {
${bytes}
0};
}  // namespace

std::string_view ${FUNCTION}();
std::string_view ${FUNCTION}() {
  return {reinterpret_cast<const char*>(kBytes), sizeof kBytes - 1};
}

}  // namespace usdscope::detail
")
