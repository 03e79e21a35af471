// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QQmlNetworkAccessManagerFactory>

namespace gaplight::ui {

// Refuses every request that QML makes through Qt's network access: images, fonts, scripts and
// XMLHttpRequest with an address of any scheme. Panes need none, for they lie in the program's
// resources; a request could only come from a text of a trace that is taken for markup.
class NetworkRefusal final : public QQmlNetworkAccessManagerFactory {
public:
    // Called in the threads of the engine. Its replies end with ContentAccessDenied.
    QNetworkAccessManager* create(QObject* parent) override;
};

}  // namespace gaplight::ui
