// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include <QObject>

namespace gaplight::ui {

// Work of the export dialog on a pool thread, one piece at a time. Of several requests made while
// work runs, the latest is run next, and after it the preview.
class FigureQueue : public QObject {
    Q_OBJECT

public:
    using Finish = std::function<void()>;
    using Work = std::function<Finish()>;   // called on a pool thread
    using Prepare = std::function<Work()>;  // called on the thread of this object; null: no work

    using QObject::QObject;

    // Calls prepare(), the Work that it returns on a pool thread, and the Finish of that here.
    void start(Prepare prepare);
    // The same, after all other work.
    void startPreview(Prepare prepare);
    // Drops all work; the Finish of running work is not called.
    void clear();
    [[nodiscard]] bool isRunning() const { return m_isRunning; }

Q_SIGNALS:
    // isRunning() has changed, or work was finished.
    void progressed();

private:
    void runNext();

    std::optional<Prepare> m_next;
    std::optional<Prepare> m_preview;
    unsigned m_generation = 0;  // counts calls of clear()
    bool m_isRunning = false;
};

}  // namespace gaplight::ui
