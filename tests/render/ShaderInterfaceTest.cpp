// SPDX-License-Identifier: Apache-2.0
#include "engine/render/ShaderInterface.h"

#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "engine/render/InspectionView.h"
#include "engine/render/Programs.h"
#include "tests/gl/GlTest.h"

namespace usdscope {
namespace {

using ShaderInterface = GlTest;
using Shaders = GlTest;

// The offset of each member of the blocks of one kind, as the driver lays them out.
std::map<std::string, GLint> offsetsOf(GLuint program, GLenum interface) {
  std::map<std::string, GLint> offsets;
  GLint count = 0;
  glGetProgramInterfaceiv(program, interface, GL_ACTIVE_RESOURCES, &count);
  for (GLint i = 0; i < count; ++i) {
    const auto index = static_cast<GLuint>(i);
    char name[128] = {};
    glGetProgramResourceName(program, interface, index, sizeof name, nullptr, name);
    const GLenum property = GL_OFFSET;
    GLint offset = -1;
    glGetProgramResourceiv(program, interface, index, 1, &property, 1, nullptr, &offset);
    offsets[name] = offset;
  }
  return offsets;
}

GLint valueOf(GLuint program, GLenum interface, const char* name, GLenum property) {
  const GLuint index = glGetProgramResourceIndex(program, interface, name);
  GLint value = -1;
  if (index != GL_INVALID_INDEX) {
    glGetProgramResourceiv(program, interface, index, 1, &property, 1, nullptr, &value);
  }
  return value;
}

struct Member {
  const char* name;
  std::size_t offset;
};

#define MEMBER(block, member) {#member, offsetof(block, member)}

}  // namespace

TEST_F(ShaderInterface, UniformBlocksAreLaidOutAsTheEngineThinks) {
  ShaderLibrary library;
  Diagnostics diagnostics;
  const GLuint program = library
                             .program(surfaceProgram({.isCutout = true,
                                                      .isWireframe = true,
                                                      .isPreview = true,
                                                      .hasSceneLights = true,
                                                      .hasLightMaps = true}),
                                      diagnostics)
                             .id();
  ASSERT_NE(program, 0u);
  const auto offsets = offsetsOf(program, GL_UNIFORM);
  const Member camera[] = {MEMBER(CameraBlock, clipFromRelative),
                           MEMBER(CameraBlock, viewFromRelative),
                           MEMBER(CameraBlock, eyeDirection),
                           MEMBER(CameraBlock, wireColor),
                           MEMBER(CameraBlock, viewport),
                           MEMBER(CameraBlock, background),
                           MEMBER(CameraBlock, modes),
                           MEMBER(CameraBlock, positionHigh),
                           MEMBER(CameraBlock, positionLow),
                           MEMBER(CameraBlock, depths),
                           {"clippingPlanes[0]", offsetof(CameraBlock, clippingPlanes)}};
  for (const Member& member : camera) {
    const auto found = offsets.find(std::string("Camera.") + member.name);
    ASSERT_NE(found, offsets.end()) << member.name;
    EXPECT_EQ(found->second, static_cast<GLint>(member.offset)) << member.name;
  }
  const std::size_t diffuse = offsetof(MaterialBlock, diffuse);
  const Member material[] = {
      MEMBER(MaterialBlock, baseColor),
      MEMBER(MaterialBlock, emission),
      MEMBER(MaterialBlock, surface),
      MEMBER(MaterialBlock, specular),
      MEMBER(MaterialBlock, coat),
      MEMBER(MaterialBlock, flags),
      {"diffuse.scale", diffuse + offsetof(TextureRecord, scale)},
      {"diffuse.bias", diffuse + offsetof(TextureRecord, bias)},
      {"diffuse.fallback", diffuse + offsetof(TextureRecord, fallback)},
      {"diffuse.texCoordRow0", diffuse + offsetof(TextureRecord, texCoordRow0)},
      {"diffuse.texCoordRow1", diffuse + offsetof(TextureRecord, texCoordRow1)},
      {"diffuse.state", diffuse + offsetof(TextureRecord, state)},
      {"opacity.scale", offsetof(MaterialBlock, opacity)},
      {"emissive.scale", offsetof(MaterialBlock, emissive)},
      {"roughness.scale", offsetof(MaterialBlock, roughness)},
      {"metallic.scale", offsetof(MaterialBlock, metallic)},
      {"normal.scale", offsetof(MaterialBlock, normal)},
      {"specularColor.scale", offsetof(MaterialBlock, specularColor)},
      {"clearcoat.scale", offsetof(MaterialBlock, clearcoat)},
      {"clearcoatRoughness.scale", offsetof(MaterialBlock, clearcoatRoughness)},
      {"occlusion.scale", offsetof(MaterialBlock, occlusion)},
      {"displacement.scale", offsetof(MaterialBlock, displacement)},
  };
  for (const Member& member : material) {
    const auto found = offsets.find(std::string("Material.") + member.name);
    ASSERT_NE(found, offsets.end()) << member.name;
    EXPECT_EQ(found->second, static_cast<GLint>(member.offset)) << member.name;
  }
  const std::size_t light = offsetof(LightingBlock, lights);
  const Member lighting[] = {
      MEMBER(LightingBlock, environmentFromRelative),
      {"harmonics[0]", offsetof(LightingBlock, harmonics)},
      MEMBER(LightingBlock, domeDiffuse),
      MEMBER(LightingBlock, domeSpecular),
      MEMBER(LightingBlock, counts),
      {"lights[0].position", light + offsetof(LightRecord, position)},
      {"lights[0].axisX", light + offsetof(LightRecord, axisX)},
      {"lights[0].axisY", light + offsetof(LightRecord, axisY)},
      {"lights[0].axisZ", light + offsetof(LightRecord, axisZ)},
      {"lights[0].diffuse", light + offsetof(LightRecord, diffuse)},
      {"lights[0].specular", light + offsetof(LightRecord, specular)},
      {"lights[0].shaping", light + offsetof(LightRecord, shaping)},
      {"lights[0].tint", light + offsetof(LightRecord, tint)},
      {"lights[0].shadow", light + offsetof(LightRecord, shadow)},
      {"lights[0].flags", light + offsetof(LightRecord, flags)},
      {"lights[0].maps", light + offsetof(LightRecord, maps)},
      {"lights[1].position", light + sizeof(LightRecord)},
      {"shadows[0].mapFromRelative", offsetof(LightingBlock, shadows)},
      {"shadows[0].texel", offsetof(LightingBlock, shadows) + offsetof(ShadowRecord, texel)},
      {"shadows[0].depth", offsetof(LightingBlock, shadows) + offsetof(ShadowRecord, depth)},
      {"shadows[1].mapFromRelative", offsetof(LightingBlock, shadows) + sizeof(ShadowRecord)},
  };
  for (const Member& member : lighting) {
    const auto found = offsets.find(std::string("Lighting.") + member.name);
    ASSERT_NE(found, offsets.end()) << member.name;
    EXPECT_EQ(found->second, static_cast<GLint>(member.offset)) << member.name;
  }
  for (const auto& [name, size, binding] :
       {std::tuple{"Lighting", sizeof(LightingBlock), kLightingBinding},
        {"Camera", sizeof(CameraBlock), kCameraBinding},
        {"Material", sizeof(MaterialBlock), kMaterialBinding}}) {
    EXPECT_EQ(valueOf(program, GL_UNIFORM_BLOCK, name, GL_BUFFER_DATA_SIZE),
              static_cast<GLint>(size))
        << name;
    EXPECT_EQ(valueOf(program, GL_UNIFORM_BLOCK, name, GL_BUFFER_BINDING),
              static_cast<GLint>(binding))
        << name;
  }
}

TEST_F(ShaderInterface, ObjectsToLeaveOutAreLaidOutAsTheEngineThinks) {
  ShaderLibrary library;
  Diagnostics diagnostics;
  for (const ProgramSource& source : {surfacePickProgram(false), surfacePickProgram(true),
                                      linesPickProgram(), dotsPickProgram()}) {
    const GLuint program = library.program(source, diagnostics).id();
    ASSERT_NE(program, 0u);
    const auto offsets = offsetsOf(program, GL_UNIFORM);
    ASSERT_TRUE(offsets.contains("LeftOut.ranges[0]") && offsets.contains("LeftOut.counts"));
    EXPECT_EQ(offsets.at("LeftOut.ranges[0]"), static_cast<GLint>(offsetof(LeftOutBlock, ranges)));
    EXPECT_EQ(offsets.at("LeftOut.counts"), static_cast<GLint>(offsetof(LeftOutBlock, counts)));
    EXPECT_EQ(valueOf(program, GL_UNIFORM_BLOCK, "LeftOut", GL_BUFFER_DATA_SIZE),
              static_cast<GLint>(sizeof(LeftOutBlock)));
    EXPECT_EQ(valueOf(program, GL_UNIFORM_BLOCK, "LeftOut", GL_BUFFER_BINDING),
              static_cast<GLint>(kLeftOutBinding));
  }
}

TEST_F(ShaderInterface, StorageBlocksAreLaidOutAsTheEngineThinks) {
  ShaderLibrary library;
  Diagnostics diagnostics;
  const GLuint program =
      library.program(surfaceProgram({.isTextured = true, .isWireframe = true}), diagnostics).id();
  ASSERT_NE(program, 0u);
  const auto offsets = offsetsOf(program, GL_BUFFER_VARIABLE);
  for (const auto& [name, offset] :
       {std::pair{"objects[0].worldFromLocal", offsetof(ObjectRecord, worldFromLocal)},
        {"objects[0].translationLow", offsetof(ObjectRecord, translationLow)},
        {"objects[0].color", offsetof(ObjectRecord, color)},
        {"objects[0].flags", offsetof(ObjectRecord, flags)}}) {
    ASSERT_TRUE(offsets.contains(name)) << name;
    EXPECT_EQ(offsets.at(name), static_cast<GLint>(offset)) << name;
  }
  EXPECT_EQ(valueOf(program, GL_BUFFER_VARIABLE, "objects[0].color", GL_TOP_LEVEL_ARRAY_STRIDE),
            static_cast<GLint>(sizeof(ObjectRecord)));
  for (const auto& [name, binding] : {std::pair{"Objects", kObjectsBinding},
                                      {"Order", kOrderBinding},
                                      {"Positions", kPositionsBinding},
                                      {"Normals", kNormalsBinding},
                                      {"Colors", kColorsBinding},
                                      {"TexCoords", kTexCoordsBinding},
                                      {"Indices", kIndicesBinding},
                                      {"Edges", kEdgesBinding}}) {
    EXPECT_EQ(valueOf(program, GL_SHADER_STORAGE_BLOCK, name, GL_BUFFER_BINDING),
              static_cast<GLint>(binding))
        << name;
  }
  const GLuint dots = library.program(dotsProgram({}), diagnostics).id();
  EXPECT_EQ(valueOf(dots, GL_SHADER_STORAGE_BLOCK, "Widths", GL_BUFFER_BINDING),
            static_cast<GLint>(kWidthsBinding));
  EXPECT_EQ(valueOf(dots, GL_UNIFORM, "u_layout", GL_LOCATION), kLayoutUniform);
  EXPECT_EQ(valueOf(dots, GL_UNIFORM, "u_minPixels", GL_LOCATION), kMinPixelsUniform);
}

TEST_F(ShaderInterface, AttributesAndTextureUnitsAgree) {
  ShaderLibrary library;
  Diagnostics diagnostics;
  const GLuint program = library
                             .program(surfaceProgram({.isTextured = true,
                                                      .isPreview = true,
                                                      .hasSceneLights = true,
                                                      .hasLightMaps = true,
                                                      .isDisplaced = true}),
                                      diagnostics)
                             .id();
  ASSERT_NE(program, 0u);
  for (const auto& [name, location] : {std::pair{"a_position", kPositionAttribute},
                                       {"a_normal", kNormalAttribute},
                                       {"a_texCoord", kTexCoordAttribute},
                                       {"a_color", kColorAttribute}}) {
    EXPECT_EQ(glGetAttribLocation(program, name), static_cast<GLint>(location)) << name;
  }
  for (const auto& [name, unit] : {std::pair{"t_diffuse", kDiffuseUnit},
                                   {"t_opacity", kOpacityUnit},
                                   {"t_emissive", kEmissiveUnit},
                                   {"t_roughness", kRoughnessUnit},
                                   {"t_metallic", kMetallicUnit},
                                   {"t_normal", kNormalUnit},
                                   {"t_specularColor", kSpecularColorUnit},
                                   {"t_clearcoat", kClearcoatUnit},
                                   {"t_clearcoatRoughness", kClearcoatRoughnessUnit},
                                   {"t_occlusion", kOcclusionUnit},
                                   {"t_environment", kEnvironmentUnit},
                                   {"t_displacement", kDisplacementUnit},
                                   {"t_profiles", kProfilesUnit},
                                   {"t_shadowDepths", kShadowDepthUnit},
                                   {"t_shadows", kShadowUnit}}) {
    GLint value = -1;
    glGetUniformiv(program, glGetUniformLocation(program, name), &value);
    EXPECT_EQ(value, static_cast<GLint>(unit)) << name;
  }
}

TEST_F(ShaderInterface, SkinningShaderAgrees) {
  ShaderLibrary library;
  Diagnostics diagnostics;
  const GLuint program = library.program(skinningProgram(), diagnostics).id();
  ASSERT_NE(program, 0u);
  namespace s = skinning;
  for (const auto& [name, binding] : {std::pair{"Words", s::kWords},
                                      {"Rows", s::kRows},
                                      {"BlendWeights", s::kBlendWeights},
                                      {"Draws", s::kDraws},
                                      {"Skinned", s::kSkinned}}) {
    EXPECT_EQ(valueOf(program, GL_SHADER_STORAGE_BLOCK, name, GL_BUFFER_BINDING),
              static_cast<GLint>(binding))
        << name;
  }
  // OpenGL 4.5 guarantees eight storage blocks; the driver may offer more.
  GLint blockCount = 0;
  GLint most = 0;
  glGetProgramInterfaceiv(program, GL_SHADER_STORAGE_BLOCK, GL_ACTIVE_RESOURCES, &blockCount);
  glGetIntegerv(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS, &most);
  EXPECT_LE(blockCount, 8);
  EXPECT_LE(blockCount, most);
  for (const auto& [name, location] : {std::pair{"u_firstDraw", s::kFirstDraw},
                                       {"u_drawCount", s::kDrawCount},
                                       {"u_groupCount", s::kGroupCount}}) {
    EXPECT_EQ(valueOf(program, GL_UNIFORM, name, GL_LOCATION), location) << name;
  }
  GLint groupSize[3] = {};
  glGetProgramiv(program, GL_COMPUTE_WORK_GROUP_SIZE, groupSize);
  EXPECT_EQ(groupSize[0], static_cast<GLint>(s::kGroupSize));
  EXPECT_EQ(groupSize[1] * groupSize[2], 1);
  const auto offsets = offsetsOf(program, GL_BUFFER_VARIABLE);
  const Member members[] = {MEMBER(s::Draw, firstGroup),
                            MEMBER(s::Draw, vertexCount),
                            MEMBER(s::Draw, firstSkinned),
                            MEMBER(s::Draw, firstRow),
                            MEMBER(s::Draw, firstBlendWeight),
                            MEMBER(s::Draw, influenceCount),
                            MEMBER(s::Draw, flags),
                            MEMBER(s::Draw, positions),
                            MEMBER(s::Draw, normals),
                            MEMBER(s::Draw, joints),
                            MEMBER(s::Draw, weights),
                            MEMBER(s::Draw, blends)};
  for (const Member& member : members) {
    const auto found = offsets.find(std::string("draws[0].") + member.name);
    ASSERT_NE(found, offsets.end()) << member.name;
    EXPECT_EQ(found->second, static_cast<GLint>(member.offset)) << member.name;
  }
  EXPECT_EQ(valueOf(program, GL_BUFFER_VARIABLE, "draws[0].flags", GL_TOP_LEVEL_ARRAY_STRIDE),
            static_cast<GLint>(sizeof(s::Draw)));
  // Drivers do not report constants, so they are read from the text.
  const std::string text = assembleShader("mesh/skin.comp", {}, embeddedShaderReader()).text;
  for (const auto& [name, value] : {std::pair{"kHasNormals", s::kHasNormals},
                                    {"kHasBlends", s::kHasBlends},
                                    {"kIsDualQuaternion", s::kIsDualQuaternion},
                                    {"kOffsetWords", s::kOffsetWords}}) {
    const std::string line =
        std::string("const uint ") + name + " = " + std::to_string(value) + "u;";
    EXPECT_NE(text.find(line), std::string::npos) << line;
  }
}

TEST_F(ShaderInterface, TranslucentLayersAgree) {
  ShaderLibrary library;
  Diagnostics diagnostics;
  for (const ProgramSource& source : {surfaceProgram({.isLayered = true}), layersProgram()}) {
    const GLuint program = library.program(source, diagnostics).id();
    ASSERT_NE(program, 0u);
    for (const auto& [name, binding] :
         {std::pair{"LayerHeads", layers::kHeads}, {"Layers", layers::kLayers}}) {
      EXPECT_EQ(valueOf(program, GL_SHADER_STORAGE_BLOCK, name, GL_BUFFER_BINDING),
                static_cast<GLint>(binding))
          << name;
    }
    const auto offsets = offsetsOf(program, GL_BUFFER_VARIABLE);
    const Member members[] = {MEMBER(layers::Layer, redGreen), MEMBER(layers::Layer, blueAlpha),
                              MEMBER(layers::Layer, depth), MEMBER(layers::Layer, link),
                              MEMBER(layers::Layer, object)};
    for (const Member& member : members) {
      const auto found = offsets.find(std::string("Layers.records[0].") + member.name);
      ASSERT_NE(found, offsets.end()) << member.name;
      EXPECT_EQ(found->second, static_cast<GLint>(member.offset)) << member.name;
    }
    EXPECT_EQ(
        valueOf(program, GL_BUFFER_VARIABLE, "Layers.records[0].depth", GL_TOP_LEVEL_ARRAY_STRIDE),
        static_cast<GLint>(sizeof(layers::Layer)));
    EXPECT_EQ(offsets.at("LayerHeads.heads[0]"), static_cast<GLint>(sizeof(layers::Counts)));
  }
  const std::string text = assembleShader("mesh/layers.glsl", {}, embeddedShaderReader()).text;
  EXPECT_NE(text.find("const uint kLayerIndexMask = 0xFFFFFFu;"), std::string::npos);
  EXPECT_EQ(layers::kIndexMask, 0xFFFFFFu);
}

TEST_F(ShaderInterface, InspectionViewsAgree) {
  // Drivers do not report constants, so they are read from the text.
  const std::string text = assembleShader("common/interface.glsl", {}, embeddedShaderReader()).text;
  for (const InspectionViewName& each : inspectionViews()) {
    std::string name(each.name);
    name[0] = static_cast<char>(name[0] - 'a' + 'A');
    const std::string line =
        "const uint kView" + name + " = " + std::to_string(static_cast<unsigned>(each.view)) + "u;";
    EXPECT_NE(text.find(line), std::string::npos) << line;
  }
  ShaderLibrary library;
  Diagnostics diagnostics;
  const GLuint program = library.program(surfaceProgram({.isInspected = true}), diagnostics).id();
  EXPECT_EQ(glGetUniformLocation(program, "u_part"), kPartUniform);
  const GLuint picture = library.program(displayProgram(true), diagnostics).id();
  EXPECT_EQ(glGetUniformLocation(picture, "u_display"), display::kDisplay);
  const GLuint table = library.program(displayProgram(true, true), diagnostics).id();
  EXPECT_EQ(glGetUniformLocation(table, "u_table"), display::kTable);
  GLint unit = -1;
  glGetUniformiv(table, glGetUniformLocation(table, "t_table"), &unit);
  EXPECT_EQ(unit, GLint(display::kTableUnit));
}

TEST_F(ShaderInterface, OverlaysAgree) {
  ShaderLibrary library;
  Diagnostics diagnostics;
  const GLuint ground = library.program(gridProgram(), diagnostics).id();
  for (const auto& [name, location] : {std::pair{"u_grid", grid::kGrid},
                                       {"u_center", grid::kCenter},
                                       {"u_axisS", grid::kAxisS},
                                       {"u_axisT", grid::kAxisT},
                                       {"u_colorS", grid::kColorS},
                                       {"u_colorT", grid::kColorT},
                                       {"u_colorLines", grid::kColorLines}}) {
    EXPECT_EQ(glGetUniformLocation(ground, name), location) << name;
  }
  const GLuint sky = library.program(domeProgram(), diagnostics).id();
  EXPECT_EQ(glGetUniformLocation(sky, "u_rayX"), dome::kRayX);
  EXPECT_EQ(glGetUniformLocation(sky, "u_rayY"), dome::kRayY);
  EXPECT_EQ(glGetUniformLocation(sky, "u_forward"), dome::kForward);
  const GLuint shares = library.program(occlusionProgram(true), diagnostics).id();
  EXPECT_EQ(glGetUniformLocation(shares, "u_viewFromClip"), occlusion::kViewFromClip);
  EXPECT_EQ(glGetUniformLocation(shares, "u_search"), occlusion::kSearch);
  const GLuint darken = library.program(darkenProgram(true), diagnostics).id();
  EXPECT_EQ(glGetUniformLocation(darken, "u_sampleCount"), occlusion::kSampleCount);
  const GLuint line = library.program(outlineProgram(), diagnostics).id();
  EXPECT_EQ(glGetUniformLocation(line, "u_color"), outline::kColor);
  EXPECT_EQ(glGetUniformLocation(line, "u_width"), outline::kWidth);
}

TEST_F(Shaders, EveryVariantInUseCompiles) {
  ShaderLibrary library;
  for (const ProgramSource& source : allPrograms()) {
    Diagnostics diagnostics;
    EXPECT_TRUE(library.program(source, diagnostics)) << source.vertex << source.compute;
    for (const Diagnostic& entry : diagnostics.entries()) ADD_FAILURE() << toText(entry);
  }
}

TEST(ShaderValidator, AcceptsEveryVariantInUse) {
  if (std::system("glslangValidator --version > /dev/null 2>&1") != 0) {
    GTEST_SKIP()
        << "glslangValidator is not installed (Debian: glslang-tools). The driver compiles the "
           "same variants in another test.";
  }
  const auto folder =
      std::filesystem::temp_directory_path() / ("usdscope_shaders_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const auto read = embeddedShaderReader();
  std::string files;
  int number = 0;
  for (const ProgramSource& source : allPrograms()) {
    for (const auto& [name, suffix] : {std::pair{source.vertex, ".vert"},
                                       {source.fragment, ".frag"},
                                       {source.compute, ".comp"}}) {
      if (name.empty()) continue;
      const std::string file = (folder / (std::to_string(number++) + suffix)).string();
      std::ofstream(file) << assembleShader(name, source.features, read).text;
      files += " " + file;
    }
  }
  EXPECT_EQ(std::system(("glslangValidator" + files).c_str()), 0);
  std::filesystem::remove_all(folder);
}

}  // namespace usdscope
