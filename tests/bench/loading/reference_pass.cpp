// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/loading/reference_pass.h"

#include <simdjson.h>

#include "tests/bench/timing/stopwatch.h"

namespace gaplight::bench {
namespace {

double touchText(simdjson::ondemand::value value) {
    if (value.type() == simdjson::ondemand::json_type::string) {
        const std::string_view text = value.get_string();
        return static_cast<double>(text.size());
    }
    return static_cast<double>(value.raw_json_token().size());
}

double touchEvent(simdjson::ondemand::object event) {
    double sum = 0;
    for (auto field : event) {
        const simdjson::ondemand::raw_json_string key = field.key();
        if (key == "ts" || key == "dur") {
            sum += field.value().get_double();
        } else if (key == "name" || key == "cat" || key == "ph" || key == "pid" || key == "tid") {
            sum += touchText(field.value());
        }
    }
    return sum;
}

}  // namespace

ReferencePass referencePass(const std::string& path) {
    ReferencePass pass;
    const Stopwatch watch;
    const simdjson::padded_string text = simdjson::padded_string::load(path);
    pass.readSeconds = watch.seconds();
    simdjson::ondemand::parser parser;
    simdjson::ondemand::document document = parser.iterate(text);
    for (auto event : document["traceEvents"].get_array()) {
        pass.checksum += touchEvent(event.get_object());
        ++pass.events;
    }
    pass.seconds = watch.seconds();
    return pass;
}

}  // namespace gaplight::bench
