// SPDX-License-Identifier: Apache-2.0
#include "app/window/CaptureSheet.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>

#include "app/capture/FrameRange.h"
#include "app/session/document/ViewChoice.h"
#include "app/theme/Theme.h"
#include "app/widgets/FrameField.h"

namespace usdscope {
namespace {

using Kind = CaptureRequest::Kind;

constexpr int kMostSide = 16384;
constexpr int kNumberWidth = 80;
constexpr int kCaptureSheetWidth = 520;

struct KindText {
  const char* title;
  const char* ending;  // After the name of the scene.
  const char* filter;
};

KindText textOf(Kind kind) {
  constexpr const char* kPictures = QT_TRANSLATE_NOOP("CaptureSheet", "Pictures (*.png *.exr)");
  constexpr const char* kMovies =
      QT_TRANSLATE_NOOP("CaptureSheet", "Pictures and movies (*.png *.exr *.mp4)");
  switch (kind) {
    case Kind::Playblast:
      return {QT_TRANSLATE_NOOP("CaptureSheet", "Playblast"), ".####.png", kMovies};
    case Kind::Turntable:
      return {QT_TRANSLATE_NOOP("CaptureSheet", "Turntable"), "-turn.####.png", kMovies};
    case Kind::ContactSheet:
      return {QT_TRANSLATE_NOOP("CaptureSheet", "Contact sheet"), "-sheet.png", kPictures};
    default:
      return {QT_TRANSLATE_NOOP("CaptureSheet", "Save image"), ".png", kPictures};
  }
}

QLabel* makeLabel(const QString& text) {
  auto* label = new QLabel(text);
  theme::makeDim(*label);
  return label;
}

QHBoxLayout* makeRow() {
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  return row;
}

}  // namespace

CaptureSheet::CaptureSheet(Session& session, ActionWindow& window, Kind kind, QSize viewport)
    : QDialog(window.widget()),
      session_(session),
      window_(window),
      kind_(kind),
      viewport_(viewport),
      isOfComparison_(kind == Kind::SaveImage &&
                      session.viewChoice().arrangement.value().comparison.mode !=
                          CompareMode::Off) {
  setObjectName("captureSheet");
  setWindowTitle(tr(textOf(kind).title));
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(16, 16, 16, 12);
  grid->setHorizontalSpacing(12);
  grid->setVerticalSpacing(8);
  grid->setColumnStretch(1, 1);
  addFile(*grid);
  addFrames(*grid);
  addSize(*grid);
  addLook(*grid);
  if (kind != Kind::SaveImage) addBurnIns(*grid);
  answer_ = new QLabel;
  answer_->setObjectName("captureAnswer");
  answer_->setWordWrap(true);
  answer_->setTextFormat(Qt::PlainText);
  answer_->hide();
  grid->addWidget(answer_, grid->rowCount(), 0, 1, 2);
  auto* buttons = makeRow();
  buttons->addStretch(1);
  auto* cancel = new QPushButton(tr("Cancel"));
  cancel->setAutoDefault(false);
  save_ = new QPushButton(tr("Save"));
  save_->setObjectName("primary");
  save_->setDefault(true);
  buttons->addWidget(cancel);
  buttons->addWidget(save_);
  grid->addLayout(buttons, grid->rowCount(), 0, 1, 2);
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
  connect(save_, &QPushButton::clicked, this, &CaptureSheet::save);
  setMinimumWidth(theme::px(kCaptureSheetWidth));
}

QDoubleSpinBox* CaptureSheet::makeCount(int value, int most) {
  auto* field = new QDoubleSpinBox;
  field->setDecimals(0);
  field->setRange(1, most);
  field->setValue(value);
  field->setButtonSymbols(QAbstractSpinBox::NoButtons);
  field->setAlignment(Qt::AlignRight);
  theme::setFixedSize(*field, kNumberWidth, 0);
  return field;
}

void CaptureSheet::addFile(QGridLayout& grid) {
  const QFileInfo scene(QString::fromStdString(session_.document.value().file));
  file_ = new QLineEdit(scene.absolutePath() + '/' + scene.completeBaseName() +
                        QString::fromUtf8(textOf(kind_).ending));
  file_->setObjectName("captureFile");
  connect(file_, &QLineEdit::textEdited, this, &CaptureSheet::forgetAnswer);
  auto* browse = new QPushButton(tr("Browse…"));
  browse->setAutoDefault(false);
  connect(browse, &QPushButton::clicked, this, &CaptureSheet::browse);
  auto* row = makeRow();
  row->addWidget(file_, 1);
  row->addWidget(browse);
  grid.addWidget(makeLabel(tr("File")), 0, 0);
  grid.addLayout(row, 0, 1);
  const bool isSequence = kind_ == Kind::Playblast || kind_ == Kind::Turntable;
  auto* hint =
      makeLabel(isSequence ? tr("#### becomes the frame. A movie is one .mp4; it needs ffmpeg.")
                : isOfComparison_ ? tr("PNG.")
                                  : tr("PNG, or EXR with linear half floats."));
  grid.addWidget(hint, 1, 1);
}

void CaptureSheet::addFrames(QGridLayout& grid) {
  const int at = grid.rowCount();
  auto* row = makeRow();
  if (kind_ == Kind::Turntable) {
    turns_ = makeCount(48, 100'000);
    row->addWidget(turns_);
    row->addWidget(makeLabel(tr("pictures of one turn, at the playhead")));
  } else if (kind_ != Kind::SaveImage) {
    const PlaybackState& playback = session_.playback.value();
    const auto makeFrame = [&](double frame) {
      auto* field = new FrameField;
      field->setButtonSymbols(QAbstractSpinBox::NoButtons);
      field->setValue(frame);
      theme::setFixedSize(*field, kNumberWidth, 0);
      return field;
    };
    from_ = makeFrame(playback.playStart);
    to_ = makeFrame(playback.playEnd);
    row->addWidget(from_);
    row->addWidget(makeLabel(tr("to")));
    row->addWidget(to_);
  } else {
    subject_ = new QComboBox;
    subject_->setObjectName("captureSubject");
    subject_->addItems({tr("Viewport"), tr("Window")});
    connect(subject_, &QComboBox::currentIndexChanged, this, [this](int index) {
      const bool isWindow = index == 1;
      presets_->setCurrentIndex(0);
      setSize(shownSize());
      transparent_->setEnabled(!isWindow);
      hud_->setEnabled(!isWindow);
    });
    row->addWidget(subject_);
  }
  row->addStretch(1);
  grid.addWidget(makeLabel(kind_ == Kind::SaveImage ? tr("Picture of") : tr("Frames")), at, 0);
  grid.addLayout(row, at, 1);
  if (kind_ != Kind::ContactSheet) return;
  columns_ = makeCount(4, 100);
  rows_ = makeCount(3, 100);
  auto* sheet = makeRow();
  sheet->addWidget(columns_);
  sheet->addWidget(makeLabel(tr("columns,")));
  sheet->addWidget(rows_);
  sheet->addWidget(makeLabel(tr("rows")));
  sheet->addStretch(1);
  grid.addWidget(makeLabel(tr("Sheet")), at + 1, 0);
  grid.addLayout(sheet, at + 1, 1);
}

void CaptureSheet::addSize(QGridLayout& grid) {
  width_ = makeCount(viewport_.width(), kMostSide);
  height_ = makeCount(viewport_.height(), kMostSide);
  width_->setObjectName("captureWidth");
  height_->setObjectName("captureHeight");
  presets_ = new QComboBox;
  presets_->setObjectName("captureSizes");
  presets_->setPlaceholderText(tr("Other"));
  for (QDoubleSpinBox* field : {width_, height_}) {
    connect(field, &QDoubleSpinBox::valueChanged, this, [this] { presets_->setCurrentIndex(-1); });
  }
  const struct {
    QString text;
    QSize size;
    double scale;
  } sizes[] = {{tr("As shown"), {}, 1.0},
               {tr("2 × as shown"), {}, 2.0},
               {tr("4 × as shown"), {}, 4.0},
               {QStringLiteral("HD"), {1280, 720}, 1.0},
               {QStringLiteral("Full HD"), {1920, 1080}, 1.0},
               {QStringLiteral("4K"), {3840, 2160}, 1.0},
               {tr("Square"), {1080, 1080}, 1.0}};
  for (const auto& each : sizes) presets_->addItem(each.text);
  const auto choose = [this, chosen = std::vector(std::begin(sizes), std::end(sizes))](int index) {
    const auto& each = chosen[std::size_t(index)];
    const QSize shown = shownSize();
    if (each.size.isEmpty()) return setSize(shown * each.scale);
    // A picture of the screen keeps the shape of what it shows.
    setSize(isOfScreen() ? shown.scaled(each.size, Qt::KeepAspectRatio) : each.size);
  };
  connect(presets_, &QComboBox::activated, this, choose);
  // The frames of a contact sheet are a part of its size.
  const int usual = kind_ == Kind::ContactSheet ? 1 : 0;
  presets_->setCurrentIndex(usual);
  choose(usual);
  auto* row = makeRow();
  row->addWidget(width_);
  row->addWidget(makeLabel(QStringLiteral("×")));
  row->addWidget(height_);
  row->addWidget(presets_);
  if (kind_ == Kind::ContactSheet) row->addWidget(makeLabel(tr("of the whole sheet")));
  row->addStretch(1);
  const int at = grid.rowCount();
  grid.addWidget(makeLabel(tr("Size")), at, 0);
  grid.addLayout(row, at, 1);
}

bool CaptureSheet::isOfScreen() const { return isOfWindow() || isOfComparison_; }

bool CaptureSheet::isOfWindow() const { return subject_ && subject_->currentIndex() == 1; }

QSize CaptureSheet::shownSize() const {
  const QWidget& whole = *window_.widget();
  return isOfWindow() ? whole.size() * whole.devicePixelRatioF() : viewport_;
}

void CaptureSheet::setSize(QSize size) {
  const QSignalBlocker widths(width_);
  const QSignalBlocker heights(height_);
  width_->setValue(size.width());
  height_->setValue(size.height());
}

void CaptureSheet::addLook(QGridLayout& grid) {
  transparent_ = new QCheckBox(tr("Transparent background"));
  hud_ = new QCheckBox(tr("Heads-up display and outlines of the selection"));
  const int at = grid.rowCount();
  grid.addWidget(makeLabel(tr("Show")), at, 0);
  if (isOfComparison_) {
    auto* hint = makeLabel(tr("Both frames of the comparison, as they are on the screen"));
    hint->setObjectName("captureComparison");
    grid.addWidget(hint, at, 1);
    transparent_->setParent(this);
    hud_->setParent(this);
    for (QCheckBox* box : {transparent_, hud_}) box->hide();
    return;
  }
  grid.addWidget(transparent_, at, 1);
  grid.addWidget(hud_, at + 1, 1);
}

void CaptureSheet::addBurnIns(QGridLayout& grid) {
  const Selection& selection = session_.selection.value();
  const bool hasAttribute = bool(selection.property);
  const QString name = QString::fromStdString(std::string(selection.property.text()));
  const struct {
    const char* words;
    QString text;
    bool isOn;
    bool isPossible;
  } boxes[] = {{"frame", tr("Frame"), true, true},
               {"time", tr("Seconds"), false, true},
               {"file", tr("File"), false, true},
               {"camera", tr("Camera"), false, true},
               {"layer,clip",
                hasAttribute ? tr("Layer and clip of %1").arg(name)
                             : tr("Layer and clip of the selected attribute"),
                false, hasAttribute}};
  auto* few = makeRow();
  few->setSpacing(16);
  const int at = grid.rowCount();
  for (const auto& each : boxes) {
    auto* box = new QCheckBox(each.text);
    box->setChecked(each.isOn);
    box->setEnabled(each.isPossible);
    if (!each.isPossible) box->setToolTip(tr("Select an attribute in Properties first."));
    burnIns_.push_back({box, each.words});
    if (&each == std::end(boxes) - 1) {
      grid.addWidget(box, at + 1, 1);
    } else {
      few->addWidget(box);
    }
  }
  few->addStretch(1);
  grid.addWidget(makeLabel(tr("Burn in")), at, 0);
  grid.addLayout(few, at, 1);
}

void CaptureSheet::browse() {
  const QString chosen =
      QFileDialog::getSaveFileName(this, windowTitle(), file_->text(), tr(textOf(kind_).filter),
                                   nullptr, QFileDialog::DontConfirmOverwrite);
  if (chosen.isEmpty()) return;
  file_->setText(chosen);
  forgetAnswer();
}

void CaptureSheet::forgetAnswer() {
  mayReplace_ = false;
  answer_->hide();
  save_->setText(tr("Save"));
}

CaptureRequest CaptureSheet::request() const {
  CaptureRequest wanted;
  wanted.kind = kind_;
  wanted.file = file_->text().toStdString();
  wanted.isWindow = isOfWindow();
  wanted.width = int(width_->value());
  wanted.height = int(height_->value());
  wanted.isTransparent = transparent_->isEnabled() && transparent_->isChecked();
  wanted.hasHud = hud_->isEnabled() && hud_->isChecked();
  if (from_) wanted.range = {from_->value(), to_->value()};
  if (turns_) wanted.turnCount = int(turns_->value());
  if (columns_) {
    wanted.grid =
        std::to_string(int(columns_->value())) + "x" + std::to_string(int(rows_->value()));
  }
  for (const BurnInBox& each : burnIns_) {
    if (!each.box->isChecked() || !each.box->isEnabled()) continue;
    if (!wanted.burnIn.empty()) wanted.burnIn += ',';
    wanted.burnIn += each.words;
  }
  // Without a word, the frames of a contact sheet have their numbers.
  if (wanted.burnIn.empty()) wanted.burnIn = "none";
  return wanted;
}

void CaptureSheet::save() {
  const CaptureRequest wanted = request();
  const auto answer = [this](const QString& text) {
    answer_->setText(text);
    answer_->show();
    adjustSize();
  };
  if (wanted.range && wanted.range->second < wanted.range->first) {
    return answer(tr("The last frame comes before the first one."));
  }
  const double first = wanted.range ? wanted.range->first : 1.0;
  const std::string name = frameFileName(wanted.file, first);
  const QFileInfo file(QString::fromStdString(name));
  if (!mayReplace_ && file.exists()) {
    mayReplace_ = true;
    save_->setText(tr("Replace"));
    return answer(tr("%1 exists already.").arg(file.fileName()));
  }
  const std::string problem = window_.capture(wanted);
  if (!problem.empty()) return answer(QString::fromStdString(problem));
  accept();
}

}  // namespace usdscope
