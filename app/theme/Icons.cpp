// SPDX-License-Identifier: Apache-2.0
#include "app/theme/Icons.h"

#include <QByteArray>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>
#include <algorithm>

#include "app/theme/Theme.h"

namespace usdscope::detail {

// The build embeds the files of resources/icons.
std::string_view cancelIcon();
std::string_view closeIcon();
std::string_view errorIcon();
std::string_view firstIcon();
std::string_view floatIcon();
std::string_view invisibleIcon();
std::string_view lastIcon();
std::string_view lockIcon();
std::string_view loopIcon();
std::string_view nextIcon();
std::string_view noteIcon();
std::string_view onceIcon();
std::string_view pinIcon();
std::string_view pingPongIcon();
std::string_view playIcon();
std::string_view previousIcon();
std::string_view reverseIcon();
std::string_view searchIcon();
std::string_view stopIcon();
std::string_view visibleIcon();
std::string_view warningIcon();

}  // namespace usdscope::detail

namespace usdscope::theme {
namespace {

struct IconRow {
  std::string_view name;
  std::string_view (*svg)();
};
constexpr IconRow kIcons[] = {
    {"cancel", usdscope::detail::cancelIcon},   {"close", usdscope::detail::closeIcon},
    {"error", usdscope::detail::errorIcon},     {"first", usdscope::detail::firstIcon},
    {"float", usdscope::detail::floatIcon},     {"invisible", usdscope::detail::invisibleIcon},
    {"last", usdscope::detail::lastIcon},       {"lock", usdscope::detail::lockIcon},
    {"loop", usdscope::detail::loopIcon},       {"next", usdscope::detail::nextIcon},
    {"note", usdscope::detail::noteIcon},       {"once", usdscope::detail::onceIcon},
    {"pin", usdscope::detail::pinIcon},         {"pingPong", usdscope::detail::pingPongIcon},
    {"play", usdscope::detail::playIcon},       {"previous", usdscope::detail::previousIcon},
    {"reverse", usdscope::detail::reverseIcon}, {"search", usdscope::detail::searchIcon},
    {"stop", usdscope::detail::stopIcon},       {"visible", usdscope::detail::visibleIcon},
    {"warning", usdscope::detail::warningIcon},
};

const QColor& colorOf(std::string_view name, QIcon::Mode mode, QIcon::State state) {
  if (mode == QIcon::Disabled) return kFaint;
  // The ground of a selected row is nearly as bright as the colours of problems.
  if (mode == QIcon::Selected) return kOnSelection;
  if (name == "error") return kError;
  if (name == "warning") return kWarning;
  if (name == "note") return kNote;
  return state == QIcon::On ? kPlayhead : kText;
}

/// Draws an SVG in the colours of the present theme.
class SvgEngine : public QIconEngine {
 public:
  explicit SvgEngine(const IconRow& row) : row_(row) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
    QByteArray svg(row_.svg().data(), qsizetype(row_.svg().size()));
    svg.replace("currentColor", colorOf(row_.name, mode, state).name().toLatin1());
    QSvgRenderer renderer(svg);
    const int side = std::min(rect.width(), rect.height());
    QRectF square(0, 0, side, side);
    square.moveCenter(QRectF(rect).center());
    painter->setRenderHint(QPainter::Antialiasing);
    renderer.render(painter, square);
  }

  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap drawn(size);
    drawn.fill(Qt::transparent);
    QPainter painter(&drawn);
    paint(&painter, QRect(QPoint(), size), mode, state);
    return drawn;
  }

  QIconEngine* clone() const override { return new SvgEngine(row_); }

 private:
  const IconRow& row_;
};

}  // namespace

QIcon icon(std::string_view name) {
  const auto* found = std::ranges::find(kIcons, name, &IconRow::name);
  Q_ASSERT(found != std::end(kIcons));
  return found == std::end(kIcons) ? QIcon() : QIcon(new SvgEngine(*found));
}

std::vector<std::string_view> iconNames() {
  std::vector<std::string_view> names;
  for (const IconRow& row : kIcons) names.push_back(row.name);
  return names;
}

}  // namespace usdscope::theme
