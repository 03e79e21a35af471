// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/render/display_list_view.h"

#include <QQuickWindow>
#include <QSGRendererInterface>

#include "widgets/render/node_item.h"
#include "widgets/render/painter_item.h"

namespace gaplight::ui {

std::unique_ptr<DisplayListView> createDisplayListView(QQuickItem& parent) {
    const QSGRendererInterface* renderer = parent.window()->rendererInterface();
    if (renderer->graphicsApi() == QSGRendererInterface::Software) {
        return std::make_unique<PainterItem>(parent);
    }
    return std::make_unique<NodeItem>(parent);
}

}  // namespace gaplight::ui
