// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/opinion_section.h"

#include <string>

namespace gaplight {

void writeOpinion(const RuleFinding& opinion, std::size_t number, ReportPage& page) {
    if (!page.isFull()) {
        page.item(std::to_string(number) + ".",
                  std::string(severityName(opinion.severity)) + ": " + opinion.title);
        page.item("", opinion.why);
        page.item("", "try: " + opinion.fix);
        return;
    }
    PageSection section;
    section.number = number;
    section.severity = severityName(opinion.severity);
    section.title = opinion.title;
    section.entries = {{"why", opinion.why}, {"try", opinion.fix}};
    if (!opinion.confidence.empty()) {
        section.entries.emplace_back("not known", opinion.confidence);
    }
    page.section(section);
}

}  // namespace gaplight
