// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

namespace gaplight::ui {

// The application object of Qt looks for Wayland's socket in $XDG_RUNTIME_DIR, also where no
// display is wanted; where that is not set or not private, Qt makes a folder runtime-USER in the
// temporary directory, and leaves it there. While this lives, it cannot. To be made before the
// application object and ended behind it, while no other thread reads the environment.
class NoRuntimeFolder {
public:
    NoRuntimeFolder();
    ~NoRuntimeFolder();
    NoRuntimeFolder(const NoRuntimeFolder&) = delete;
    NoRuntimeFolder& operator=(const NoRuntimeFolder&) = delete;

private:
    bool m_wasSet;
    QByteArray m_before;
};

}  // namespace gaplight::ui
