// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "engine/asset/DefaultResolver.h"
#include "engine/image/DisplayValues.h"
#include "engine/image/ReadImage.h"
#include "engine/image/WriteExr.h"
#include "engine/image/WritePng.h"
#include "tests/support/Corpora.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

Image gradient(int width, int height, int channelCount) {
  Image image{width, height, channelCount, PixelType::Unorm8, {}};
  image.pixels.resize(image.rowByteSize() * static_cast<std::size_t>(height));
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    image.pixels[i] = static_cast<std::byte>((i * 37 + i / 91) & 255);
  }
  return image;
}

FileBytes imageFile(const char* name) {
  const auto file = readFileBytes((testAssetsPath() / "image" / name).string());
  EXPECT_TRUE(file.bytes) << name << ": " << file.problem;
  return file.bytes.value_or(FileBytes());
}

struct CollectedRows : ImageRows {
  void begin(const Image& shape) override { image = shape; }
  void row(std::span<const std::byte> bytes) override {
    image.pixels.insert(image.pixels.end(), bytes.begin(), bytes.end());
  }
  Image image;
};

float halfAt(const Image& image, std::size_t index) {
  std::uint16_t bits = 0;
  std::memcpy(&bits, image.pixels.data() + index * 2, 2);
  const int exponent = (bits >> 10) & 31;
  const float sign = (bits & 0x8000) ? -1.0f : 1.0f;
  return sign * std::ldexp(1.0f + float(bits & 1023) / 1024.0f, exponent - 15);
}

}  // namespace

TEST(Png, WrittenImagesReadBackEqual) {
  for (const int channelCount : {3, 4}) {
    const Image image = gradient(33, 17, channelCount);
    const auto bytes = encodePng(image);
    ASSERT_TRUE(bytes);
    const ImageResult back = readImage(*bytes);
    ASSERT_TRUE(back.image) << back.problem;
    EXPECT_EQ(back.image->width, 33);
    EXPECT_EQ(back.image->height, 17);
    EXPECT_EQ(back.image->channelCount, channelCount);
    EXPECT_EQ(back.image->pixels, image.pixels);
  }
}

TEST(ImageRows, RowsEqualTheWholeImage) {
  const auto files = std::filesystem::directory_iterator(testAssetsPath() / "image");
  int count = 0;
  for (const auto& entry : files) {
    const auto file = readFileBytes(entry.path().string());
    if (!file.bytes) continue;
    CollectedRows rows;
    const std::string problem = readImageRows(file.bytes->span(), rows);
    const ImageResult whole = readImage(file.bytes->span());
    EXPECT_EQ(problem, whole.problem) << entry.path();
    if (!whole.image) continue;
    ++count;
    EXPECT_EQ(rows.image.width, whole.image->width) << entry.path();
    EXPECT_EQ(rows.image.channelCount, whole.image->channelCount) << entry.path();
    EXPECT_EQ(rows.image.type, whole.image->type) << entry.path();
    EXPECT_EQ(rows.image.pixels, whole.image->pixels) << entry.path();
  }
  EXPECT_GE(count, 5);
}

TEST(ImageRows, EndWhereAPngIsCutOff) {
  Image noise = gradient(300, 200, 3);
  std::uint32_t random = 1;
  for (std::byte& value : noise.pixels) {
    random = random * 1664525 + 1013904223;
    value = std::byte(random >> 24);
  }
  const auto bytes = encodePng(noise);
  ASSERT_TRUE(bytes);
  CollectedRows rows;
  const auto cut = std::span(*bytes).first(bytes->size() / 2);
  EXPECT_NE(readImageRows(cut, rows), "");
  EXPECT_GT(rows.image.pixels.size(), 0u);
  EXPECT_LT(rows.image.pixels.size(), 300u * 200u * 3u);
}

TEST(Png, OtherImagesAreRefused) {
  Image image = gradient(4, 4, 3);
  image.pixels.pop_back();
  EXPECT_FALSE(encodePng(image)) << "too few bytes";
  EXPECT_FALSE(encodePng(gradient(4, 4, 2))) << "grey and alpha";
  EXPECT_FALSE(encodePng(Image{})) << "no pixels";
}

TEST(Png, AFolderThatIsNotThereIsSaid) {
  const auto folder = std::filesystem::temp_directory_path() / "usdscope_no_such_folder";
  EXPECT_NE(writePngFile(gradient(2, 2, 3), (folder / "a.png").string()), "");
}

TEST(Png, AFileIsReplacedWhole) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("usdscope_png_" + std::to_string(::getpid()) + ".png");
  for (const int size : {40, 3}) {
    EXPECT_EQ(writePngFile(gradient(size, size, 3), path.string()), "");
    const ImageResult back = readImageFile(path.string());
    ASSERT_TRUE(back.image) << back.problem;
    EXPECT_EQ(back.image->width, size);
  }
  EXPECT_FALSE(std::filesystem::exists(path.string() + ".part"));
  std::filesystem::remove(path);
}

TEST(ReadImage, FormatsAreRecognisedByContent) {
  const struct {
    const char* file;
    int width, height, channelCount;
    PixelType type;
  } cases[] = {
      {"grey16.png", 3, 2, 1, PixelType::Unorm16}, {"rgba8.png", 3, 2, 4, PixelType::Unorm8},
      {"rgb.jpg", 16, 8, 3, PixelType::Unorm8},    {"rgb.hdr", 4, 2, 3, PixelType::Float},
      {"rgba.exr", 3, 2, 4, PixelType::Half},
  };
  for (const auto& c : cases) {
    const ImageResult result = readImage(imageFile(c.file).span());
    ASSERT_TRUE(result.image) << c.file << ": " << result.problem;
    EXPECT_EQ(result.image->width, c.width) << c.file;
    EXPECT_EQ(result.image->height, c.height) << c.file;
    EXPECT_EQ(result.image->channelCount, c.channelCount) << c.file;
    EXPECT_EQ(result.image->type, c.type) << c.file;
    EXPECT_EQ(result.image->pixels.size(),
              result.image->rowByteSize() * static_cast<std::size_t>(c.height))
        << c.file;
  }
}

TEST(ReadImage, FirstRowIsTheTop) {
  // The top left pixel of each picture is red, the rest is not.
  const ImageResult png = readImage(imageFile("rgba8.png").span());
  ASSERT_TRUE(png.image);
  EXPECT_EQ(std::to_integer<int>(png.image->pixels[0]), 255);
  EXPECT_EQ(std::to_integer<int>(png.image->pixels[png.image->rowByteSize()]), 0);
  const ImageResult exr = readImage(imageFile("rgba.exr").span());
  ASSERT_TRUE(exr.image);
  EXPECT_EQ(halfAt(*exr.image, 0), 2.0f);
  EXPECT_LT(halfAt(*exr.image, 12), 0.01f);
}

TEST(ReadImage, BrokenFilesGiveASentence) {
  for (const char* name : {"grey16.png", "rgba8.png", "rgb.jpg", "rgb.hdr", "rgba.exr"}) {
    const FileBytes whole = imageFile(name);
    for (std::size_t size = 0; size < whole.byteSize(); size += 1 + whole.byteSize() / 97) {
      // A buffer of exactly this size, so that reading beyond it is found.
      const std::vector<std::byte> part(whole.span().begin(),
                                        whole.span().begin() + std::ptrdiff_t(size));
      const ImageResult result = readImage(part);
      EXPECT_TRUE(result.image || !result.problem.empty()) << name << " cut at " << size;
    }
    for (std::size_t at = 0; at < whole.byteSize(); at += 1 + whole.byteSize() / 61) {
      std::vector<std::byte> flipped(whole.span().begin(), whole.span().end());
      flipped[at] ^= std::byte{0xFF};
      const ImageResult result = readImage(flipped);
      EXPECT_TRUE(result.image || !result.problem.empty()) << name << " flipped at " << at;
    }
  }
  EXPECT_FALSE(readImage(FileBytes::fromText("no image at all").span()).image);
}

TEST(ReadImage, ASizeThatTheBytesCannotHoldIsRefused) {
  std::string problem;
  EXPECT_TRUE(isImageSizeAllowed(4096, 4096, 100'000, problem));
  EXPECT_FALSE(isImageSizeAllowed(4096, 4096, 100, problem));
  EXPECT_FALSE(isImageSizeAllowed(0, 10, 100, problem));
  EXPECT_FALSE(isImageSizeAllowed(40'000, 1, 1'000'000, problem));
  EXPECT_FALSE(isImageSizeAllowed(32'768, 32'768, 1'000'000'000, problem));
}

TEST(ReadImage, HeadersCannotClaimMorePixelsThanTheirCodingAllows) {
  const auto number = [](unsigned value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += char(value >> (8 * i) & 0xFF);
    return text;
  };
  const std::string filler(40'000, '\0');
  const auto bitmap = [&](unsigned side) {
    return "BM" + number(54, 4) + number(0, 4) + number(54, 4) + number(40, 4) + number(side, 4) +
           number(side, 4) + number(1, 2) + number(24, 2) + std::string(24, '\0') + filler;
  };
  const auto targa = [&](unsigned side) {
    return number(0, 2) + number(2, 1) + std::string(9, '\0') + number(side, 2) + number(side, 2) +
           number(24, 1) + number(0, 1) + filler;
  };
  const auto problemOf = [](const std::string& file) {
    return readImage(std::as_bytes(std::span(file))).problem;
  };
  EXPECT_EQ(problemOf(bitmap(100)), "");
  EXPECT_EQ(problemOf(targa(100)), "");
  EXPECT_NE(problemOf(bitmap(1000)).find("too few bytes"), std::string::npos);
  EXPECT_NE(problemOf(targa(4000)).find("too few bytes"), std::string::npos);
  // A row of one colour has few bytes in PIC and GIF. This GIF has no frame, but a good size.
  std::string pic = "\x53\x80\xF6\x34" + std::string(84, '\0') + "PICT" + "\x0F\xA0\x03\xE8" +
                    std::string(9, '\0') + "\x08\x02\xE0";
  for (int row = 0; row < 1000; ++row) pic += "\x80\x0F\xA0rgb";
  EXPECT_EQ(problemOf(pic), "");
  const std::string gif = "GIF89a" + number(2000, 2) + number(2000, 2) + std::string(2000, '\0');
  EXPECT_EQ(problemOf(gif).find("too few bytes"), std::string::npos);
  // The first byte of a TGA is the size of its text.
  std::string text = targa(100);
  text[0] = 'P';
  EXPECT_EQ(problemOf(text), "");
}

TEST(ReadImage, TextsInPicturesAreNotUnpacked) {
  // A text whose stream is damaged is not noticed, since nobody reads it.
  const FileBytes whole = imageFile("rgba8.png");
  std::vector<std::byte> bytes(whole.span().begin(), whole.span().end());
  constexpr std::string_view kText("\0\0\0\x06zTXtk\0\0bad\0\0\0\0", 18);
  constexpr std::size_t kBehindHeader = 33;
  const auto* first = reinterpret_cast<const std::byte*>(kText.data());
  bytes.insert(bytes.begin() + kBehindHeader, first, first + kText.size());
  const ImageResult read = readImage(bytes);
  ASSERT_TRUE(read.image) << read.problem;
  EXPECT_EQ(read.image->pixels, readImage(whole.span()).image->pixels);
}

TEST(ReadImage, TexturesLieInPackages) {
  const auto corpora = corporaPath();
  if (!corpora) GTEST_SKIP() << kNoCorpora;
  const DefaultResolver resolver;
  const std::string package =
      (*corpora / "assets/usd-wg-assets/test_assets/USDZ/CesiumMan/CesiumMan.usdz").string();
  const ImageResult result = readImageFile(resolver, package + "[0/CesiumMan_img0.jpg]");
  EXPECT_TRUE(result.image) << result.problem;
  EXPECT_NE(readImageFile(resolver, package + "[none.png]").problem, "");
}

TEST(WriteExr, FilesAreReadBackEqual) {
  Image image{3, 2, 4, PixelType::Float, {}};
  std::vector<float> values;
  // All of them are halfs; the brightest ones are brighter than a display.
  for (int i = 0; i < 24; ++i) values.push_back(float(i) * 0.25f + 0.0625f);
  image.pixels.resize(values.size() * sizeof(float));
  std::memcpy(image.pixels.data(), values.data(), image.pixels.size());
  const TemporaryFolder folder;
  const std::string path = (folder / "a.exr").string();
  ASSERT_EQ(writeExrFile(image,
                         {.frame = 7.5,
                          .framesPerSecond = 24.0,
                          .sourceFile = "shot.usda",
                          .camera = "/Cameras/Front"},
                         path),
            "");
  const ImageResult read = readImageFile(path);
  ASSERT_TRUE(read.image) << read.problem;
  EXPECT_EQ(read.image->width, 3);
  EXPECT_EQ(read.image->height, 2);
  EXPECT_EQ(read.image->type, PixelType::Half);
  ASSERT_EQ(read.image->channelCount, 4);
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ(halfAt(*read.image, i), values[i]) << i;
  const auto file = readFileBytes(path);
  ASSERT_TRUE(file.bytes);
  for (const char* text : {"frame", "framesPerSecond", "shot.usda", "/Cameras/Front"}) {
    EXPECT_NE(file.bytes->text().find(text), std::string_view::npos) << text;
  }
  EXPECT_FALSE(std::filesystem::exists(path + ".part"));
}

TEST(WriteExr, OtherImagesAndFoldersAreRefused) {
  EXPECT_FALSE(encodeExr(gradient(2, 2, 4)));
  EXPECT_FALSE(encodeExr({}));
  Image image{1, 1, 4, PixelType::Float, std::vector<std::byte>(16)};
  EXPECT_TRUE(encodeExr(image));
  EXPECT_EQ(writeExrFile(image, {}, "/nowhere/at/all.exr"),
            "The file cannot be written: No such file or directory.");
  image.pixels.pop_back();
  EXPECT_FALSE(encodeExr(image));
}

TEST(DisplayValues, FunctionsAreInverse) {
  for (int i = 0; i <= 255; ++i) {
    const float display = float(i) / 255.0f;
    EXPECT_NEAR(displayFromLinear(linearFromDisplay(display)), display, 1e-6f);
  }
  EXPECT_NEAR(linearFromDisplay(0.5f), 0.21404f, 1e-5f);
  EXPECT_EQ(displayFromLinear(7.0f), displayFromLinear(1.0f));
  EXPECT_EQ(linearFromDisplay(std::nanf("")), 0.0f);
}

}  // namespace usdscope
