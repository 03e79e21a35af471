// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <QByteArray>
#include <QString>

namespace gaplight::ui {

// Where a bundle (packaging/bundle) runs: Qt's plugins are those of the bundle, never those of a Qt
// that is installed. To be called before the application object is made. Elsewhere: no effect.
void findBundledPlugins();

// Why Qt cannot paint without a display; empty: its plugin is there. After findBundledPlugins().
[[nodiscard]] std::string offscreenRefusal();

// The bundle's QML modules; empty where no bundle runs.
[[nodiscard]] QString bundledQmlDirectory();

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
