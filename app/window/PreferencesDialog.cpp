// SPDX-License-Identifier: Apache-2.0
#include "app/window/PreferencesDialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>
#include <array>
#include <cmath>

#include "app/session/memory/ClipBudget.h"
#include "app/session/memory/Preferences.h"
#include "app/session/playback/Transport.h"
#include "app/session/problems/MotionFinder.h"
#include "app/theme/Theme.h"

namespace usdscope {
namespace {

constexpr std::array kScales = {1.0, 1.25, 1.5, 1.75, 2.0};

int nearestScale(double scale) {
  int nearest = 0;
  for (int i = 0; i < int(kScales.size()); ++i) {
    const auto at = [](int index) { return kScales[std::size_t(index)]; };
    if (std::abs(at(i) - scale) < std::abs(at(nearest) - scale)) nearest = i;
  }
  return nearest;
}

}  // namespace

PreferencesDialog::PreferencesDialog(Session& session, QWidget* parent)
    : QDialog(parent), session_(session) {
  setObjectName("preferencesDialog");
  setWindowTitle(tr("Preferences"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 16, 16, 12);
  column->setSpacing(12);
  auto* form = new QFormLayout;
  form->setHorizontalSpacing(16);
  form->setVerticalSpacing(8);
  addLook(*form);
  addClips(*form);
  addSearches(*form);
  addKeys(*form);
  column->addLayout(form);
  auto* hint = new QLabel(
      tr("Preferences apply at once and are remembered. The picture keeps its own background."));
  hint->setWordWrap(true);
  theme::makeDim(*hint);
  column->addWidget(hint);
  column->addStretch(1);
  auto* buttons = new QHBoxLayout;
  auto* usual = new QPushButton(tr("Usual Preferences"));
  usual->setObjectName("resetPreferences");
  usual->setToolTip(tr("Also gives all actions their usual keys"));
  usual->setAutoDefault(false);
  connect(usual, &QPushButton::clicked, this, [this] { session_.perform("resetPreferences"); });
  auto* close = new QPushButton(tr("Close"));
  close->setDefault(true);
  connect(close, &QPushButton::clicked, this, &QDialog::accept);
  buttons->addWidget(usual);
  buttons->addStretch(1);
  buttons->addWidget(close);
  column->addLayout(buttons);
  setMinimumWidth(theme::px(380));
}

void PreferencesDialog::addLook(QFormLayout& form) {
  auto* themes = new QComboBox;
  themes->setObjectName("theme");
  themes->addItems({tr("As the Desktop"), tr("Dark"), tr("Light")});
  connect(themes, &QComboBox::activated, this, [this](int index) {
    session_.perform("theme", {index == 0 ? "desktop" : index == 1 ? "dark" : "light"});
  });
  auto* safe = new QCheckBox(tr("Distinguishable with colour blindness"));
  safe->setObjectName("safeColors");
  connect(safe, &QCheckBox::clicked, this, [this] { session_.perform("safeColors"); });
  auto* font = new QSpinBox;
  font->setObjectName("fontSize");
  font->setRange(kLeastFontSize, kMostFontSize);
  font->setSuffix(tr(" px"));
  font->setKeyboardTracking(false);
  connect(font, &QSpinBox::valueChanged, this,
          [this](int size) { session_.perform("fontSize", {std::to_string(size)}); });
  auto* scale = new QComboBox;
  scale->setObjectName("uiScale");
  for (const double each : kScales) scale->addItem(QStringLiteral("%1 %").arg(each * 100.0));
  connect(scale, &QComboBox::activated, this, [this](int index) {
    const QString factor = QString::number(kScales[std::size_t(index)]);
    session_.perform("uiScale", {factor.toStdString()});
  });
  form.addRow(tr("Theme"), themes);
  form.addRow(tr("Colours of values"), safe);
  form.addRow(tr("Font size"), font);
  form.addRow(tr("Scale of the window"), scale);
  const QList<QWidget*> fields = {themes, safe, font, scale};
  for (QWidget* field : fields) {
    if (const auto* label = qobject_cast<QLabel*>(form.labelForField(field))) {
      field->setAccessibleName(label->text());
    }
  }
  session_.preferences().values.observe(this, [=](const PreferenceValues& values) {
    themes->setCurrentIndex(values.followsDesktop ? 0 : values.isLight ? 2 : 1);
    const QSignalBlocker blocker(font);
    font->setValue(values.fontSize);
    scale->setCurrentIndex(nearestScale(values.uiScale));
  });
  session_.view.observe(this,
                        [safe](const ViewSettings& view) { safe->setChecked(view.safeColors); });
}

void PreferencesDialog::addClips(QFormLayout& form) {
  constexpr int kStep = 256;
  auto* budget = new QSpinBox;
  budget->setObjectName("clipBudget");
  budget->setAccessibleName(tr("Memory for value clips"));
  budget->setRange(kLeastClipMemory, kMostClipMemory);
  budget->setSingleStep(kStep);
  budget->setSuffix(tr(" MiB"));
  budget->setKeyboardTracking(false);
  budget->setToolTip(
      tr("Clips that were used least recently are dropped beyond this. Applies to scenes that are "
         "opened or reloaded from now on."));
  connect(budget, &QSpinBox::valueChanged, this,
          [this](int size) { session_.perform("clipBudget", {std::to_string(size)}); });
  form.addRow(tr("Memory for value clips"), budget);
  const ClipBudget& chosen = ClipBudget::of(session_);
  const auto show = [budget, &chosen] {
    const QSignalBlocker blocker(budget);
    budget->setValue(chosen.mebibytes());
  };
  connect(&chosen, &ClipBudget::changed, budget, show);
  show();
}

void PreferencesDialog::addSearches(QFormLayout& form) {
  const MotionFinder& finder = session_.transport().motion();
  auto* unasked = new QCheckBox(tr("Find pops, frozen motion and seams"));
  unasked->setObjectName("findUnasked");
  unasked->setToolTip(tr("In the background, for at most 20 seconds"));
  connect(unasked, &QCheckBox::clicked, this, [this] { session_.perform("findUnasked"); });
  form.addRow(tr("When a scene opens"), unasked);
  const auto show = [unasked, &finder] { unasked->setChecked(finder.isUnasked()); };
  connect(&finder, &MotionFinder::changed, unasked, show);
  show();
}

void PreferencesDialog::addKeys(QFormLayout& form) {
  auto* line = new QHBoxLayout;
  auto* map = new QComboBox;
  map->setObjectName("keyMap");
  map->setAccessibleName(tr("Key map"));
  map->addItems({tr("usdview"), tr("review")});
  map->setToolTip(tr("review: J, K, L, I and O of review players work everywhere"));
  connect(map, &QComboBox::activated, this,
          [this](int index) { session_.perform("keyMap", {index == 1 ? "review" : "usdview"}); });
  auto* keys = new QPushButton(tr("Keys and Mouse…"));
  keys->setObjectName("keys");
  keys->setAutoDefault(false);
  connect(keys, &QPushButton::clicked, this, [this] { session_.perform("keys"); });
  line->addWidget(map, 1);
  line->addWidget(keys);
  form.addRow(tr("Key map"), line);
  session_.preferences().values.observe(this, [map](const PreferenceValues& values) {
    map->setCurrentIndex(values.keyMap == KeyMapKind::Review ? 1 : 0);
  });
}

}  // namespace usdscope
