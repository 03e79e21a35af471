// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/window/trace_context.h"

#include <utility>

namespace gaplight::ui {

TraceContext::TraceContext(TraceOpener open, const QString& configDirectory,
                           const QString& dataDirectory, QObject* parent)
    : QObject(parent),
      m_session(std::move(open), configDirectory),
      m_notes(m_session, dataDirectory),
      m_search(m_session),
      m_query(m_session, m_search),
      m_details(m_session),
      m_range(m_session),
      m_gap(m_session),
      m_serving(m_session),
      m_verdict(m_session),
      m_gpuTime(m_session) {
    connect(&m_range, &RangeDetails::litChanged, &m_search,
            [this] { m_search.light(m_range.lit()); });
    connect(&m_search, &SearchModel::unlit, &m_range, &RangeDetails::unlight);
}

}  // namespace gaplight::ui
