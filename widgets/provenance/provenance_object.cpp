// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/provenance/provenance_object.h"

#include <memory>
#include <optional>
#include <string>

#include <QFileInfo>
#include <QStringList>

#include "core/base/result.h"
#include "core/session/provenance_of.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

// Errors: those of openCapture, openLogOf and reassess.
Result<std::shared_ptr<const Session>> sessionWith(const std::string& capture,
                                                   const std::string& log,
                                                   const DocumentContext& context) {
    const Session& session = *context.trace;
    std::shared_ptr<const Provenance> known = session.provenance;
    if (!capture.empty()) {
        known = TRY(openCapture(capture, context));
    }
    if (!log.empty()) {
        known = TRY(openLogOf(log, known.get(), context));
    }
    return reassess(session, {session.settings, std::nullopt, context.reading.stop, known});
}

QString fileNameOf(const std::string& path) {
    return withoutBidiMarks(QFileInfo(toQString(path)).fileName());
}

QString textOfFound(const Provenance& known) {
    QStringList parts;
    if (known.replays != nullptr && !known.capturePath.empty()) {
        parts.push_back(QStringLiteral("%1: %2 of %3 found")
                            .arg(fileNameOf(known.capturePath),
                                 countText(known.replays->matchedReplays),
                                 countText(known.replays->replays, "replay", "replays")));
    }
    if (known.kernels != nullptr) {
        parts.push_back(
            QStringLiteral("%1: %2 of %3 found")
                .arg(fileNameOf(known.compileLog->path), countText(known.kernels->kernels.size()),
                     countText(known.kernels->generated, "generated kernel", "generated kernels")));
    }
    return parts.join(QStringLiteral(" · "));
}

}  // namespace

ProvenanceObject::ProvenanceObject(SessionObject& session, QObject* parent)
    : AddedFileObject(session, nullptr, parent) {}

void ProvenanceObject::open(const QString& capture, const QString& log) {
    if (!session().trace() || (capture.isEmpty() && log.isEmpty())) {
        return;
    }
    openOn(session().trace(), capture.isEmpty() ? log : capture,
           [this, capture = toStdString(capture), log = toStdString(log)](
               const std::string&, const DocumentContext& context) -> Result<FileLoads::Step> {
               const auto known = TRY(sessionWith(capture, log, context));
               return [this, known] {
                   setFoundText(textOfFound(*known->provenance));
                   shownSession().show(known);
               };
           });
}

void ProvenanceObject::openAfterTrace(const QString& capture, const QString& log) {
    afterTrace([this, capture, log] { open(capture, log); });
}

}  // namespace gaplight::ui
