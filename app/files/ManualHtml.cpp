// SPDX-License-Identifier: Apache-2.0
#include "app/files/ManualHtml.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace usdscope {
namespace {

constexpr std::size_t kNotFound = std::string_view::npos;

std::string htmlText(std::string_view text) {
  std::string html;
  for (const char c : text) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      default:
        html += c;
    }
  }
  return html;
}

/// Converts the text of one paragraph, item or cell.
class InlineHtml {
 public:
  InlineHtml(std::string_view text, const ManualLink& link) : text_(text), link_(link) {}

  std::string html() {
    while (at_ < text_.size()) {
      if (addEscaped() || addCode() || addBold() || addLink()) continue;
      html_ += htmlText(text_.substr(at_++, 1));
    }
    return html_;
  }

 private:
  bool addEscaped() {
    const bool isEscape = text_[at_] == '\\' && at_ + 1 < text_.size() &&
                          std::ispunct(static_cast<unsigned char>(text_[at_ + 1]));
    if (isEscape) html_ += htmlText(text_.substr(at_ + 1, 1));
    if (isEscape) at_ += 2;
    return isEscape;
  }

  // Skips the text that has marks on both sides, and returns it.
  bool takeBetween(std::string_view mark, std::string_view& inner) {
    if (!text_.substr(at_).starts_with(mark)) return false;
    const std::size_t begin = at_ + mark.size();
    const std::size_t end = text_.find(mark, begin);
    if (end == kNotFound) return false;
    inner = text_.substr(begin, end - begin);
    at_ = end + mark.size();
    return true;
  }

  bool addCode() {
    std::string_view inner;
    if (!takeBetween("`", inner)) return false;
    html_ += "<code>" + htmlText(inner) + "</code>";
    return true;
  }

  bool addBold() {
    std::string_view inner;
    if (!takeBetween("**", inner)) return false;
    html_ += "<b>" + InlineHtml(inner, link_).html() + "</b>";
    return true;
  }

  bool addLink() {
    const std::string_view rest = text_.substr(at_);
    const bool isPicture = rest.starts_with("![");
    if (!isPicture && !rest.starts_with('[')) return false;
    const std::size_t begin = isPicture ? 2 : 1;
    const std::size_t middle = rest.find("](");
    const std::size_t end = middle == kNotFound ? kNotFound : rest.find(')', middle);
    if (end == kNotFound) return false;
    const std::string_view label = rest.substr(begin, middle - begin);
    const std::string address = htmlText(link_(rest.substr(middle + 2, end - middle - 2)));
    at_ += end + 1;
    if (isPicture) {
      html_ += fmt::format("<img src=\"{}\" alt=\"{}\">", address, htmlText(label));
      return true;
    }
    const std::string inner = InlineHtml(label, link_).html();
    html_ += address.empty() ? inner : fmt::format("<a href=\"{}\">{}</a>", address, inner);
    return true;
  }

  std::string_view text_;
  const ManualLink& link_;
  std::size_t at_ = 0;
  std::string html_;
};

/// Converts a page line by line.
class PageHtml {
 public:
  explicit PageHtml(const ManualLink& link) : link_(link) {}

  void add(std::string_view line) {
    if (block_ == Block::Code) {
      if (line.starts_with("```")) return endBlock();
      html_ += htmlText(line) + '\n';
      return;
    }
    if (line.starts_with("```")) return beginCode();
    if (line.find_first_not_of(' ') == kNotFound) return endBlock();
    if (line.starts_with('#')) return addHeading(line);
    if (line.starts_with('|')) return addRow(line);
    if (line.starts_with("- ")) return beginItem(Block::Bullets, line.substr(2));
    const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
    if (digits > 0 && line.substr(digits).starts_with(". ")) {
      return beginItem(Block::Numbers, line.substr(digits + 2));
    }
    addText(line);
  }

  std::string end() {
    endBlock();
    return std::move(html_);
  }

 private:
  enum class Block { None, Paragraph, Bullets, Numbers, Table, Code };

  std::string converted(std::string_view text) const { return InlineHtml(text, link_).html(); }

  void beginCode() {
    endBlock();
    html_ += "<pre>";
    block_ = Block::Code;
  }

  void addHeading(std::string_view line) {
    endBlock();
    const std::size_t marks = line.find_first_not_of('#');
    if (marks == kNotFound) return;
    const std::size_t level = std::min<std::size_t>(marks, 6);
    std::string_view title = line.substr(level);
    title.remove_prefix(std::min(title.find_first_not_of(' '), title.size()));
    html_ += fmt::format("<h{0}><a name=\"{1}\" id=\"{1}\"></a>{2}</h{0}>\n", level,
                         manualPlace(title), converted(title));
  }

  void addRow(std::string_view line) {
    const bool isFirst = block_ != Block::Table;
    if (isFirst) {
      endBlock();
      html_ += "<table>\n";
      block_ = Block::Table;
    }
    // The line below the head of the table.
    if (line.find_first_not_of("|-: ") == kNotFound) return;
    html_ += "<tr>";
    for (const std::string& cell : cellsOf(line)) {
      const char* tag = isFirst ? "th" : "td";
      html_ += fmt::format("<{0}>{1}</{0}>", tag, converted(cell));
    }
    html_ += "</tr>\n";
  }

  // A `\|` is a bar in a cell.
  static std::vector<std::string> cellsOf(std::string_view line) {
    std::vector<std::string> cells;
    std::string cell;
    const auto trimmed = [](const std::string& text) {
      const std::size_t begin = text.find_first_not_of(' ');
      return begin == kNotFound ? std::string()
                                : text.substr(begin, text.find_last_not_of(' ') - begin + 1);
    };
    for (std::size_t i = 1; i < line.size(); ++i) {
      if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|') {
        cell += line[++i];
      } else if (line[i] == '|') {
        cells.push_back(trimmed(cell));
        cell.clear();
      } else {
        cell += line[i];
      }
    }
    return cells;
  }

  void beginItem(Block kind, std::string_view text) {
    if (block_ == kind) {
      endItem();
    } else {
      endBlock();
      html_ += kind == Block::Bullets ? "<ul>\n" : "<ol>\n";
      block_ = kind;
    }
    text_ = text;
  }

  void endItem() {
    html_ += "<li>" + converted(text_) + "</li>\n";
    text_.clear();
  }

  void addText(std::string_view line) {
    if (block_ == Block::None || block_ == Block::Table) {
      endBlock();
      block_ = Block::Paragraph;
    }
    line.remove_prefix(line.find_first_not_of(' '));
    if (!text_.empty()) text_ += ' ';
    text_ += line;
  }

  void endBlock() {
    switch (block_) {
      case Block::None:
        break;
      case Block::Paragraph:
        html_ += "<p>" + converted(text_) + "</p>\n";
        break;
      case Block::Bullets:
        endItem();
        html_ += "</ul>\n";
        break;
      case Block::Numbers:
        endItem();
        html_ += "</ol>\n";
        break;
      case Block::Table:
        html_ += "</table>\n";
        break;
      case Block::Code:
        html_ += "</pre>\n";
        break;
    }
    text_.clear();
    block_ = Block::None;
  }

  const ManualLink& link_;
  Block block_ = Block::None;
  std::string text_;  ///< The paragraph or item that is being read.
  std::string html_;
};

}  // namespace

std::string manualHtml(std::string_view markdown, const ManualLink& link) {
  PageHtml page(link);
  while (!markdown.empty()) {
    const std::size_t end = std::min(markdown.find('\n'), markdown.size());
    page.add(markdown.substr(0, end));
    markdown.remove_prefix(std::min(end + 1, markdown.size()));
  }
  return page.end();
}

std::string manualPlace(std::string_view heading) {
  std::string place;
  for (const char each : heading) {
    const auto c = static_cast<unsigned char>(each);
    if (std::isalnum(c)) {
      place += static_cast<char>(std::tolower(c));
    } else if (each == ' ' || each == '-') {
      place += '-';
    }
  }
  return place;
}

std::string markdownCell(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace usdscope
