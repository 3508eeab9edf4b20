// SPDX-License-Identifier: Apache-2.0
#include "tests/app/window/OpenWindow.h"

#include <QDockWidget>
#include <QElapsedTimer>
#include <QTest>

#include "app/actions/Actions.h"
#include "app/panes/PropertiesPane.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

// Sanitizers slow everything down.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kPatienceMs = 600000;
#else
constexpr int kPatienceMs = 60000;
#endif

double shareOf(const QImage& image, const std::function<bool(int x, int y)>& counts) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) count += counts(x, y) ? 1 : 0;
  }
  return double(count) / (double(image.width()) * image.height());
}

}  // namespace

bool waitUntil(const std::function<bool()>& isDone) {
  QElapsedTimer timer;
  timer.start();
  while (!isDone()) {
    if (timer.elapsed() > kPatienceMs) return false;
    QTest::qWait(10);
  }
  return true;
}

std::string samplePath() {
  return (testAssetsPath() / "../../resources/samples/crossing.usda").lexically_normal().string();
}

OpenWindow::OpenWindow(QSize size) {
  window.resize(size);
  window.show();
  EXPECT_TRUE(QTest::qWaitForWindowExposed(&window, kPatienceMs));
  // Keys go to the active window, and without a window manager nothing else activates it.
  window.activateWindow();
  EXPECT_TRUE(QTest::qWaitForWindowActive(&window, kPatienceMs));
}

bool OpenWindow::open(const std::string& file) {
  session.open(file);
  bool isFailed = false;
  const bool isDone = waitUntil([&] {
    isFailed = session.loading.value().phase == LoadState::Phase::Failed;
    const bool isOpen = session.document.value().isOpen() && session.scene.value();
    return isFailed || (session.isSettled() && isOpen);
  });
  EXPECT_FALSE(isFailed) << session.loading.value().message;
  return isDone && !isFailed;
}

bool OpenWindow::settle() {
  return waitUntil([&] { return session.isSettled(); });
}

void OpenWindow::select(const std::string& path) {
  const Path wanted = Path::fromText(path);
  session.select({wanted.primPath()});
  if (wanted.isProperty()) session.selectProperty(wanted.name());
  EXPECT_TRUE(settle());
}

void OpenWindow::moveTo(double time) {
  session.setTime(time);
  EXPECT_TRUE(settle());
}

std::string OpenWindow::run(const char* action, const std::vector<std::string>& arguments) {
  const ActionRow* row = findAction(action);
  if (!row) return "There is no such action.";
  session.showNote({});
  const std::string problem = row->run({session, window}, arguments);
  EXPECT_TRUE(settle());
  return problem.empty() ? session.note.value() : problem;
}

PropertiesPane* OpenWindow::properties() const {
  return window.findChild<QDockWidget*>("properties")->findChild<PropertiesPane*>();
}

void OpenWindow::hideAllButTheScene() {
  session.changeView([](ViewSettings& view) {
    view.showHud = false;
    view.showGrid = false;
  });
}

QImage OpenWindow::pictureAt(double time) {
  hideAllButTheScene();
  session.setTime(time);
  EXPECT_TRUE(waitUntil([&] {
    return session.isSettled() && session.scene.value() &&
           session.scene.value()->time == TimeCode(time);
  }));
  return picture();
}

QImage OpenWindow::picture() {
  EXPECT_TRUE(settle());
  const auto& shown = window.viewport().picture();
  EXPECT_TRUE(shown && shown->isFull);
  return shown ? shown->image : QImage();
}

double difference(const QImage& a, const QImage& b) {
  if (a.size() != b.size()) return 1.0;
  return shareOf(a, [&](int x, int y) { return a.pixel(x, y) != b.pixel(x, y); });
}

double coverage(const QImage& image) {
  const QRgb background = image.pixel(0, 0);
  return shareOf(image, [&](int x, int y) { return image.pixel(x, y) != background; });
}

}  // namespace usdscope
