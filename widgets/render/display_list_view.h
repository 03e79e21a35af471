// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/scene/display/display_list.h"
#include "core/scene/display/theme.h"

class QQuickItem;

namespace gaplight::ui {

// Shows a display list in a window. The list must not change until the next call of show(), except
// while the window polishes its items.
class DisplayListView {
public:
    virtual ~DisplayListView() = default;
    virtual void show(const DisplayList* list, std::shared_ptr<const Theme> theme) = 0;
    // The item that shows the list; its owner sets its size.
    [[nodiscard]] virtual QQuickItem& item() = 0;
};

// Creates a view as child of `parent`, which must be in a window: scene graph nodes, or QPainter
// if the window has no graphics API. A pixel of the list is `scale` pixels of the item.
[[nodiscard]] std::unique_ptr<DisplayListView> createDisplayListView(QQuickItem& parent,
                                                                     double scale = 1);

}  // namespace gaplight::ui
