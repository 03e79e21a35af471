// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QQmlEngine>

#include "widgets/memory/allocation_text.h"
#include "widgets/memory/memory_finding_model.h"
#include "widgets/memory/memory_image_export.h"
#include "widgets/memory/memory_object.h"
#include "widgets/memory/memory_of_selection.h"
#include "widgets/memory/memory_selection.h"
#include "widgets/memory/memory_table_models.h"

namespace gaplight::ui {

// A memory snapshot in a window: the file, what is selected in it, and the lists of both.
class MemoryModels : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(gaplight::ui::MemoryObject* file READ file CONSTANT)
    Q_PROPERTY(gaplight::ui::MemorySelection* selection READ selection CONSTANT)
    Q_PROPERTY(gaplight::ui::HolderTableModel* holders READ holders CONSTANT)
    Q_PROPERTY(gaplight::ui::MemoryImageExport* imageExport READ imageExport CONSTANT)
    Q_PROPERTY(gaplight::ui::MemoryRangeModel* ranges READ ranges CONSTANT)
    Q_PROPERTY(gaplight::ui::MemoryFindingModel* findings READ findings CONSTANT)
    Q_PROPERTY(gaplight::ui::AllocationDetails* allocation READ allocation CONSTANT)
    // Memory of what is selected in the trace.
    Q_PROPERTY(gaplight::ui::MemoryOfSelection* ofSelection READ ofSelection CONSTANT)

public:
    // All must outlive it: `session`, `details` and `range` of the trace of the window.
    MemoryModels(SessionObject& session, const ThemeObject& theme, const SliceDetails& details,
                 const RangeDetails& range)
        : m_file(session),
          m_selection(m_file),
          m_holders(m_selection),
          m_imageExport(m_file, theme),
          m_ranges(m_selection),
          m_findings(m_selection),
          m_allocation(m_selection),
          m_ofSelection(m_file, details, range) {}

    MemoryObject* file() { return &m_file; }
    MemorySelection* selection() { return &m_selection; }
    HolderTableModel* holders() { return &m_holders; }
    MemoryImageExport* imageExport() { return &m_imageExport; }
    MemoryRangeModel* ranges() { return &m_ranges; }
    MemoryFindingModel* findings() { return &m_findings; }
    AllocationDetails* allocation() { return &m_allocation; }
    MemoryOfSelection* ofSelection() { return &m_ofSelection; }

private:
    MemoryObject m_file;
    MemorySelection m_selection;
    HolderTableModel m_holders;
    MemoryImageExport m_imageExport;
    MemoryRangeModel m_ranges;
    MemoryFindingModel m_findings;
    AllocationDetails m_allocation;
    MemoryOfSelection m_ofSelection;
};

}  // namespace gaplight::ui
