// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/ranks/rank_progress_model.h"

#include <utility>
#include <vector>

#include <QFileInfo>

#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"
#include "widgets/session/load_progress_text.h"

namespace gaplight::ui {
namespace {

QString stageText(const LoadProgress& progress) {
    switch (progress.stage) {
        case LoadStage::Reading:
        case LoadStage::ReadingRemote:
            break;
        case LoadStage::Reconnecting:
            return QStringLiteral("connecting again");
        case LoadStage::Receiving:
            return QStringLiteral("received %1").arg(bytesText(progress.bytesRead));
        case LoadStage::Sorting:
            return QStringLiteral("sorting");
        case LoadStage::Analyzing:
            return QStringLiteral("measuring");
    }
    if (progress.bytesRead == 0) {
        return {};
    }
    return progress.bytesTotal == 0 ? bytesText(progress.bytesRead)
                                    : bytesOfText(progress.bytesRead, progress.bytesTotal);
}

}  // namespace

RankProgressModel::RankProgressModel(QObject* parent)
    : RowListModel({{"name", [](const RankProgress& row) { return row.name; }},
                    {"text", [](const RankProgress& row) { return stageText(row.progress); }},
                    {"share", [](const RankProgress& row) { return shareRead(row.progress); }}},
                   parent) {}

void RankProgressModel::begin(std::span<const std::string> files) {
    std::vector<RankProgress> rows;
    for (const std::string& file : files) {
        rows.push_back({withoutBidiMarks(QFileInfo(toQString(file)).fileName()), {}});
    }
    resetRows(std::move(rows));
    Q_EMIT countChanged();
}

void RankProgressModel::receive(std::span<const LoadProgress> files) {
    if (files.size() != rows().size()) {
        return;
    }
    std::vector<RankProgress> updated = rows();
    for (std::size_t file = 0; file < files.size(); ++file) {
        updated[file].progress = files[file];
    }
    updateRows(std::move(updated));
}

}  // namespace gaplight::ui
