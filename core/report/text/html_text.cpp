// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/text/html_text.h"

#include "core/report/text/code_spans.h"
#include "core/report/text/svg_player.h"

namespace gaplight {
namespace {

void addRow(std::string& html, const TextTable& table, std::string_view tag,
            const std::vector<std::string>& cells) {
    html += "<tr>";
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        const bool isNumber = table.columns[column].align == Align::Right;
        html.append("<").append(tag).append(isNumber ? " class=\"number\">" : ">");
        html.append(escapedHtml(cells[column])).append("</").append(tag).append(">");
    }
    html += "</tr>\n";
}

}  // namespace

std::string escapedHtml(std::string_view text) {
    return xmlText(printable(text));
}

std::string codeSpansHtml(std::string_view text) {
    std::string html;
    for (const TextRun& run : codeSpans(text)) {
        const std::string safe = escapedHtml(run.text);
        html += run.code ? "<code>" + safe + "</code>" : safe;
    }
    return html;
}

std::string htmlTable(const TextTable& table) {
    if (table.rows.empty()) {
        return {};
    }
    std::string html = "<div class=\"table\"><table>\n<thead>";
    std::vector<std::string> titles;
    for (const TextColumn& column : table.columns) {
        titles.push_back(column.title);
    }
    addRow(html, table, "th", titles);
    html += "</thead>\n<tbody>\n";
    for (const std::vector<std::string>& row : table.rows) {
        addRow(html, table, "td", row);
    }
    return html + "</tbody>\n</table></div>\n";
}

}  // namespace gaplight
