// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include <QObject>
#include <QString>

#include "widgets/window/main_window.h"

namespace gaplight::ui {

// Saves an image of the window as soon as it shows the start page, or the loaded trace with all
// details and no running animation.
class Screenshot final : public QObject {
    Q_OBJECT

public:
    // Called once with the error; empty: saved.
    using Done = std::function<void(std::optional<Error>)>;

    // `window` must outlive it.
    Screenshot(MainWindow& window, QString path, Done done);

private:
    void afterFrame();
    void checkFiles();
    void finish(std::optional<Error> error);
    [[nodiscard]] bool isComplete();

    MainWindow& m_window;
    QString m_path;
    Done m_done;
    int m_restingFrames = 0;
    bool m_finished = false;
};

}  // namespace gaplight::ui
