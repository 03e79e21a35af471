// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/selection/provenance_facts.h"

#include <string_view>

#include "core/analysis/torch/module_call.h"
#include "core/base/quantity_text.h"
#include "core/provenance/provenance.h"
#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {
namespace {

constexpr std::size_t kMaxLines = 4;

void addOriginRow(const char* key, const QString& value, qint64 slice,
                  std::vector<DetailRow>& rows) {
    if (!value.isEmpty()) {
        rows.push_back({QString::fromUtf8(key), value, slice});
    }
}

QString certaintyText(OriginConfidence confidence) {
    switch (confidence) {
        case OriginConfidence::Names:
            return QStringLiteral("same kernel names in the same order");
        case OriginConfidence::NodeIds:
            return QStringLiteral("by the order of graph node ids");
        case OriginConfidence::StartOrder:
            return QStringLiteral("by the order on its stream");
        case OriginConfidence::Ambiguous:
            return QStringLiteral("ambiguous: another captured graph fits as well");
    }
    return {};
}

void addOrigin(const ReplayOrigins& origins, const NodeOrigin& node, std::vector<DetailRow>& rows) {
    const auto text = [&](OriginKind kind) {
        return toQString(origins.paths.innermostText(node.path, kind));
    };
    const std::string_view module = origins.paths.innermostText(node.path, OriginKind::Module);
    // A slice of another trace cannot be shown.
    const qint64 call = origins.isSameTrace ? static_cast<qint64>(node.call.index()) : -1;
    addOriginRow("Captured operator", text(OriginKind::Operator), call, rows);
    addOriginRow("Captured module", toQString(moduleNameOf(module)), -1, rows);
    addOriginRow("Captured annotation", text(OriginKind::Annotation), -1, rows);
    addOriginRow("Captured frame", text(OriginKind::Python), -1, rows);
    addOriginRow("Found", certaintyText(node.confidence), -1, rows);
}

void addSource(const CompiledKernel& kernel, bool isAmbiguous, std::vector<DetailRow>& rows) {
    std::size_t shown = 0;
    for (const SourceLine& line : kernel.lines) {
        if (++shown > kMaxLines) {
            addOriginRow("", QStringLiteral("…"), -1, rows);
            break;
        }
        QString text = toQString(line.file) + QStringLiteral(":%1").arg(line.line);
        text += line.code.empty() ? QString() : QStringLiteral("  ") + toQString(line.code);
        addOriginRow(kernel.isLineOfFrame ? "Compiled function" : "Source line", text, -1, rows);
    }
    addOriginRow("Operators", toQString(joinedText(kernel.operators)), -1, rows);
    addOriginRow("Fused nodes", toQString(joinedText(kernel.nodes)), -1, rows);
    if (isAmbiguous) {
        addOriginRow("Found", QStringLiteral("ambiguous: other graphs have this name as well"), -1,
                     rows);
    }
}

}  // namespace

std::vector<DetailRow> provenanceFacts(const Session& session, SliceId slice) {
    std::vector<DetailRow> rows;
    const Provenance* known = session.provenance.get();
    if (known == nullptr) {
        return rows;
    }
    if (known->replays != nullptr) {
        if (const NodeOrigin* node = known->replays->find(slice)) {
            addOrigin(*known->replays, *node, rows);
        }
    }
    if (known->kernels != nullptr) {
        if (const KernelSource* source = known->kernels->find(slice)) {
            addSource(known->compileLog->kernels[source->kernel], source->isAmbiguous, rows);
        }
    }
    return rows;
}

}  // namespace gaplight::ui
