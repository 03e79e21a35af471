// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/session/sample_list_model.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <QDir>
#include <QFileInfo>

namespace gaplight::ui {
namespace {

struct SampleText {
    const char* file;
    const char* title;
    const char* summary;
};

// tests/widgets/window/start_page_test.cpp compares these sentences with the findings.
constexpr std::array kSamples{
    SampleText{"llm_decoding.json.zst", "LLM decoding",
               "The GPU is idle 90 % of the time: kernels of 2 µs are launched one by one."},
    SampleText{"data_loader.json.zst", "Training that waits for data",
               "The GPU is idle 70 % of the time, mostly while the next batch is loaded."},
    SampleText{"pageable_copies.json.zst", "Copies from pageable memory",
               "58 % of the GPU's time goes to copies beside which nothing runs."},
};

}  // namespace

SampleListModel::SampleListModel(const QString& directory, QObject* parent)
    : RowListModel({{"path", [](const Sample& sample) { return sample.path; }},
                    {"title", [](const Sample& sample) { return sample.title; }},
                    {"summary", [](const Sample& sample) { return sample.summary; }}},
                   parent) {
    std::vector<Sample> found;
    for (const SampleText& text : kSamples) {
        const QFileInfo file(QDir(directory), QString::fromUtf8(text.file));
        if (!directory.isEmpty() && file.isFile()) {
            found.push_back({file.canonicalFilePath(), QString::fromUtf8(text.title),
                             QString::fromUtf8(text.summary)});
        }
    }
    resetRows(std::move(found));
}

bool SampleListModel::contains(const QString& path) const {
    const QString canonical = QFileInfo(path).canonicalFilePath();
    return std::any_of(rows().begin(), rows().end(),
                       [&](const Sample& sample) { return sample.path == canonical; });
}

}  // namespace gaplight::ui
