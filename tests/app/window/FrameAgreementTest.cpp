// SPDX-License-Identifier: Apache-2.0
// Pixels, display, playhead, frame field and properties always show the same frame.
#include <gtest/gtest.h>

#include <QMouseEvent>
#include <QTableView>
#include <QTest>
#include <algorithm>
#include <random>
#include <set>

#include "app/panes/PropertiesPane.h"
#include "app/panes/playback/PlaybackStrip.h"
#include "app/panes/playback/TimeField.h"
#include "app/session/playback/Transport.h"
#include "app/session/scenes/PreparedFrames.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

constexpr int kBits = 8;
constexpr int kFrames = 200;

std::string quad(const std::string& name, double x, const char* color, const std::string& more) {
  return "def Mesh \"" + name +
         "\"\n{\n"
         "    int[] faceVertexCounts = [4]\n    int[] faceVertexIndices = [0, 1, 2, 3]\n"
         "    point3f[] points = [(-0.4, -1, 0), (0.4, -1, 0), (0.4, 1, 0), (-0.4, 1, 0)]\n"
         "    color3f[] primvars:displayColor = [" +
         color + "]\n    bool doubleSided = 1\n" + more +
         "    double3 xformOp:translate:place = (" + std::to_string(x) +
         ", 0, 0)\n    uniform token[] xformOpOrder = [" +
         (more.find("xformOp:translate:bit") != more.npos ? "\"xformOp:translate:bit\", " : "") +
         "\"xformOp:translate:place\"]\n}\n";
}

// Samples of one bit of the frame: even bits hide a quad, odd bits move it away.
std::string bitSamples(int bit) {
  const bool isHiding = bit % 2 == 0;
  std::string text = isHiding ? "    token visibility.timeSamples = {\n"
                              : "    double3 xformOp:translate:bit.timeSamples = {\n";
  for (int frame = 1; frame <= kFrames; ++frame) {
    const bool isSet = (frame >> bit) & 1;
    text += std::to_string(frame) + ": " +
            (isHiding ? (isSet ? "\"inherited\"" : "\"invisible\"")
                      : (isSet ? "(0, 0, 0)" : "(0, 100, 0)")) +
            ",\n";
  }
  return text + "    }\n";
}

// Bars that show the number of the frame, between two red ones, and an attribute with the number.
std::string clockScene() {
  std::string scene = "(\n    startTimeCode = 1\n    endTimeCode = " + std::to_string(kFrames) +
                      "\n    timeCodesPerSecond = 24\n)\n"
                      "def Camera \"Cam\"\n{\n    token projection = \"orthographic\"\n"
                      "    float horizontalAperture = 120\n    float verticalAperture = 80\n"
                      "    float2 clippingRange = (1, 100)\n"
                      "    double3 xformOp:translate = (0, 0, 10)\n"
                      "    uniform token[] xformOpOrder = [\"xformOp:translate\"]\n}\n";
  scene += quad("First", -(kBits + 1) / 2.0, "(1, 0, 0)", {});
  scene += quad("Last", (kBits + 1) / 2.0, "(1, 0, 0)", {});
  for (int bit = 0; bit < kBits; ++bit) {
    scene +=
        quad("Bit" + std::to_string(bit), bit - (kBits - 1) / 2.0, "(0, 1, 0)", bitSamples(bit));
  }
  scene += "def Xform \"Clock\"\n{\n    custom double frame.timeSamples = {\n";
  for (int frame = 1; frame <= kFrames; ++frame) {
    scene += std::to_string(frame) + ": " + std::to_string(frame) + ",\n";
  }
  return scene + "    }\n}\n";
}

// The number that the bars in the middle of a picture show; -1 if they cannot be read.
int frameInPixels(const QImage& image) {
  const int y = image.height() / 2;
  const auto isRed = [&](int x) {
    const QColor color = image.pixelColor(x, y);
    return color.red() > 60 && color.red() > 2 * color.green();
  };
  const auto isGreen = [&](int x) {
    const QColor color = image.pixelColor(x, y);
    return color.green() > 60 && color.green() > 2 * color.red();
  };
  int first = 0;
  int last = image.width() - 1;
  while (first < last && !isRed(first)) ++first;
  while (last > first && !isRed(last)) --last;
  if (last - first < 2 * kBits) return -1;
  // From the left edge of the first bar to the right edge of the last one.
  const double scale = (last - first + 1) / (kBits + 1 + 0.8);
  int frame = 0;
  for (int bit = 0; bit < kBits; ++bit) {
    if (isGreen(first + int((0.4 + bit + 1) * scale))) frame |= 1 << bit;
  }
  return frame;
}

struct FrameAgreement : testing::Test {
  SceneTexts texts;
  OpenWindow open{QSize(900, 600)};
  PlaybackStrip* strip = nullptr;
  TimeField* field = nullptr;
  std::set<int> seen;           // The frames in pictures.
  std::vector<int> inPictures;  // In their order; no frame follows itself.
  std::size_t valueAt = 0;      // The index into `inPictures` of the frame in Properties.
  int count = 0;
  QStringList disagreements;

  void SetUp() override {
    ASSERT_TRUE(open.open(texts.write("clock.usda", clockScene())));
    ASSERT_EQ(open.run("camera", {"/Cam"}), "");
    open.select("/Clock.frame");
    strip = open.window.findChild<PlaybackStrip*>();
    field = open.window.findChild<TimeField*>("frame");
    inPictures = {1};  // The picture so far.
    // Two pictures may come before the window is painted.
    QObject::connect(&open.window.viewport(), &ViewportWidget::pictureChanged, &watcher_, [this] {
      const int frame = frameInPixels(open.window.viewport().picture()->image);
      if (inPictures.back() != frame) inPictures.push_back(frame);
    });
    open.window.viewport().installEventFilter(&watcher_);
    watcher_.onPaint = [this] { compare(); };
  }

  int frameInProperties() const {
    const QAbstractItemModel& model = *open.properties()->view().model();
    for (int row = 0; row < model.rowCount(); ++row) {
      QStringList cells;
      for (int column = 0; column < model.columnCount(); ++column) {
        cells << model.index(row, column).data().toString();
      }
      const auto name = cells.indexOf(QStringLiteral("frame"));
      bool isNumber = false;
      const int number = name < 0 ? -1 : cells.value(name + 1).toInt(&isNumber);
      if (isNumber) return number;
    }
    return -1;
  }

  // Everything that is about to be painted in one pass says the same frame.
  void compare() {
    const auto& picture = open.window.viewport().picture();
    if (!picture || !picture->scene) return;
    ++count;
    const int pixels = frameInPixels(picture->image);
    const QString display = QString::fromStdString(picture->frameLine).section("   ", 0, 0);
    const QString number = QString::number(pixels);
    if (display != "Frame " + number || strip->playheadText() != number ||
        field->text() != number) {
      disagreements << QString("pixels %1, display %2, playhead %3, field %4")
                           .arg(number, display, strip->playheadText(), field->text());
    }
    seen.insert(pixels);
    // Values come a moment after the picture, in the same order, and never before it.
    const int value = frameInProperties();
    while (valueAt < inPictures.size() && inPictures[valueAt] != value) ++valueAt;
    if (valueAt == inPictures.size()) {
      disagreements
          << QString("properties %1 before or after the picture %2").arg(value).arg(pixels);
      valueAt = inPictures.size() - 1;
    }
  }

  void expectAgreement() const {
    EXPECT_TRUE(disagreements.isEmpty())
        << disagreements.size() << " of " << count << ": " << disagreements.first().toStdString();
  }

  struct Watcher : QObject {
    std::function<void()> onPaint;
    bool eventFilter(QObject*, QEvent* event) override {
      if (event->type() == QEvent::Paint && onPaint) onPaint();
      return false;
    }
  };
  Watcher watcher_;
};

TEST_F(FrameAgreement, HoldsDuringFiveHundredScrubs) {
  std::mt19937 random(7);
  for (int i = 0; i < 500; ++i) {
    if (i == 250) {
      ASSERT_EQ(open.run("preparedFrames", {"off"}), "");
    }
    open.session.setTime(std::uniform_int_distribution(1, kFrames)(random));
    QTest::qWait(i % 4);
  }
  ASSERT_EQ(open.run("preparedFrames", {"on"}), "");
  open.session.setTime(77);
  ASSERT_TRUE(open.settle());
  expectAgreement();
  EXPECT_EQ(inPictures.back(), 77);
  EXPECT_EQ(frameInProperties(), 77);
  EXPECT_GT(seen.size(), 10u) << "pictures keep coming";
}

TEST_F(FrameAgreement, HoldsWhilePlayingInEveryWay) {
  ASSERT_EQ(open.run("playRange", {"10", "40"}), "");
  Transport& transport = open.session.transport();
  for (const PlaybackPace pace : {PlaybackPace::RealTime, PlaybackPace::EveryFrame}) {
    for (const LoopMode loop : {LoopMode::Once, LoopMode::Loop, LoopMode::PingPong}) {
      for (const bool isReversed : {false, true}) {
        transport.setPace(pace);
        transport.setLoop(loop);
        for (const double speed : {0.25, 1.0, 4.0}) {
          transport.setSpeed(speed);
          if (!open.session.playback.value().isPlaying) transport.play(isReversed);
          QTest::qWait(120);
        }
        open.session.setPlaying(false);
      }
    }
  }
  ASSERT_TRUE(open.settle());
  expectAgreement();
  EXPECT_GT(seen.size(), 5u);
  EXPECT_EQ(inPictures.back(), frameInProperties());
  EXPECT_GE(*seen.upper_bound(1), 10);
  EXPECT_LE(*seen.rbegin(), 40);
}

TEST_F(FrameAgreement, HiddenPanesComputeNothingWhilePlaying) {
  open.session.setTime(20);
  ASSERT_TRUE(open.settle());
  const PropertiesPane& pane = *open.properties();
  ASSERT_EQ(open.run("closePane", {"properties"}), "");
  watcher_.onPaint = nullptr;
  const QAbstractItemModel& model = *pane.view().model();
  int changes = 0;
  const QObject watching;
  QObject::connect(&model, &QAbstractItemModel::modelReset, &watching, [&] { ++changes; });
  QObject::connect(&model, &QAbstractItemModel::dataChanged, &watching, [&] { ++changes; });
  open.session.setPlaying(true);
  ASSERT_TRUE(waitUntil([&] { return open.session.playback.value().shownTime() > 24; }));
  open.session.setPlaying(false);
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(changes, 0);
  EXPECT_EQ(frameInProperties(), 20);
  ASSERT_EQ(open.run("pane", {"properties"}), "");
  EXPECT_EQ(frameInProperties(), int(open.session.playback.value().shownTime()));
}

TEST_F(FrameAgreement, BurstOfDragsEndsWithTheLastOne) {
  int pictures = 0;
  QObject::connect(&open.window.viewport(), &ViewportWidget::pictureChanged,
                   &open.window.viewport(), [&] { ++pictures; });
  const auto drag = [&](QEvent::Type type, double time) {
    const QPointF at(strip->xOf(time), 34);
    QMouseEvent event(type, at, strip->mapToGlobal(at), Qt::LeftButton, Qt::LeftButton, {});
    QApplication::sendEvent(strip, &event);
  };
  drag(QEvent::MouseButtonPress, 1);
  for (int i = 1; i <= 100; ++i) drag(QEvent::MouseMove, 1 + i);
  const double wanted = open.session.playback.value().time;
  EXPECT_NEAR(wanted, 101.0, 1.0);
  EXPECT_EQ(open.session.playback.value().shownTime(), 1.0) << "until there is another picture";
  drag(QEvent::MouseButtonRelease, 101);
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(inPictures.back(), int(wanted));
  EXPECT_LE(inPictures.size(), 3u) << "at most the picture that was begun, and the last one";
  EXPECT_LE(pictures, 4) << "one of them may come again with all detail";
  expectAgreement();
}

}  // namespace
}  // namespace usdscope
