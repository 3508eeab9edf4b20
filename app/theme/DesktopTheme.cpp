// SPDX-License-Identifier: Apache-2.0
#include "app/theme/DesktopTheme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCall>
#include <QDBusPendingCallWatcher>
#include <QDBusVariant>
#include <QFile>
#include <QObject>
#include <QPalette>
#include <QStyle>
#include <QStyleFactory>
#include <memory>
#include <utility>

namespace usdscope::theme {
namespace {

const QString kPortal = QStringLiteral("org.freedesktop.portal.Desktop");
const QString kPortalPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString kSettings = QStringLiteral("org.freedesktop.portal.Settings");
const QString kAppearance = QStringLiteral("org.freedesktop.appearance");
const QString kColorScheme = QStringLiteral("color-scheme");

// Values of color-scheme. Any other one means that the user prefers neither.
constexpr uint kPrefersDark = 1;
constexpr uint kPrefersLight = 2;

std::optional<Ground> groundOfScheme(QVariant scheme) {
  // Read() wraps the value twice, the signal once. A hostile portal may wrap it as often as it
  // likes.
  for (int i = 0; i < 4 && scheme.metaType() == QMetaType::fromType<QDBusVariant>(); ++i) {
    scheme = scheme.value<QDBusVariant>().variant();
  }
  bool isNumber = false;
  const uint number = scheme.toUInt(&isNumber);
  if (isNumber && number == kPrefersDark) return Ground::Dark;
  if (isNumber && number == kPrefersLight) return Ground::Light;
  return std::nullopt;
}

// Receives the answer and the signals of the portal.
class PortalListener : public QObject {
  Q_OBJECT

 public:
  PortalListener(QObject& parent, DesktopAnswer answer)
      : QObject(&parent), answer_(std::move(answer)) {}

  void ask(const QDBusConnection& bus) {
    // Without a name of the sender, Qt does not wait for the bus to look the name up.
    QDBusConnection(bus).connect(QString(), kPortalPath, kSettings,
                                 QStringLiteral("SettingChanged"), {kAppearance, kColorScheme},
                                 QString(), this, SLOT(hear(QDBusMessage)));
    QDBusMessage question =
        QDBusMessage::createMethodCall(kPortal, kPortalPath, kSettings, QStringLiteral("Read"));
    question << kAppearance << kColorScheme;
    auto* waiting = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
    connect(waiting, &QDBusPendingCallWatcher::finished, this, [this, waiting] {
      waiting->deleteLater();
      const QDBusMessage reply = waiting->reply();
      if (reply.type() != QDBusMessage::ReplyMessage || reply.arguments().isEmpty()) return;
      answer_(groundOfScheme(reply.arguments().first()));
    });
  }

 private Q_SLOTS:
  void hear(const QDBusMessage& change) {
    const QVariantList arguments = change.arguments();
    if (arguments.size() != 3 || arguments[0].toString() != kAppearance ||
        arguments[1].toString() != kColorScheme) {
      return;
    }
    answer_(groundOfScheme(arguments[2]));
  }

 private:
  DesktopAnswer answer_;
};

// Without an address, the D-Bus library may start a bus, and wait for it.
bool hasSessionBus() {
  if (qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS")) return true;
  const QString folder = qEnvironmentVariable("XDG_RUNTIME_DIR");
  return !folder.isEmpty() && QFile::exists(folder + "/bus");
}

}  // namespace

std::optional<Ground> groundOfDesktop(const QPalette& palette) {
  const std::unique_ptr<QStyle> fusion(QStyleFactory::create("Fusion"));
  const QColor ground = palette.color(QPalette::Window);
  const bool isLight = ground.lightness() > palette.color(QPalette::WindowText).lightness();
  if (!isLight) return Ground::Dark;
  // Qt's own colours are light.
  if (fusion && fusion->standardPalette().color(QPalette::Window) == ground) return std::nullopt;
  return Ground::Light;
}

// The portal is asked whatever the version of Qt is: Qt itself asks from 6.5 on, and some versions
// guess where there is no desktop.
void followDesktop(QObject& receiver, DesktopAnswer answer) {
  if (!hasSessionBus()) return;
  const QDBusConnection bus = QDBusConnection::sessionBus();
  if (bus.isConnected()) followDesktop(bus, receiver, std::move(answer));
}

void followDesktop(const QDBusConnection& bus, QObject& receiver, DesktopAnswer answer) {
  (new PortalListener(receiver, std::move(answer)))->ask(bus);
}

}  // namespace usdscope::theme

#include "DesktopTheme.moc"
