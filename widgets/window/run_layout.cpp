// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/window/run_layout.h"

namespace gaplight::ui {
namespace {

QString besideKey() {
    return QStringLiteral("window/runsBeside");
}

QString oneScaleKey() {
    return QStringLiteral("window/oneScale");
}

}  // namespace

RunLayout::RunLayout(QObject* parent)
    : QObject(parent),
      m_beside(m_settings.value(besideKey(), false).toBool()),
      m_oneScale(m_settings.value(oneScaleKey(), true).toBool()) {}

void RunLayout::setBeside(bool beside) {
    set(m_beside, beside, besideKey());
}

void RunLayout::setOneScale(bool oneScale) {
    set(m_oneScale, oneScale, oneScaleKey());
}

void RunLayout::set(bool& value, bool to, const QString& key) {
    if (to != value) {
        value = to;
        m_settings.setValue(key, to);
        Q_EMIT changed();
    }
}

}  // namespace gaplight::ui
