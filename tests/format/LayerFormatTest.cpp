// SPDX-License-Identifier: Apache-2.0
#include "engine/format/LayerFormat.h"

#include <gtest/gtest.h>

#include "engine/format/mtlx/MtlxReader.h"
#include "engine/format/usdz/UsdzReader.h"

namespace usdscope {

TEST(LayerFormat, ContentDecides) {
  const struct {
    std::string_view bytes;
    std::optional<LayerFormat> format;
  } cases[] = {
      {"#usda 1.0\n", LayerFormat::Usda},
      {"#usda 1.3", LayerFormat::Usda},
      {"#sdf 1.4.32\n", LayerFormat::Usda},
      {"PXR-USDC\0\x8", LayerFormat::Usdc},
      {"PK\x03\x04", LayerFormat::Usdz},
      {"<?xml version=\"1.0\"?>\n<!-- a <b> -->\n<materialx version=\"1.38\"/>",
       LayerFormat::MaterialX},
      {"\xEF\xBB\xBF<materialx/>", LayerFormat::MaterialX},
      {"<?xml version=\"1.0\"?><svg/>", std::nullopt},
      {"", std::nullopt},
      {"#usd", std::nullopt},
      {"PXR-USD", std::nullopt},
      {"\x89PNG\r\n", std::nullopt},
      {" #usda 1.0", std::nullopt},
  };
  for (const auto& c : cases) EXPECT_EQ(detectLayerFormat(c.bytes), c.format) << c.bytes;
}

TEST(LayerFormat, OtherFilesGiveOneErrorWithTheirSite) {
  const struct {
    const char* name;
    std::string_view bytes;
    DiagnosticCode code;
  } cases[] = {
      {"/a/empty.usda", "", kEmptyFile},
      {"/a/picture.usd", "\x89PNG\r\n\x1a\n", kNotALayer},
      {"/a/almost.usda", "#usd 1.0\n", kNotALayer},
      {"/a/look.mtlx", "<?xml version=\"1.0\"?>\n<materialx>\n", kMtlxSyntax},
      {"/a/look.mtlx", "<?xml version=\"1.0\"?>\n<material/>\n", kNotALayer},
      {"/a/mesh.obj", "v 1 2 3\n", kNotALayer},
      {"/a/p.usdz[dir.x/mesh]", "v 1 2 3\n", kNotALayer},
      {"/a/text.usdc", "#usda 1.0\n", kOtherExtension},
      {"/a/text.usdz", "#usda 1.0\n", kOtherExtension},
      {"/a/text.foo", "#usda 1.0\n", kOtherExtension},
      {"/a/crate.usda", "PXR-USDC", kOtherExtension},
      {"/a/look.usda", "<?xml version=\"1.0\"?>\n<materialx>\n", kOtherExtension},
      {"/a/no_entries.usdz", "PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", kUnusablePackage},
  };
  for (const auto& c : cases) {
    Diagnostics diagnostics;
    EXPECT_EQ(readLayer(FileBytes::fromText(c.bytes), {c.name}, diagnostics), nullptr) << c.name;
    ASSERT_EQ(diagnostics.entries().size(), 1u) << c.name;
    EXPECT_EQ(diagnostics.entries()[0].code, c.code) << c.name;
    EXPECT_EQ(diagnostics.entries()[0].site.layer, c.name);
    EXPECT_TRUE(diagnostics.hasErrors());
  }
}

TEST(LayerFormat, ExtensionsHaveAnyCaseAndMayBeMissing) {
  for (const char* name :
       {"/a.x/b", "/a.usd", "/a.USDA", "/a.sdf", "asset:lamp.v3", "p.usdz[a.usda]"}) {
    Diagnostics diagnostics;
    EXPECT_NE(readLayer(FileBytes::fromText("#usda 1.0\n"), {name}, diagnostics), nullptr) << name;
    EXPECT_TRUE(diagnostics.isEmpty()) << name;
  }
}

TEST(LayerFormat, OtherExtensionsGiveTheOnesThatWork) {
  for (const char* name : {"/a/mesh.obj", "/a/p.usdz[mesh.obj]", "/a.usd/mesh", "look.mtlx"}) {
    Diagnostics diagnostics;
    readLayer(FileBytes::fromText("v 1 2 3\n"), {name}, diagnostics);
    ASSERT_EQ(diagnostics.entries().size(), 1u) << name;
    EXPECT_NE(diagnostics.entries()[0].message.find(".usd, .usda, .usdc or .usdz"),
              std::string::npos)
        << diagnostics.entries()[0].message;
  }
}

}  // namespace usdscope
