// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/window/display_failure.h"

#include <cstdio>
#include <cstdlib>
#include <string>

#include <QString>

#include "app/process/exit_code.h"
#include "app/process/message_line.h"

namespace gaplight::ui {
namespace {

// "DISPLAY=:7"; empty if the variable is not set.
std::string assignment(const char* variable) {
    const char* value = std::getenv(variable);
    return value == nullptr || *value == '\0' ? std::string()
                                              : std::string(" ") + variable + "=" + value;
}

void onMessage(QtMsgType type, const QMessageLogContext& /*context*/, const QString& /*text*/) {
    if (type != QtFatalMsg) {
        return;  // the reasons of each platform; the line below covers them
    }
    std::string where;
    for (const char* variable : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
        where += assignment(variable);
    }
    printLine("cannot open a window: no display can be reached (" +
              (where.empty() ? "neither DISPLAY nor WAYLAND_DISPLAY is set" : where.substr(1)) +
              "); 'gaplight analyze TRACE' and 'gaplight export' need none");
    std::_Exit(kExitUsage);
}

}  // namespace

DisplayFailure::DisplayFailure() {
    qInstallMessageHandler(onMessage);
}

void DisplayFailure::end() {
    qInstallMessageHandler(nullptr);
}

}  // namespace gaplight::ui
