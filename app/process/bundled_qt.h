// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <QString>

namespace gaplight::ui {

// Where a bundle (packaging/bundle) runs: Qt's plugins are those of the bundle, never those of a Qt
// that is installed. To be called before the application object is made. Elsewhere: no effect.
void findBundledPlugins();

// Why Qt cannot paint without a display; empty: its plugin is there. After findBundledPlugins().
[[nodiscard]] std::string offscreenRefusal();

// The bundle's QML modules; empty where no bundle runs.
[[nodiscard]] QString bundledQmlDirectory();

}  // namespace gaplight::ui
