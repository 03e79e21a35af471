// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/scene/display/display_list.h"
#include "core/scene/display/theme.h"

class QQuickItem;

namespace gaplight::ui {

// Something in a window that shows a display list. The list must stay as it is until the next
// `show`, except while the window polishes its items.
class Picture {
public:
    virtual ~Picture() = default;
    virtual void show(const DisplayList* list, std::shared_ptr<const Theme> theme) = 0;
    // The item that shows it; fills its parent if that is resized through `setSize`.
    [[nodiscard]] virtual QQuickItem& item() = 0;
};

// A picture as child of `parent`: scene graph nodes, or QPainter where the window has no graphics
// API. `parent` must be in a window.
[[nodiscard]] std::unique_ptr<Picture> createPicture(QQuickItem& parent);

}  // namespace gaplight::ui
