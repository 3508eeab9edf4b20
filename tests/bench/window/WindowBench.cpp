// SPDX-License-Identifier: Apache-2.0
// Measures how the window keeps up: see tests/bench/README.md. Prints a line of JSON for each
// scene.
#include <QAbstractItemView>
#include <QApplication>
#include <QElapsedTimer>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <cstdio>
#include <random>

#include "app/panes/PropertiesPane.h"
#include "app/theme/Theme.h"
#include "app/viewport/ViewportWidget.h"
#include "app/window/MainWindow.h"
#include "tests/app/window/BigScenes.h"

namespace usdscope {
namespace {

constexpr double kPlaySeconds = 4.0;
constexpr int kPatienceMs = 120'000;
constexpr int kClicks = 9;

struct Stopwatch {
  QElapsedTimer timer;
  Stopwatch() { timer.start(); }
  double ms() const { return double(timer.nsecsElapsed()) / 1e6; }
};

double median(std::vector<double> values) {
  if (values.empty()) return -1.0;
  std::ranges::sort(values);
  return values[values.size() / 2];
}

/// The costs of the pictures that are shown while it lives.
struct ShownPictures {
  int count = 0;
  std::vector<double> uploadMs;
  std::vector<double> skinMs;
  std::vector<double> drawMs;
  std::shared_ptr<const Scene> last;
  QObject receiver;

  explicit ShownPictures(const ViewportWidget& viewport) {
    QObject::connect(&viewport, &ViewportWidget::pictureChanged, &receiver, [this, &viewport] {
      const Picture& picture = *viewport.picture();
      if (!picture.scene || picture.scene == last) return;
      last = picture.scene;
      ++count;
      uploadMs.push_back(picture.statistics.uploadMs);
      skinMs.push_back(picture.statistics.skinMs);
      drawMs.push_back(picture.statistics.drawMs);
    });
  }
};

struct WindowBench {
  Session session;
  MainWindow window{session};

  WindowBench() {
    window.resize(1600, 950);
    window.show();
    wait([&] { return window.isVisible() && session.isSettled(); });
  }

  static bool wait(const std::function<bool()>& isDone) {
    const Stopwatch patience;
    while (!isDone()) {
      if (patience.ms() > kPatienceMs) return false;
      QApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, 5);
      QTest::qWait(0);
    }
    return true;
  }

  void open(const std::string& file) {
    const Stopwatch since;
    double treeMs = -1.0;
    session.open(file);
    wait([&] {
      if (treeMs < 0.0 && session.document.value().isOpen()) treeMs = since.ms();
      const auto& picture = window.viewport().picture();
      return picture && picture->scene;
    });
    const double pictureMs = since.ms();
    wait([&] { return session.isSettled(); });
    std::printf("\"treeMs\": %.1f, \"firstPictureMs\": %.1f, \"settledMs\": %.1f", treeMs,
                pictureMs, since.ms());
  }

  void print(const char* name, const ShownPictures& shown, double seconds) const {
    std::printf(", \"%s\": {\"fps\": %.1f, \"uploadMs\": %.2f, \"skinMs\": %.2f, \"drawMs\": %.2f}",
                name, shown.count / seconds, median(shown.uploadMs), median(shown.skinMs),
                median(shown.drawMs));
  }

  void play() {
    const ShownPictures shown(window.viewport());
    const Stopwatch since;
    session.setPlaying(true);
    wait([&] { return since.ms() > kPlaySeconds * 1000.0; });
    session.setPlaying(false);
    print("play", shown, kPlaySeconds);
    wait([&] { return session.isSettled(); });
  }

  void scrub() {
    std::mt19937 random(7);
    const PlaybackState& state = session.playback.value();
    std::uniform_real_distribution<double> time(state.start, state.end);
    const ShownPictures shown(window.viewport());
    const Stopwatch since;
    wait([&] {
      session.setTime(std::floor(time(random)));
      return since.ms() > kPlaySeconds * 1000.0;
    });
    print("scrub", shown, kPlaySeconds);
    // The time from a move of the playhead to its scene, its picture and its filled panes.
    std::vector<double> evaluateMs;
    std::vector<double> pictureMs;
    std::vector<double> panesMs;
    for (int i = 0; i < kClicks; ++i) {
      wait([&] { return session.isSettled(); });
      const TimeCode wanted(state.start + 1 + i);
      const Stopwatch move;
      session.setTime(wanted);
      wait([&] { return session.scene.value() && session.scene.value()->time == wanted; });
      evaluateMs.push_back(move.ms());
      wait([&] { return window.viewport().picture()->scene == session.scene.value(); });
      pictureMs.push_back(move.ms());
      wait([&] { return session.isSettled(); });
      panesMs.push_back(move.ms());
    }
    std::printf(", \"step\": {\"evaluateMs\": %.1f, \"pictureMs\": %.1f, \"panesMs\": %.1f}",
                median(evaluateMs), median(pictureMs), median(panesMs));
  }

  void click() {
    auto* list = window.findChild<PropertiesPane*>()->findChild<QAbstractItemView*>();
    std::vector<double> filledMs;
    const std::vector<Path> prims = {Path::fromText("/World"), Path::fromText("/")};
    for (int i = 0; i < kClicks; ++i) {
      session.select({});
      wait([&] { return session.isSettled(); });
      const Stopwatch since;
      session.select({prims.front()});
      wait([&] { return list->model()->rowCount() > 0; });
      filledMs.push_back(since.ms());
    }
    wait([&] { return session.isSettled(); });
    std::printf(", \"clickToPaneMs\": %.1f", median(filledMs));
  }

  void run(const std::string& name, const std::string& file) {
    std::printf("{\"scene\": \"%s\", ", name.c_str());
    open(file);
    play();
    scrub();
    click();
    std::printf("}\n");
    std::fflush(stdout);
    session.close();
    wait([&] { return session.isSettled(); });
  }
};

}  // namespace
}  // namespace usdscope

int main(int argc, char** argv) {
  const QTemporaryDir settings;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  QApplication application(argc, argv);
  QApplication::setApplicationName("usdscope-bench");
  QApplication::setOrganizationName("usdscope-bench");
  usdscope::theme::apply(application);
  usdscope::BigScenes scenes;
  usdscope::WindowBench bench;
  if (argc > 1) {
    for (int i = 1; i < argc; ++i) bench.run(argv[i], argv[i]);
    return 0;
  }
  bench.run("300,000 prims", scenes.prims());
  bench.run("10,000 clips", scenes.clips());
  bench.run("100,000 instances", scenes.instances());
  return 0;
}
