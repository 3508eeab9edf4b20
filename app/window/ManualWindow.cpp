// SPDX-License-Identifier: Apache-2.0
#include "app/window/ManualWindow.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QListWidget>
#include <QSplitter>
#include <QTextBrowser>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>

#include "app/files/ManualHtml.h"
#include "app/files/ManualPages.h"
#include "app/session/memory/Preferences.h"
#include "app/theme/Icons.h"
#include "app/theme/Theme.h"
#include "app/widgets/SearchField.h"

namespace usdscope {
namespace {

constexpr const char* kManualScheme = "manual:/";
constexpr const char* kManualEnding = ".md";
constexpr int kPageWidth = 600;  // Pictures are reduced to it.

constexpr struct {
  std::string_view pane;
  const char* place;
} kPanePlaces[] = {
    {"primTree", "viewer#prim-tree"},
    {"properties", "viewer#properties"},
    {"skel", "skeletons#the-skel-pane"},
    {"value", "viewer#value"},
    {"metadata", "viewer#meta-data"},
    {"layerStack", "layers#layer-stack"},
    {"composition", "layers#composition"},
    {"why", "layers#why"},
    {"changes", "playback#changes"},
    {"clips", "clips#the-clips-pane"},
    {"layers", "layers#layers"},
    {"edits", "layers#edits"},
    {"watch", "viewer#watch"},
    {"pinned", "viewer#pinned"},
    {"statistics", "viewer#statistics"},
    {"problems", "viewer#problems"},
    {"playback", "playback#the-playback-bar"},
};

QUrl manualAddress(const std::string& place) {
  const std::string page = place.substr(0, place.find('#'));
  const std::string rest = place.substr(page.size());
  return QUrl(QLatin1String(kManualScheme) + QString::fromStdString(page + kManualEnding + rest));
}

QImage fittedPicture(const QImage& picture, int width) {
  return picture.width() > width ? picture.scaledToWidth(width, Qt::SmoothTransformation) : picture;
}

QString pageStyle() {
  return QStringLiteral(
             "h1, h2, h3 { margin-top: 14px; } a { color: %1; } pre { background: %2; }"
             "code, pre { font-family: \"%3\"; } table { margin-bottom: 6px; }"
             "th, td { padding: 2px 10px 2px 0; text-align: left; } th { color: %4; }")
      .arg(theme::kFocus.name(), theme::kRaised.name(), theme::codeFont().family(),
           theme::kDim.name());
}

}  // namespace

/// The pages and pictures of the manual, read in the background.
struct ManualWindow::Contents {
  std::vector<ManualPage> pages;
  QHash<QString, QString> html;
  QHash<QString, QImage> pictures;
};

/// Takes pages and pictures from memory.
class ManualWindow::Browser : public QTextBrowser {
 public:
  void take(Contents contents) { contents_ = std::move(contents); }
  const Contents& contents() const { return contents_; }

 protected:
  QVariant loadResource(int type, const QUrl& name) override {
    if (type == QTextDocument::ImageResource) return contents_.pictures.value(name.fileName());
    return contents_.html.value(QFileInfo(name.path()).completeBaseName());
  }
  // The addresses end as those of Markdown, from which Qt would guess the type.
  void doSetSource(const QUrl& name, QTextDocument::ResourceType) override {
    QTextBrowser::doSetSource(name, QTextDocument::HtmlResource);
  }

 private:
  Contents contents_;
};

std::string manualPlaceOfPane(std::string_view pane) {
  const auto* found =
      std::ranges::find(kPanePlaces, pane, [](const auto& each) { return each.pane; });
  return found == std::end(kPanePlaces) ? std::string() : found->place;
}

ManualWindow::ManualWindow(Session& session, QWidget* parent)
    : QDialog(parent),
      session_(session),
      search_(new SearchField(tr("Words in the manual"))),
      list_(new QListWidget),
      browser_(new Browser),
      reading_(session.background()) {
  setObjectName("manual");
  setWindowTitle(tr("Manual"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* bar = new QHBoxLayout;
  const auto addButton = [&](const char* icon, const QString& text, void (QTextBrowser::*go)()) {
    auto* button = new QToolButton;
    button->setIcon(theme::icon(icon));
    button->setToolTip(text);
    button->setAccessibleName(text);
    connect(button, &QToolButton::clicked, browser_, go);
    bar->addWidget(button);
    return button;
  };
  auto* back = addButton("previous", tr("Back"), &QTextBrowser::backward);
  auto* forward = addButton("next", tr("Forward"), &QTextBrowser::forward);
  back->setEnabled(false);
  forward->setEnabled(false);
  connect(browser_, &QTextBrowser::backwardAvailable, back, &QWidget::setEnabled);
  connect(browser_, &QTextBrowser::forwardAvailable, forward, &QWidget::setEnabled);
  bar->addWidget(search_, 1);
  layout->addLayout(bar);

  auto* split = new QSplitter;
  list_->setObjectName("pages");
  list_->setAccessibleName(tr("Pages"));
  browser_->setObjectName("page");
  browser_->setAccessibleName(tr("Page"));
  browser_->setOpenLinks(false);
  browser_->setFrameShape(QFrame::NoFrame);
  browser_->document()->setDocumentMargin(theme::px(16));
  split->addWidget(list_);
  split->addWidget(browser_);
  split->setStretchFactor(1, 1);
  split->setSizes({theme::px(190), theme::px(640)});
  layout->addWidget(split, 1);
  resize(theme::px(860), theme::px(680));

  connect(browser_, &QTextBrowser::anchorClicked, this, &ManualWindow::follow);
  connect(browser_, &QTextBrowser::sourceChanged, this, &ManualWindow::refresh);
  connect(list_, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) {
    showPlace(item->data(Qt::UserRole).toString().toStdString());
  });
  connect(list_, &QListWidget::itemClicked, list_, &QListWidget::itemActivated);
  connect(search_, &SearchField::searched, this, &ManualWindow::search);
  // Texts keep the colours with which they were made.
  session_.preferences().values.observe(this, [this](const PreferenceValues&) {
    list_->setStyleSheet(QStringLiteral("QListWidget::item { height: %1px; padding-left: %2px; }")
                             .arg(theme::px(24))
                             .arg(theme::px(8)));
    browser_->document()->setDefaultStyleSheet(pageStyle());
    if (isRead_) browser_->reload();
  });
  reading_.start([this, width = theme::px(kPageWidth)](const TaskRun& run) -> LatestTask::Show {
    auto contents = std::make_shared<Contents>();
    const std::vector<std::string> folders = manualFolders();
    contents->pages = readManual(folders);
    for (const ManualPage& page : contents->pages) {
      if (run.stop.stop_requested()) return {};
      const std::string html = manualHtml(page.text, [&](std::string_view target) {
        const std::string address(target);
        if (target.ends_with(".png")) {
          const QString file = QString::fromStdString(folders.front() + '/' + address);
          contents->pictures.insert(QFileInfo(file).fileName(), fittedPicture(QImage(file), width));
        }
        return address;
      });
      contents->html.insert(QString::fromStdString(page.name), QString::fromStdString(html));
    }
    return [this, contents] { take(std::move(*contents)); };
  });
}

void ManualWindow::take(Contents contents) {
  isRead_ = true;
  for (const ManualPage& page : contents.pages) {
    auto* item = new QListWidgetItem(QString::fromStdString(page.title), list_);
    item->setData(Qt::UserRole, QString::fromStdString(page.name));
  }
  const bool isMissing = contents.pages.empty();
  search_->setCount(list_->count(), list_->count());
  browser_->take(std::move(contents));
  if (isMissing) {
    browser_->setPlainText(tr("The manual is not installed beside the program."));
    Q_EMIT shown();
    return;
  }
  showPlace(wanted_);
  // Words may have been typed meanwhile.
  if (!search_->text().isEmpty()) search(search_->text());
}

void ManualWindow::showPlace(const std::string& place) {
  wanted_ = place.empty() ? "index" : place;
  if (!isRead_ || list_->count() == 0) return;
  const std::string page = wanted_.substr(0, wanted_.find('#'));
  if (!browser_->contents().html.contains(QString::fromStdString(page))) {
    session_.showNote("The manual has no page " + page + ".");
    wanted_ = "index";
  }
  browser_->setSource(manualAddress(wanted_));
}

// Runs the action of a link such as `action:frame?24`, brings a pane to the front, or goes to a
// page.
void ManualWindow::follow(const QUrl& link) {
  if (link.scheme() == QStringLiteral("action")) {
    std::vector<std::string> arguments;
    if (link.hasQuery()) arguments.push_back(link.query(QUrl::FullyDecoded).toStdString());
    session_.perform(link.path().toStdString(), arguments);
  } else if (link.scheme() == QStringLiteral("pane")) {
    session_.perform("pane", {link.path().toStdString()});
  } else if (link.scheme().startsWith(QStringLiteral("http"))) {
    QDesktopServices::openUrl(link);
  } else {
    std::string place = QFileInfo(link.path()).completeBaseName().toStdString();
    if (link.hasFragment()) place += '#' + link.fragment().toStdString();
    showPlace(place);
  }
}

// Shows the pages that have all words.
void ManualWindow::search(const QString& text) {
  words_ = text.split(' ', Qt::SkipEmptyParts);
  int count = 0;
  for (int i = 0; i < list_->count(); ++i) {
    const std::vector<ManualPage>& pages = browser_->contents().pages;
    const QString page = QString::fromStdString(pages[std::size_t(i)].text);
    const bool isMatch = std::ranges::all_of(
        words_, [&](const QString& word) { return page.contains(word, Qt::CaseInsensitive); });
    list_->item(i)->setHidden(!isMatch);
    count += isMatch ? 1 : 0;
  }
  search_->setCount(count, list_->count());
  const QListWidgetItem* now = list_->currentItem();
  if (count > 0 && (!now || now->isHidden())) {
    for (int i = 0; i < list_->count(); ++i) {
      if (list_->item(i)->isHidden()) continue;
      showPlace(list_->item(i)->data(Qt::UserRole).toString().toStdString());
      break;
    }
  }
  const std::optional<QTextCursor> first = markHits();
  if (!first) return;
  browser_->setTextCursor(*first);
  browser_->ensureCursorVisible();
}

// Marks the words that are searched. Returns the first place.
std::optional<QTextCursor> ManualWindow::markHits() {
  QList<QTextEdit::ExtraSelection> hits;
  for (const QString& word : words_) {
    for (QTextCursor at = browser_->document()->find(word); !at.isNull();
         at = browser_->document()->find(word, at)) {
      QTextEdit::ExtraSelection hit;
      hit.cursor = at;
      hit.format.setBackground(theme::kMark);
      hits.push_back(hit);
    }
  }
  browser_->setExtraSelections(hits);
  if (hits.isEmpty()) return std::nullopt;
  QTextCursor first = hits.front().cursor;
  first.setPosition(first.selectionStart());
  return first;
}

void ManualWindow::refresh(const QUrl& source) {
  const QString page = QFileInfo(source.path()).completeBaseName();
  for (int i = 0; i < list_->count(); ++i) {
    if (list_->item(i)->data(Qt::UserRole).toString() == page) list_->setCurrentRow(i);
  }
  if (!words_.isEmpty()) markHits();
  Q_EMIT shown();
}

}  // namespace usdscope
