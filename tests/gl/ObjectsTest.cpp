// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <vector>

#include "engine/gl/Buffer.h"
#include "engine/gl/Device.h"
#include "engine/gl/Framebuffer.h"
#include "engine/gl/ShaderLibrary.h"
#include "engine/gl/VertexArray.h"
#include "tests/gl/GlTest.h"

namespace usdscope {
namespace {

using GlObjects = GlTest;
using GlShaders = GlTest;

ShaderReader readerOf(const std::string& vertex, const std::string& fragment) {
  return [=](std::string_view name) -> std::optional<std::string> {
    if (name == "v") return vertex;
    if (name == "f") return fragment;
    return std::nullopt;
  };
}

}  // namespace

TEST_F(GlObjects, DeviceIsNew) {
  const Device device = currentDevice();
  EXPECT_EQ(whyUnusable(device), "");
  EXPECT_GE(device.versionNumber, kNeededGlVersion);
  EXPECT_FALSE(device.renderer.empty());
  EXPECT_GE(device.maxSamples, 4);
}

TEST_F(GlObjects, BuffersHoldWhatIsPutInThem) {
  // Drivers refuse empty buffers, so Buffer allocates at least 16 bytes.
  for (const std::size_t count : {0u, 1u, 3u, 4u, 1000u}) {
    std::vector<float> in(count);
    for (std::size_t i = 0; i < count; ++i) in[i] = float(i) + 0.5f;
    const Buffer buffer = Buffer::of(std::span<const float>(in));
    EXPECT_EQ(buffer.byteSize(), count * sizeof(float));
    std::vector<float> out(count);
    buffer.read(0, std::as_writable_bytes(std::span(out)));
    EXPECT_EQ(out, in) << count;
  }
  EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
}

TEST_F(GlObjects, PartsOfBuffersAreCopied) {
  const std::vector<float> in{1, 2, 3, 4, 5, 6, 7, 8};
  const Buffer from = Buffer::of(std::span<const float>(in));
  const std::vector<float> zeros(6, 0.0f);
  Buffer to = Buffer::of(std::span<const float>(zeros));
  to.copyFrom(from, 2 * sizeof(float), 1 * sizeof(float), 3 * sizeof(float));
  to.copyFrom(from, in.size() * sizeof(float), zeros.size() * sizeof(float), 0);
  std::vector<float> out(6);
  to.read(0, std::as_writable_bytes(std::span(out)));
  EXPECT_EQ(out, (std::vector<float>{0, 3, 4, 5, 0, 0}));
  EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
}

TEST_F(GlObjects, DrawsIntoItsOwnFramebuffer) {
  const Texture color = Texture::make2d(GL_RGBA8, 4, 4);
  const Framebuffer target = Framebuffer::make({&color}, nullptr);
  ASSERT_TRUE(target.isComplete());
  ShaderLibrary library(
      readerOf("layout(location = 0) in vec3 a; void main() { gl_Position = vec4(a, 1.0); }\n",
               "layout(location = 0) uniform vec4 u; layout(location = 0) out vec4 f;\n"
               "void main() { f = u; }\n"));
  Diagnostics diagnostics;
  const Program& program = library.program({.vertex = "v", .fragment = "f"}, diagnostics);
  ASSERT_TRUE(diagnostics.isEmpty()) << toText(diagnostics.entries()[0]);
  program.set(0, glm::vec4(1.0f, 0.0f, 1.0f, 1.0f));

  const std::array<float, 9> corners{-1, -1, 0, 3, -1, 0, -1, 3, 0};
  const Buffer buffer = Buffer::of(std::span<const float>(corners));
  VertexArray vertices = VertexArray::make();
  vertices.addAttribute(0, 3);
  vertices.setBuffer(0, buffer.id(), 0, 12);
  glBindFramebuffer(GL_FRAMEBUFFER, target.id());
  glViewport(0, 0, 4, 4);
  glUseProgram(program.id());
  glBindVertexArray(vertices.id());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  std::array<std::uint8_t, 4> pixel{};
  glReadPixels(2, 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
  EXPECT_EQ(pixel, (std::array<std::uint8_t, 4>{255, 0, 255, 255}));
  EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
}

TEST_F(GlShaders, ABrokenShaderIsReportedOnceWithFileAndLine) {
  ShaderLibrary library(
      readerOf("void main() {\n  gl_Position = nothing;\n}\n", "void main() {}\n"));
  Diagnostics diagnostics;
  for (int i = 0; i < 2; ++i) {
    EXPECT_FALSE(library.program({.vertex = "v", .fragment = "f"}, diagnostics));
  }
  ASSERT_EQ(diagnostics.entries().size(), 1u);
  EXPECT_EQ(diagnostics.entries()[0].code, kBadShader);
  EXPECT_EQ(diagnostics.entries()[0].count, 1);
  EXPECT_NE(diagnostics.entries()[0].message.find("v:2"), std::string::npos)
      << diagnostics.entries()[0].message;
}

TEST_F(GlShaders, VariantsAreProgramsOfTheirOwn) {
  ShaderLibrary library(readerOf("void main() { gl_Position = vec4(0.0); }\n",
                                 "#ifdef USDSCOPE_CUTOUT\n#error cut\n#endif\nvoid main() {}\n"));
  Diagnostics diagnostics;
  const Program& plain = library.program({.vertex = "v", .fragment = "f"}, diagnostics);
  EXPECT_TRUE(plain);
  EXPECT_TRUE(diagnostics.isEmpty());
  EXPECT_FALSE(library.program(
      {.vertex = "v", .fragment = "f", .features = {ShaderFeature::Cutout}}, diagnostics));
  EXPECT_EQ(&library.program({.vertex = "v", .fragment = "f"}, diagnostics), &plain);
}

TEST(HeadlessContextDeathTest, AnOldOpenGlIsSaidToBeOne) {
  // Mesa reads this variable once per process, so the test runs in a process of its own.
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto makeWithOldOpenGl = [] {
    setenv("MESA_GL_VERSION_OVERRIDE", "3.3", 1);
    Diagnostics diagnostics;
    const bool isThere = HeadlessContext::make(diagnostics) != nullptr;
    for (const Diagnostic& entry : diagnostics.entries()) {
      std::fprintf(stderr, "%s\n", toText(entry).c_str());
    }
    std::_Exit(isThere ? 0 : 1);
  };
  EXPECT_EXIT(makeWithOldOpenGl(), testing::ExitedWithCode(1),
              "error: (OpenGL 4.5 is needed; .*gives 3.3|No OpenGL driver can draw)");
}

}  // namespace usdscope
