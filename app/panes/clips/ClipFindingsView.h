// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QListWidget>
#include <vector>

#include "engine/report/clips/ClipReport.h"

namespace usdscope {

/// The findings of the clip doctor, each with a sign in the colour of its severity. A click asks
/// for the prim and the first frame of a finding.
class ClipFindingsView : public QListWidget {
  Q_OBJECT
 public:
  explicit ClipFindingsView(QWidget* parent = nullptr);

  /// The names before a finding that it needs beside other ones.
  enum class Names { None, Set, PrimAndSet };

  void show(const Stage& stage, std::vector<ClipFinding> findings, Names names);
  void showNothing();
  const std::vector<ClipFinding>& findings() const { return findings_; }

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void wanted(const usdscope::ClipFinding& finding);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  int heightOf(int rows) const;

  std::vector<ClipFinding> findings_;
};

}  // namespace usdscope
