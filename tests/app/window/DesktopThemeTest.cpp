// SPDX-License-Identifier: Apache-2.0
// The theme that the desktop prefers, asked from a portal of the test.
#include "app/theme/DesktopTheme.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusServer>
#include <QDBusVariant>
#include <QDBusVirtualObject>
#include <QPalette>
#include <QStyle>
#include <QStyleFactory>
#include <QTest>
#include <memory>
#include <optional>
#include <vector>

#include "tests/app/window/OpenWindow.h"

namespace usdscope {
namespace {

using theme::Ground;
using Answers = std::vector<std::optional<Ground>>;

const QString kPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString kSettings = QStringLiteral("org.freedesktop.portal.Settings");
const QString kAppearance = QStringLiteral("org.freedesktop.appearance");

QVariant wrapped(const QVariant& value) { return QVariant::fromValue(QDBusVariant(value)); }

// Answers each question for a setting with `value`, or with an error if there is none.
class Portal : public QDBusVirtualObject {
 public:
  explicit Portal(QVariant value) : value_(std::move(value)) {}

  QString introspect(const QString& /*path*/) const override { return {}; }
  bool handleMessage(const QDBusMessage& message, const QDBusConnection& connection) override {
    isAsked = true;
    const bool isKnown = message.interface() == kSettings && message.member() == "Read" &&
                         message.arguments() == QVariantList{kAppearance, "color-scheme"};
    const bool hasAnswer = isKnown && value_.isValid();
    return connection.send(hasAnswer ? message.createReply(value_)
                                     : message.createErrorReply(QDBusError::Failed, "no setting"));
  }

  bool isAsked = false;

 private:
  QVariant value_;
};

// A connection to a portal, without a bus between them.
class PortalPeer {
 public:
  explicit PortalPeer(QVariant value) : portal_(std::move(value)) {
    QObject::connect(&server_, &QDBusServer::newConnection, &server_,
                     [this](const QDBusConnection& connection) {
                       server_.setAnonymousAuthenticationAllowed(true);
                       served_ = connection;
                       served_.registerVirtualObject(kPath, &portal_);
                     });
    client = QDBusConnection::connectToPeer(server_.address(), "desktop");
  }
  ~PortalPeer() { QDBusConnection::disconnectFromPeer("desktop"); }

  void emitChange(const QVariant& value, const QString& name = "color-scheme") {
    QDBusMessage change = QDBusMessage::createSignal(kPath, kSettings, "SettingChanged");
    change << kAppearance << name << wrapped(value);
    served_.send(change);
  }
  bool waitUntilAsked() {
    return waitUntil([this] { return portal_.isAsked; });
  }

  QDBusConnection client{QString()};

 private:
  QDBusServer server_;
  QDBusConnection served_{QString()};
  Portal portal_;
};

}  // namespace

TEST(DesktopTheme, PortalNamesTheGround) {
  const struct {
    const char* name;
    QVariant value;
    std::optional<Ground> ground;
  } cases[] = {
      {"none", wrapped(wrapped(0u)), std::nullopt},
      {"dark", wrapped(wrapped(1u)), Ground::Dark},
      {"light", wrapped(wrapped(2u)), Ground::Light},
      {"wrapped once", wrapped(2u), Ground::Light},
      {"unknown", wrapped(wrapped(7u)), std::nullopt},
      {"a text", wrapped(wrapped(QString("light"))), std::nullopt},
      {"a list", wrapped(wrapped(QStringList{"2"})), std::nullopt},
      {"no variant", QString("2 of them"), std::nullopt},
  };
  for (const auto& c : cases) {
    PortalPeer desktop(c.value);
    ASSERT_TRUE(desktop.client.isConnected());
    Answers answers;
    QObject receiver;
    theme::followDesktop(desktop.client, receiver,
                         [&](std::optional<Ground> ground) { answers.push_back(ground); });
    EXPECT_TRUE(answers.empty()) << "the caller does not wait";
    ASSERT_TRUE(waitUntil([&] { return !answers.empty(); })) << c.name;
    EXPECT_EQ(answers, Answers{c.ground}) << c.name;
  }
}

TEST(DesktopTheme, ChangesAreFollowedWhileTheReceiverLives) {
  PortalPeer desktop(wrapped(wrapped(2u)));
  Answers answers;
  auto receiver = std::make_unique<QObject>();
  theme::followDesktop(desktop.client, *receiver,
                       [&](std::optional<Ground> ground) { answers.push_back(ground); });
  ASSERT_TRUE(waitUntil([&] { return !answers.empty(); }));
  desktop.emitChange(1u);
  desktop.emitChange(2u, "accent-color");
  desktop.emitChange(0u);
  ASSERT_TRUE(waitUntil([&] { return answers.size() >= 3; }));
  EXPECT_EQ(answers, (Answers{Ground::Light, Ground::Dark, std::nullopt}));
  receiver.reset();
  desktop.emitChange(1u);
  QTest::qWait(50);
  EXPECT_EQ(answers.size(), 3u);
}

TEST(DesktopTheme, DesktopsWithoutTheSettingDoNotAnswer) {
  PortalPeer desktop{QVariant()};
  Answers answers;
  QObject receiver;
  theme::followDesktop(desktop.client, receiver,
                       [&](std::optional<Ground> ground) { answers.push_back(ground); });
  ASSERT_TRUE(desktop.waitUntilAsked());
  QTest::qWait(50);
  EXPECT_TRUE(answers.empty());
}

TEST(DesktopTheme, PalettesOfTheDesktopCountButNotThoseOfQt) {
  const std::unique_ptr<QStyle> fusion(QStyleFactory::create("Fusion"));
  QPalette palette = fusion->standardPalette();
  const bool isQtDark = palette.color(QPalette::Window).lightness() < 128;
  EXPECT_EQ(theme::groundOfDesktop(palette), isQtDark ? std::optional(Ground::Dark) : std::nullopt);
  palette.setColor(QPalette::Window, QColor(250, 250, 245));
  palette.setColor(QPalette::WindowText, Qt::black);
  EXPECT_EQ(theme::groundOfDesktop(palette), Ground::Light);
  palette.setColor(QPalette::Window, QColor(40, 40, 42));
  palette.setColor(QPalette::WindowText, Qt::white);
  EXPECT_EQ(theme::groundOfDesktop(palette), Ground::Dark);
}

}  // namespace usdscope
