// SPDX-License-Identifier: Apache-2.0
#include "engine/format/mtlx/Xml.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace usdscope {
namespace {

constexpr std::size_t kMaxDepth = 256;

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool isNameCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == ':' || c == '-' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

void appendUtf8(std::uint32_t code, std::string& out) {
  const auto byte = [&](std::uint32_t value) { out.push_back(static_cast<char>(value)); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0 | code >> 6);
    byte(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    byte(0xE0 | code >> 12);
    byte(0x80 | (code >> 6 & 0x3F));
    byte(0x80 | (code & 0x3F));
  } else {
    byte(0xF0 | code >> 18);
    byte(0x80 | (code >> 12 & 0x3F));
    byte(0x80 | (code >> 6 & 0x3F));
    byte(0x80 | (code & 0x3F));
  }
}

// Appends the character of an entity, a name without `&` and `;`.
bool appendEntity(std::string_view name, std::string& out) {
  constexpr std::pair<std::string_view, char> kNamed[] = {
      {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
  for (const auto& [known, character] : kNamed) {
    if (name != known) continue;
    out.push_back(character);
    return true;
  }
  if (!name.starts_with('#')) return false;
  name.remove_prefix(1);
  const int base = name.starts_with('x') ? 16 : 10;
  if (base == 16) name.remove_prefix(1);
  std::uint32_t code = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), code, base);
  const bool isCharacter = code > 0 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
  if (error != std::errc() || end != name.data() + name.size() || !isCharacter) return false;
  appendUtf8(code, out);
  return true;
}

class XmlReader {
 public:
  explicit XmlReader(std::string_view text) : text_(text) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
  }

  XmlResult read() {
    while (problem_.empty() && (at_ = text_.find('<', at_)) != std::string_view::npos) readMarkup();
    if (problem_.empty() && !open_.empty()) fail("An element is not closed.");
    if (problem_.empty() && !root_) fail("The text has no element.");
    XmlResult result;
    result.problem = problem_;
    if (problem_.empty()) {
      result.root = std::move(root_);
    } else {
      result.line = lineOf(std::min(at_, text_.size()));
    }
    return result;
  }

 private:
  void fail(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }
  int lineOf(std::size_t offset) {
    lines_ +=
        static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                                    text_.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
    counted_ = offset;
    return lines_;
  }
  void skipPast(std::string_view end, std::size_t from) {
    const std::size_t found = text_.find(end, from);
    if (found == std::string_view::npos) return fail("A comment or declaration is not closed.");
    at_ = found + end.size();
  }
  void skipSpace() {
    while (at_ < text_.size() && isSpace(text_[at_])) ++at_;
  }
  std::string_view takeName() {
    const std::size_t start = at_;
    while (at_ < text_.size() && isNameCharacter(text_[at_])) ++at_;
    return text_.substr(start, at_ - start);
  }
  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void readMarkup() {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("<!--")) return skipPast("-->", at_ + 4);
    if (rest.starts_with("<![CDATA[")) return skipPast("]]>", at_ + 9);
    if (rest.starts_with("<?")) return skipPast("?>", at_ + 2);
    if (rest.starts_with("<!")) return skipPast(">", at_ + 2);
    if (rest.starts_with("</")) return readEnd();
    readElement();
  }

  void readEnd() {
    at_ += 2;
    const std::string_view name = takeName();
    skipSpace();
    if (open_.empty() || open_.back()->name != name || !take('>')) {
      return fail(fmt::format("The end tag '{}' does not fit.", name));
    }
    open_.pop_back();
  }

  void readElement() {
    XmlElement element;
    element.line = lineOf(at_);
    ++at_;
    element.name = takeName();
    if (element.name.empty()) return fail("A tag has no name.");
    if (open_.empty() && root_) return fail("The text has more than one outermost element.");
    if (open_.size() >= kMaxDepth) return fail("The elements are nested too deeply.");
    while (true) {
      skipSpace();
      if (at_ >= text_.size()) return fail("A tag is not closed.");
      if (text_[at_] == '>' || text_[at_] == '/') break;
      if (!readAttribute(element)) return;
    }
    const bool isEmpty = take('/');
    if (!take('>')) return fail("A tag is not closed.");
    XmlElement* placed = nullptr;
    if (open_.empty()) {
      placed = &root_.emplace(std::move(element));
    } else {
      placed = &open_.back()->children.emplace_back(std::move(element));
    }
    if (!isEmpty) open_.push_back(placed);
  }

  bool readAttribute(XmlElement& element) {
    const std::string_view name = takeName();
    skipSpace();
    if (name.empty() || !take('=')) return fail("An attribute has no name or no value."), false;
    skipSpace();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    if (quote != '"' && quote != '\'')
      return fail("The value of an attribute has no quotes."), false;
    ++at_;
    const std::size_t end = text_.find(quote, at_);
    if (end == std::string_view::npos)
      return fail("The value of an attribute is not closed."), false;
    std::string value;
    while (at_ < end) {
      const std::size_t entity = std::min(text_.find('&', at_), end);
      value += text_.substr(at_, entity - at_);
      at_ = entity;
      if (entity == end) break;
      const std::size_t stop = text_.find(';', entity);
      if (stop > end || !appendEntity(text_.substr(entity + 1, stop - entity - 1), value)) {
        return fail("An entity is unknown."), false;
      }
      at_ = stop + 1;
    }
    at_ = end + 1;
    constexpr std::size_t kMostAttributes = 256;  // Each is compared with all before it.
    if (element.attributes.size() >= kMostAttributes) {
      return fail("An element has too many attributes."), false;
    }
    if (element.hasAttribute(name)) {
      return fail(fmt::format("The attribute '{}' is there twice.", name)), false;
    }
    element.attributes.emplace_back(name, std::move(value));
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t counted_ = 0;
  int lines_ = 1;
  std::string problem_;
  std::optional<XmlElement> root_;
  // The elements whose end is not read yet. Only the last child of an element is open, so these
  // stay where they are.
  std::vector<XmlElement*> open_;
};

}  // namespace

std::string_view XmlElement::attribute(std::string_view key) const {
  const auto found =
      std::ranges::find(attributes, key, &std::pair<std::string, std::string>::first);
  return found == attributes.end() ? std::string_view() : found->second;
}

bool XmlElement::hasAttribute(std::string_view key) const {
  return std::ranges::any_of(attributes, [&](const auto& pair) { return pair.first == key; });
}

XmlResult readXml(std::string_view text) { return XmlReader(text).read(); }

}  // namespace usdscope
