// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/window/network_refusal.h"

#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QNetworkRequest>

namespace gaplight::ui {
namespace {

// An answer that is an error from the start.
class RefusedReply final : public QNetworkReply {
public:
    RefusedReply(const QNetworkRequest& request, QObject* parent) : QNetworkReply(parent) {
        setRequest(request);
        setUrl(request.url());
        setError(ContentAccessDenied, tr("the window makes no requests"));
        setFinished(true);
        open(QIODevice::ReadOnly);
        // The caller connects after it has the reply.
        const auto report = [this] {
            Q_EMIT errorOccurred(ContentAccessDenied);
            Q_EMIT finished();
        };
        QMetaObject::invokeMethod(this, report, Qt::QueuedConnection);
    }

    void abort() override {}

protected:
    qint64 readData(char* /*into*/, qint64 /*size*/) override { return -1; }
};

class RefusingAccess final : public QNetworkAccessManager {
public:
    using QNetworkAccessManager::QNetworkAccessManager;

protected:
    QNetworkReply* createRequest(Operation /*operation*/, const QNetworkRequest& request,
                                 QIODevice* /*data*/) override {
        return new RefusedReply(request, this);
    }
};

}  // namespace

QNetworkAccessManager* NetworkRefusal::create(QObject* parent) {
    return new RefusingAccess(parent);
}

}  // namespace gaplight::ui
