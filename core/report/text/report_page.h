// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/quantity_text.h"

namespace gaplight {

// A cell without a value: nothing was measured, or there is nothing to measure.
inline constexpr const char* kNoValue = "–";

// A measured time, 0 too; kNoValue unless it is known.
[[nodiscard]] inline std::string knownDuration(bool isKnown, Duration time) {
    return isKnown ? durationText(time) : kNoValue;
}

// Agent: Plain for a program that calls tools and has no command line: hints are left out.
enum class PageStyle : std::uint8_t { Plain, Color, Agent, Markdown, Html };

enum class Align : std::uint8_t { Left, Right };

enum class CellKind : std::uint8_t {
    Text,   // literal
    Prose,  // with code between backticks
    Code,   // all of it is code
    Mark,   // a markText
};

struct PageColumn {
    std::string title;
    Align align = Align::Left;
    // Longer cells lose their middle to an ellipsis in Plain and Color; in characters, 0: never.
    std::size_t widest = 0;
    CellKind kind = CellKind::Text;
};

struct PageTable {
    std::vector<PageColumn> columns;
    std::vector<std::vector<std::string>> rows;
};

// Status of a checked item.
enum class Mark : std::uint8_t { Healthy, Unhealthy, Unknown };
// "✓", "✗", "–": readable without color.
[[nodiscard]] std::string_view markText(Mark mark);

struct PageFigure {
    std::string svg;          // the figure in Html
    std::string path;         // link target in Markdown; empty: Markdown has no figure
    std::string description;  // alternative text
};

// A finding: title, one line of figures, then "name: text" entries. All texts are prose.
struct PageSection {
    std::size_t number = 0;  // from 1; shown in Html
    std::string severity;    // class of the Html element
    std::string title;
    std::string summary;
    std::vector<std::pair<std::string, std::string>> entries;  // without empty texts
    std::optional<PageFigure> figure;
};

// A report page, written from top to bottom. The code that describes a page does not depend on its
// style; makePage() creates the writer of a style.
//
// Texts are literal: nothing in them is markup, and invalid UTF-8, control characters and line
// breaks are replaced. In prose, text between backticks is code.
class ReportPage {
public:
    virtual ~ReportPage() = default;

    virtual PageStyle style() const = 0;
    // True for Markdown and Html, which have room for all details; false for a terminal.
    bool isFull() const;
    // An option of the command line that shows more, after a separator: "; --all"; empty where
    // there is no command line.
    std::string hint(std::string_view text) const;

    virtual void title(std::string_view text) = 0;
    virtual void heading(std::string_view text) = 0;
    virtual void subheading(std::string_view text) = 0;
    virtual void line(std::string_view text) = 0;
    // A line of less importance.
    virtual void note(std::string_view text) { line(text); }
    virtual void prose(std::string_view text) = 0;
    // The result of the whole report, as a sentence.
    virtual void result(Mark mark, std::string_view text);
    // A marker, followed by prose of any length.
    virtual void item(std::string_view marker, std::string_view text) = 0;
    // Writes nothing for a table without rows.
    virtual void table(const PageTable& table) = 0;
    // Writes nothing if the style has no figures.
    virtual void figure(const PageFigure& /*figure*/) {}
    virtual void section(const PageSection& section);
    // Text that is Markdown already, unchanged. Not for Html.
    virtual void markdown(std::string_view text) = 0;

    // The page's text; the page is empty afterwards.
    [[nodiscard]] virtual std::string take() = 0;
};

// Characters in a line of running text where no terminal says how many it has.
inline constexpr std::size_t kPageWidth = 110;
// `width`: of the lines of Plain and Color.
[[nodiscard]] std::unique_ptr<ReportPage> makePage(PageStyle style, std::size_t width = kPageWidth);

}  // namespace gaplight
