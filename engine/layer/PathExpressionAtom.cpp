// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/PathExpressionAtom.h"

namespace usdscope {

bool PathExpressionAtom::isEverything() const {
  return path == "/" && elements.size() == 1 && elements[0].isStretch() && !isReference();
}

PathExpressionAtom PathExpressionAtom::anchored(Path prim) const {
  if (path.empty() || path.starts_with('/')) return *this;
  const Path absolute = Path::fromText(path, prim);
  const bool isFit =
      absolute.isRootOrPrim() || (elements.empty() && absolute.isProperty()) || isReference();
  if (!isFit) return *this;
  PathExpressionAtom result = *this;
  result.path = absolute.text();
  return result;
}

std::string PathExpressionAtom::text() const {
  if (isReference()) return '%' + path + (isWeaker() ? "_" : ':' + collection);
  std::string out = path;
  if (path == "." && !elements.empty() && !elements[0].isStretch()) out.clear();
  for (const PathPatternElement& element : elements) {
    if (element.isStretch()) {
      out += out == "/" ? "/" : "//";
      continue;
    }
    const bool isLast = &element == &elements.back();
    if (isLast && isProperty) {
      out += '.';
    } else if (!out.empty() && out.back() != '/') {
      out += '/';
    }
    out += element.name;
    if (element.predicate) out += '{' + element.predicate->text() + '}';
  }
  return out;
}

}  // namespace usdscope
