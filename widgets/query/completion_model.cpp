// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/query/completion_model.h"

#include <array>
#include <utility>

#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {
namespace {

QString kindName(CompletionKind kind) {
    constexpr std::array kNames{"word", "table", "column", "function", "name"};
    return QString::fromUtf8(kNames.at(static_cast<std::size_t>(kind)));
}

}  // namespace

CompletionModel::CompletionModel(QObject* parent)
    : RowListModel({{"label", [](const QueryCompletion& one) { return toQString(one.text); }},
                    {"insertion",
                     [](const QueryCompletion& one) { return QString::fromStdString(one.text); }},
                    {"kind", [](const QueryCompletion& one) { return kindName(one.kind); }},
                    {"detail", [](const QueryCompletion& one) { return toQString(one.detail); }}},
                   parent) {}

void CompletionModel::show(std::vector<QueryCompletion> items, int from, int to) {
    if (items.empty() && count() == 0) {
        return;
    }
    m_from = from;
    m_to = to;
    resetRows(std::move(items));
    Q_EMIT changed();
}

}  // namespace gaplight::ui
