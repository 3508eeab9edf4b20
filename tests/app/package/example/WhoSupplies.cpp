// SPDX-License-Identifier: Apache-2.0
// Prints which layers have opinions on a prim, and who supplies the value of each of its
// attributes.
#include <iostream>
#include <memory>

#include "engine/asset/DefaultResolver.h"
#include "engine/report/explain/ExplainPath.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"

int main(int argc, char** argv) {
  using namespace usdscope;
  if (argc != 3) {
    std::cerr << "usage: who_supplies SCENE PRIM\n";
    return 2;
  }
  StageRequest request;
  request.rootLayer = argv[1];
  // Relative paths begin in the working folder; the environment may name folders to search.
  request.environment =
      Environment(std::make_shared<DefaultResolver>(searchFromEnvironment(argv[1])));
  const StageResult result = composeStage(request);
  for (const Diagnostic& diagnostic : result.diagnostics.entries()) {
    std::cerr << toText(diagnostic) << '\n';
  }
  if (!result.stage) return 3;
  const Prim prim = result.stage->primAt(Path::fromText(argv[2]));
  if (!prim) {
    std::cerr << "There is no prim " << argv[2] << ".\n";
    return 1;
  }
  std::cout << explainPath(*result.stage, argv[2], TimeCode::earliest()).text;
  for (const Token name : prim.authoredPropertyNames()) {
    const Attribute attribute = prim.attribute(name);
    if (!attribute) continue;
    const std::string path = attribute.path().text();
    std::cout << explainPath(*result.stage, path, TimeCode::earliest()).text;
  }
  return 0;
}
