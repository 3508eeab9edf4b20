// SPDX-License-Identifier: Apache-2.0
// Images, playblasts, turntables and contact sheets from the window.
#include <gtest/gtest.h>

#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QTest>
#include <filesystem>
#include <fstream>

#include "app/actions/Actions.h"
#include "app/window/CaptureSheet.h"
#include "app/window/Menus.h"
#include "engine/image/ReadImage.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"
#include "tests/support/TemporaryFolder.h"

namespace usdscope {
namespace {

constexpr const char* kScene = R"((
    startTimeCode = 1
    endTimeCode = 4
    framesPerSecond = 10
)
def Sphere "Ball"
{
    double radius.timeSamples = { 1: 1, 4: 2 }
    color3f[] primvars:displayColor = [(1, 0, 0)]
}
)";

struct Captures : testing::Test {
  SceneTexts texts;
  const TemporaryFolder folder;
  OpenWindow open{QSize(1000, 700)};

  void SetUp() override { ASSERT_TRUE(open.open(texts.write("scene.usda", kScene))); }

  std::string inFolder(const char* name) const { return (folder / name).string(); }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
      names.push_back(entry.path().filename().string());
    }
    std::ranges::sort(names);
    return names;
  }
  QImage image(const char* name) const { return QImage(QString::fromStdString(inFolder(name))); }
  bool isCapturing() { return open.window.isCapturing(); }
};

// The number of pixels that are rather red.
int redPixels(const QImage& image) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const QColor color = image.pixelColor(x, y);
      count += color.alpha() > 200 && color.red() > 80 && color.green() < color.red() / 2;
    }
  }
  return count;
}

}  // namespace

TEST_F(Captures, SavedImagesHaveTheSizeThatIsAskedFor) {
  const QSize viewport = open.window.viewport().size() * open.window.devicePixelRatioF();
  const struct {
    std::vector<std::string> words;
    QSize size;
  } cases[] = {{{}, viewport}, {{"2x"}, viewport * 2}, {{"120x80"}, {120, 80}}};
  for (const auto& c : cases) {
    std::vector<std::string> arguments = {inFolder("a.png")};
    arguments.insert(arguments.end(), c.words.begin(), c.words.end());
    ASSERT_EQ(open.run("saveImage", arguments), "");
    const QImage saved = image("a.png");
    EXPECT_EQ(saved.size(), c.size);
    EXPECT_GT(redPixels(saved), saved.width() * saved.height() / 50);
  }
  EXPECT_EQ(files(), std::vector<std::string>{"a.png"});
}

TEST_F(Captures, TransparentImagesHaveAlphaOnlyWhereTheSceneIs) {
  ASSERT_EQ(open.run("grid"), "");
  ASSERT_EQ(open.run("saveImage", {inFolder("a.png"), "100x100", "transparent"}), "");
  const QImage saved = image("a.png");
  ASSERT_TRUE(saved.hasAlphaChannel());
  EXPECT_EQ(qAlpha(saved.pixel(1, 1)), 0);
  EXPECT_EQ(qAlpha(saved.pixel(50, 50)), 255);
  ASSERT_EQ(open.run("saveImage", {inFolder("a.exr"), "100x100", "transparent"}), "");
  const ImageResult exr = readImageFile(inFolder("a.exr"));
  ASSERT_TRUE(exr.image) << exr.problem;
  EXPECT_EQ(exr.image->width, 100);
}

TEST_F(Captures, HudAndSelectionAreLeftOutUnlessAsked) {
  open.select("/Ball");
  ASSERT_EQ(open.run("saveImage", {inFolder("plain.png"), "400x300"}), "");
  open.select("/");
  ASSERT_EQ(open.run("saveImage", {inFolder("unselected.png"), "400x300"}), "");
  open.select("/Ball");
  ASSERT_EQ(open.run("saveImage", {inFolder("hud.png"), "400x300", "hud"}), "");
  EXPECT_EQ(image("plain.png"), image("unselected.png"));
  EXPECT_GT(difference(image("plain.png"), image("hud.png")), 0.01);
}

TEST_F(Captures, ImagesAreCopiedAndTheWindowIsCopiedToo) {
  ASSERT_EQ(open.run("copyImage", {"90x60"}), "");
  const QImage copied = QGuiApplication::clipboard()->image();
  EXPECT_EQ(copied.size(), QSize(90, 60));
  EXPECT_GT(redPixels(copied), 50);
  ASSERT_EQ(open.run("copyImage", {"window"}), "");
  EXPECT_EQ(QGuiApplication::clipboard()->image().size(),
            open.window.size() * open.window.devicePixelRatioF());
  ASSERT_EQ(open.run("saveImage", {inFolder("window.png"), "window"}), "");
  EXPECT_EQ(image("window.png").size(), open.window.size() * open.window.devicePixelRatioF());
}

TEST_F(Captures, ImagesShowBothFramesOfAComparison) {
  open.moveTo(1.0);
  ASSERT_EQ(open.run("frameAll"), "");
  ASSERT_EQ(open.run("saveImage", {inFolder("small.png")}), "");
  open.moveTo(4.0);
  ASSERT_EQ(open.run("compareWipe"), "");
  open.moveTo(1.0);
  ASSERT_TRUE(open.settle());
  ASSERT_EQ(open.run("saveImage", {inFolder("both.png")}), "");
  const QImage both = image("both.png");
  ASSERT_EQ(both.size(), image("small.png").size());
  const auto redAt = [&](const QImage& of, bool isRight) {
    const int half = of.width() / 2;
    return redPixels(of.copy(isRight ? half : 0, 0, half, of.height()));
  };
  const QImage small = image("small.png");
  EXPECT_NEAR(redAt(both, false), redAt(small, false), redAt(small, false) / 10);
  EXPECT_GT(redAt(both, true), redAt(small, true) * 2) << "the ball of frame 4 is at the right";
  ASSERT_EQ(open.run("copyImage"), "");
  EXPECT_EQ(QGuiApplication::clipboard()->image().convertToFormat(both.format()), both);
  EXPECT_EQ(open.run("saveImage", {inFolder("both.exr")}),
            "Pictures of a comparison are written to .png files.");
  EXPECT_EQ(open.run("copyImage", {"transparent"}),
            "Pictures of a comparison have no transparent background.");
  open.window.askForCapture(CaptureRequest::Kind::SaveImage);
  auto* sheet = open.window.findChild<CaptureSheet*>();
  ASSERT_TRUE(sheet);
  EXPECT_TRUE(sheet->findChild<QLabel*>("captureComparison"));
  sheet->close();
}

TEST_F(Captures, PicturesOfTheWindowKeepItsShape) {
  // 1000 x 700 points: nothing is cut off at the right or at the bottom.
  ASSERT_EQ(open.run("saveImage", {inFolder("a.png"), "window", "500x500"}), "");
  EXPECT_EQ(image("a.png").size(), QSize(500, 350));
  ASSERT_EQ(open.run("saveImage", {inFolder("a.png"), "window", "4000x350"}), "");
  EXPECT_EQ(image("a.png").size(), QSize(500, 350));
}

TEST_F(Captures, FramesOfAContactSheetHaveNumbersUnlessNoneAreWanted) {
  const std::vector<std::string> sheet = {inFolder("plain.png"), "2x1", "400x200", "burnIn=none"};
  ASSERT_EQ(open.run("contactSheet", sheet), "");
  ASSERT_EQ(open.run("contactSheet", {inFolder("usual.png"), "2x1", "400x200"}), "");
  ASSERT_EQ(open.run("contactSheet", {inFolder("frame.png"), "2x1", "400x200", "burnIn=frame"}),
            "");
  EXPECT_EQ(image("usual.png"), image("frame.png"));
  EXPECT_NE(image("usual.png"), image("plain.png"));
}

TEST_F(Captures, DialogOffersTheSizesOfWhatItSaves) {
  open.window.askForCapture(CaptureRequest::Kind::SaveImage);
  const QPointer<CaptureSheet> sheet = open.window.findChild<CaptureSheet*>();
  ASSERT_TRUE(sheet);
  auto* sizes = sheet->findChild<QComboBox*>("captureSizes");
  auto* subject = sheet->findChild<QComboBox*>("captureSubject");
  auto* width = sheet->findChild<QDoubleSpinBox*>("captureWidth");
  auto* height = sheet->findChild<QDoubleSpinBox*>("captureHeight");
  ASSERT_TRUE(sizes && subject && width && height);
  const auto size = [&] { return QSize(int(width->value()), int(height->value())); };
  const auto choose = [&](int index) {
    sizes->setCurrentIndex(index);
    Q_EMIT sizes->activated(index);
  };
  const double ratio = open.window.devicePixelRatioF();
  EXPECT_EQ(size(), open.window.viewport().size() * ratio);
  EXPECT_EQ(sizes->currentIndex(), 0);
  subject->setCurrentIndex(1);
  EXPECT_EQ(size(), open.window.size() * ratio);
  choose(1);
  EXPECT_EQ(size(), open.window.size() * ratio * 2);
  // HD: 1280 x 720.
  choose(3);
  EXPECT_EQ(size(), open.window.size().scaled(1280, 720, Qt::KeepAspectRatio));
  width->setValue(333);
  EXPECT_EQ(sizes->currentIndex(), -1) << "no usual size";
  subject->setCurrentIndex(0);
  EXPECT_EQ(sizes->currentIndex(), 0);
  EXPECT_EQ(size(), open.window.viewport().size() * ratio);
  sheet->close();
}

TEST_F(Captures, PlayblastsHaveTheFramesOfTheRangeAndTheirNumbers) {
  ASSERT_EQ(open.run("playRange", {"2", "4"}), "");
  ASSERT_EQ(open.run("playblast", {inFolder("p.##.png"), "200x150"}), "");
  EXPECT_EQ(files(), (std::vector<std::string>{"p.02.png", "p.03.png", "p.04.png"}));
  EXPECT_GT(redPixels(image("p.04.png")), redPixels(image("p.02.png")));
  // The camera and the scene of the window stay.
  EXPECT_EQ(open.session.playback.value().time, 1.0);

  ASSERT_EQ(open.run("playblast", {inFolder("b.#.png"), "2", "3", "200x150", "burnIn=frame"}), "");
  const QImage plain = image("p.02.png");
  const QImage burnt = image("b.2.png");
  const QRect strip(0, 150 - 24, 200, 24);
  const QRect above(0, 0, 200, 150 - 24);
  EXPECT_EQ(plain.copy(above), burnt.copy(above));
  EXPECT_NE(plain.copy(strip), burnt.copy(strip));
  // Only the digit differs where the scene has no part.
  const QRect digits(100, 150 - 24, 100, 24);
  EXPECT_NE(burnt.copy(digits), image("b.3.png").copy(digits));
}

TEST_F(Captures, PlayblastsShowTheEditsOfTheSession) {
  ASSERT_EQ(open.run("makeInvisible", {"/Ball"}), "");
  ASSERT_EQ(open.run("playblast", {inFolder("p.#.png"), "1", "2", "100x100"}), "");
  EXPECT_EQ(redPixels(image("p.1.png")), 0);
  EXPECT_EQ(redPixels(image("p.2.png")), 0);
}

TEST_F(Captures, TurntablesAndContactSheetsAreMade) {
  ASSERT_EQ(open.run("turntable", {inFolder("t.#.png"), "3", "80x80"}), "");
  EXPECT_EQ(files(), (std::vector<std::string>{"t.1.png", "t.2.png", "t.3.png"}));
  EXPECT_GT(redPixels(image("t.2.png")), 100);
  ASSERT_EQ(open.run("contactSheet", {inFolder("sheet.png"), "2x2", "300x200"}), "");
  const QImage sheet = image("sheet.png");
  EXPECT_EQ(sheet.size(), QSize(300, 200));
  // Each quarter shows the ball.
  for (const QPoint& corner : {QPoint(0, 0), QPoint(150, 0), QPoint(0, 100), QPoint(150, 100)}) {
    EXPECT_GT(redPixels(sheet.copy(QRect(corner, QSize(150, 100)))), 100);
  }
}

TEST_F(Captures, ACancelledPlayblastLeavesNoFilesAndKeepsOlderOnes) {
  std::ofstream(folder / "p.00001.png") << "older";
  const ActionContext context{open.session, open.window};
  ASSERT_EQ(findAction("playblast")->run(context, {inFolder("p.#####.png"), "1", "90000", "64x64"}),
            "");
  EXPECT_TRUE(isCapturing());
  EXPECT_TRUE(findAction("cancel")->isEnabled(context));
  // The window can be used meanwhile.
  open.session.setTime(3.0);
  ASSERT_TRUE(waitUntil([this] { return open.session.scene.value()->time == TimeCode(3.0); }));
  ASSERT_TRUE(waitUntil([this] { return files().size() > 2; }));
  EXPECT_TRUE(isCapturing());
  EXPECT_EQ(findAction("cancel")->run(context, {}), "");
  ASSERT_TRUE(waitUntil([this] { return !isCapturing(); }));
  EXPECT_EQ(files(), std::vector<std::string>{"p.00001.png"});
  std::string text;
  std::ifstream(folder / "p.00001.png") >> text;
  EXPECT_EQ(text, "older");
  EXPECT_EQ(open.session.note.value(), "");
}

TEST_F(Captures, ClosingTheWindowCancels) {
  {
    OpenWindow other{QSize(600, 400)};
    ASSERT_TRUE(other.open(texts.path("scene.usda")));
    ASSERT_EQ(
        findAction("playblast")
            ->run({other.session, other.window}, {inFolder("p.#####.png"), "1", "90000", "64x64"}),
        "");
    ASSERT_TRUE(waitUntil([this] { return !files().empty(); }));
  }
  EXPECT_TRUE(files().empty());
}

TEST_F(Captures, ImpossibleRequestsSayWhy) {
  const struct {
    const char* id;
    std::vector<std::string> arguments;
    const char* message;
  } cases[] = {
      {"saveImage", {inFolder("a.jpg")}, ".png or .exr"},
      {"saveImage", {inFolder("a.mp4")}, ".png or .exr"},
      {"saveImage", {inFolder("a.png"), "0x10"}, "expected WIDTHxHEIGHT"},
      {"saveImage", {inFolder("a.png"), "99x"}, "expected WIDTHxHEIGHT"},
      {"saveImage", {inFolder("a.exr"), "window"}, ".png files"},
      {"copyImage", {"window", "transparent"}, "no transparent background"},
      {"playblast", {inFolder("a.png")}, "4 frames need a name with #"},
      {"playblast", {inFolder("a.#.png"), "4", "1"}, "first and the last frame"},
      {"playblast", {inFolder("a.#.png"), "1", "1e12"}, "a million frames"},
      {"playblast", {inFolder("a.mp4"), "transparent"}, "no transparency"},
      {"playblast", {inFolder("a.#.png"), "burnIn=layer"}, "need an attribute"},
      {"playblast", {inFolder("a.#.png"), "burnIn=layer=/Ball.no"}, "no attribute /Ball.no"},
      {"playblast", {inFolder("no/a.#.png")}, "cannot be written: No such file or directory"},
      {"turntable", {inFolder("a.#.png"), "many"}, "number of frames"},
      {"contactSheet", {inFolder("a.png"), "0x2"}, "COLUMNSxROWS"},
  };
  for (const auto& c : cases) {
    std::string problem = open.run(c.id, c.arguments);
    if (problem.empty()) problem = open.session.note.value();
    EXPECT_NE(problem.find(c.message), std::string::npos) << c.id << ": " << problem;
    open.session.showNote({});
  }
  EXPECT_TRUE(files().empty());
}

TEST_F(Captures, AMovieThatFailsIsANotice) {
  const std::string path = qgetenv("PATH").toStdString();
  std::filesystem::create_directory(folder / "bin");
  const auto program = folder / "bin" / "ffmpeg";
  std::ofstream(program) << "#!/bin/sh\necho 'disk full' >&2\nexit 3\n";
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  qputenv("PATH", QByteArray::fromStdString((folder / "bin").string() + ":" + path));
  open.run("playblast", {inFolder("a.mp4"), "65x65"});
  qputenv("PATH", QByteArray::fromStdString(path));
  EXPECT_NE(open.session.note.value().find("disk full"), std::string::npos)
      << open.session.note.value();
  ASSERT_EQ(open.session.notices.value().size(), 1u);
  EXPECT_EQ(files(), std::vector<std::string>{"bin"});
}

TEST_F(Captures, DialogGrowsWithTheFont) {
  const auto widthOfNumber = [&] {
    open.window.askForCapture(CaptureRequest::Kind::SaveImage);
    const QPointer<CaptureSheet> sheet = open.window.findChild<CaptureSheet*>();
    EXPECT_TRUE(sheet);
    auto* field = sheet->findChild<QWidget*>("captureWidth");
    const int needed = field->fontMetrics().horizontalAdvance(QStringLiteral("16384"));
    EXPECT_GT(field->width(), needed);
    const int width = field->width();
    sheet->close();
    EXPECT_TRUE(waitUntil([&] { return !sheet; }));
    return width;
  };
  const int usual = widthOfNumber();
  ASSERT_EQ(open.run("fontSize", {"24"}), "");
  EXPECT_GE(widthOfNumber(), usual * 24 / 13);
  ASSERT_EQ(open.run("fontSize", {"13"}), "");
}

TEST_F(Captures, DialogAsksBeforeItReplacesAFile) {
  std::ofstream(folder / "a.png") << "older";
  open.window.askForCapture(CaptureRequest::Kind::SaveImage);
  const QPointer<CaptureSheet> sheet = open.window.findChild<CaptureSheet*>();
  ASSERT_TRUE(sheet);
  auto* file = sheet->findChild<QLineEdit*>("captureFile");
  auto* answer = sheet->findChild<QLabel*>("captureAnswer");
  auto* save = sheet->findChild<QPushButton*>("primary");
  ASSERT_TRUE(file && answer && save);
  file->clear();
  QTest::keyClicks(file, QString::fromStdString(inFolder("a.gif")));
  save->click();
  EXPECT_TRUE(answer->text().contains(".png or .exr")) << answer->text().toStdString();
  file->clear();
  QTest::keyClicks(file, QString::fromStdString(inFolder("a.png")));
  save->click();
  EXPECT_TRUE(answer->text().contains("exists already"));
  EXPECT_FALSE(isCapturing());
  EXPECT_EQ(save->text(), "Replace");
  save->click();
  EXPECT_TRUE(open.settle());
  EXPECT_FALSE(sheet && sheet->isVisible());
  EXPECT_EQ(image("a.png").size(), open.window.viewport().size() * open.window.devicePixelRatioF());
}

}  // namespace usdscope
