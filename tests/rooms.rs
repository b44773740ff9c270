//! The rooms of `src/` and who may import whom. Numbers flow from the top of the table to its end, so no import runs back
//! and no two rooms import each other; what must stay apart for the sake of the figures is named below it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Each room and what it may import, all of it from above.
const ROOMS: [(&str, &[&str]); 17] = [
    ("numerics", &[]),
    ("figure", &["numerics"]),
    ("random", &["numerics"]),
    ("delimited", &["figure"]),
    ("mechanism", &["figure", "numerics"]),
    ("output_noise", &["figure", "numerics", "random"]),
    ("fourier", &["mechanism", "numerics"]),
    ("grid", &["mechanism", "numerics"]),
    ("guarantee", &["figure", "mechanism", "numerics"]),
    ("simulation", &["figure", "mechanism", "numerics", "random"]),
    (
        "laboratory",
        &[
            "delimited",
            "figure",
            "mechanism",
            "numerics",
            "output_noise",
            "random",
        ],
    ),
    (
        "curve",
        &["figure", "fourier", "grid", "mechanism", "numerics"],
    ),
    (
        "training",
        &[
            "curve",
            "figure",
            "fourier",
            "guarantee",
            "mechanism",
            "numerics",
        ],
    ),
    (
        "audit",
        &[
            "curve",
            "delimited",
            "figure",
            "guarantee",
            "mechanism",
            "numerics",
            "random",
            "training",
        ],
    ),
    (
        "errata",
        &[
            "curve",
            "guarantee",
            "mechanism",
            "numerics",
            "output_noise",
            "training",
        ],
    ),
    (
        "papers",
        &[
            "curve",
            "figure",
            "guarantee",
            "mechanism",
            "numerics",
            "output_noise",
            "training",
        ],
    ),
    (
        "boundary",
        &[
            "audit",
            "errata",
            "figure",
            "guarantee",
            "laboratory",
            "mechanism",
            "numerics",
            "output_noise",
            "papers",
            "simulation",
            "training",
        ],
    ),
];

/// The simulation and the attacks are the witnesses for the curve, the engines are one for each other, and a guarantee speaks of every
/// mechanism that keeps it: whatever else changes in the table, these share no code.
const NEVER: [(&str, &[&str]); 5] = [
    ("simulation", &["fourier", "grid", "curve", "training"]),
    ("laboratory", &["fourier", "grid", "curve", "training"]),
    ("fourier", &["grid"]),
    ("grid", &["fourier"]),
    ("guarantee", &["fourier", "grid", "curve"]),
];

/// What may lie beside the rooms.
const LOOSE: [&str; 3] = ["lib.rs", "delimited.rs", "errata.rs"];

/// The one file whose functions are called with its name.
const OPEN: [(&str, &str); 2] = [
    ("numerics/mod.rs", "pub(crate) mod complex;"),
    ("numerics/mod.rs", "pub(crate) mod normal;"),
];

/// What is wrong with one file; the rooms that it imports go to `arrows`.
fn faults(path: &str, text: &str, arrows: &mut BTreeSet<(String, String)>) -> Vec<String> {
    let mut faults = Vec::new();
    let mut fault = |what: String| faults.push(format!("{path}: {what}"));
    let Some((room, inside)) = path
        .split_once('/')
        .or_else(|| Some((path.strip_suffix(".rs")?, "")))
    else {
        fault("lies beside the rooms".into());
        return faults;
    };
    if inside.is_empty() && !LOOSE.contains(&path) {
        fault("lies beside the rooms".into());
    }
    if !ROOMS.iter().any(|(name, _)| *name == room) {
        fault("is in no room of the table".into());
        return faults;
    }
    if inside == "mod.rs" && !text.starts_with("//!") {
        fault("does not say what the room knows".into());
    }
    let allowed = allowed(room);
    for (line, tested) in code(path, text) {
        if inside == "mod.rs"
            && line.starts_with("pub")
            && line.contains(" mod ")
            && !OPEN.contains(&(path, line))
        {
            fault(format!("opens a file of the room: {line}"));
        }
        if line.contains("wasm_bindgen") && !path.starts_with("boundary/wasm/") {
            fault("names wasm_bindgen".into());
        }
        let depth = path.split('/').count() - usize::from(path.ends_with("/mod.rs"));
        if line.matches("super::").count() >= depth + usize::from(tested) {
            fault(format!("leaves its room without naming another: {line}"));
        }
    }
    for (name, tested) in imports(&code(path, text)) {
        if name == room {
            continue;
        }
        if !ROOMS.iter().any(|(other, _)| *other == name) {
            fault(format!("imports crate::{name}, which is no room"));
        } else if !tested {
            if !allowed.contains(&name.as_str()) {
                fault(format!("imports {name}"));
            }
            arrows.insert((room.into(), name));
        }
    }
    faults
}

fn allowed(room: &str) -> &'static [&'static str] {
    ROOMS
        .iter()
        .find(|(name, _)| *name == room)
        .map_or(&[], |(_, allowed)| allowed)
}

/// The lines without comments, and whether they are tests: these compare what else stays apart.
fn code<'a>(path: &str, text: &'a str) -> Vec<(&'a str, bool)> {
    let start = text.find("#[cfg(test)]\nmod tests {");
    let tests = start.unwrap_or(text.len());
    let all = path.ends_with("/tests.rs");
    let mut at = 0;
    text.split_inclusive('\n')
        .map(|line| {
            let tested = all || at >= tests;
            at += line.len();
            let code = line.split_once("//").map_or(line, |(code, _)| code);
            (code.trim_end(), tested)
        })
        .collect()
}

/// The first names after every `crate::`.
fn imports(code: &[(&str, bool)]) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    for wanted in [false, true] {
        let text: String = code
            .iter()
            .filter(|(_, tested)| *tested == wanted)
            .flat_map(|(line, _)| [line, "\n"])
            .collect();
        for (at, _) in text.match_indices("crate::") {
            let rest = &text[at + "crate::".len()..];
            let names = match rest.strip_prefix('{') {
                None => vec![first_name(rest)],
                Some(list) => outermost(list).into_iter().map(first_name).collect(),
            };
            found.extend(names.into_iter().map(|name| (name.to_owned(), wanted)));
        }
    }
    found
}

fn first_name(path: &str) -> &str {
    let path = path.trim_start();
    let end = path.find(|c: char| !c.is_alphanumeric() && c != '_');
    &path[..end.unwrap_or(path.len())]
}

/// The entries of a list in braces, without those of the lists in it.
fn outermost(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut entries) = (0, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                entries.push(list[start..at].trim());
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    entries.retain(|entry| !entry.is_empty());
    entries
}

fn sources() -> BTreeMap<String, String> {
    fn read(folder: &Path, prefix: &str, files: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let entry = entry.expect("an entry");
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                read(&entry.path(), &format!("{name}/"), files);
            } else {
                let text = fs::read_to_string(entry.path()).expect("text");
                files.insert(name, text);
            }
        }
    }
    let mut files = BTreeMap::new();
    read(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        "",
        &mut files,
    );
    files
}

#[test]
fn every_import_is_in_the_table_and_every_entry_is_used() {
    let mut arrows = BTreeSet::new();
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        if path != "lib.rs" && path != "wasm.d.ts" {
            wrong.extend(faults(&path, &text, &mut arrows));
        }
    }
    for (room, allowed) in ROOMS {
        for other in allowed {
            if !arrows.contains(&(room.into(), (*other).into())) {
                wrong.push(format!("{room} may import {other} and does not"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_has_no_arrow_back_and_keeps_apart_what_must_be() {
    for (place, (room, allowed)) in ROOMS.iter().enumerate() {
        for other in *allowed {
            let above = ROOMS[..place].iter().any(|(name, _)| name == other);
            assert!(above, "{room} imports {other}, which is not above it");
        }
    }
    for (room, others) in NEVER {
        for other in others {
            assert!(
                !allowed(room).contains(other),
                "{room} must not import {other}"
            );
        }
    }
}

#[test]
fn the_contributors_find_every_room() {
    let text = include_str!("../CONTRIBUTING.md");
    for (room, _) in ROOMS {
        assert!(
            text.contains(&format!("- `src/{room}")),
            "{room} has no line"
        );
    }
}

#[test]
fn a_planted_fault_is_found() {
    let planted = [
        ("figure/figure.rs", "use crate::curve::Bounds;\n", "curve"),
        (
            "simulation/tally.rs",
            "use crate::{\n    figure::Error, numerics::{Interval, up},\n    curve::Bounds,\n};\n",
            "imports curve",
        ),
        (
            "grid/window.rs",
            "fn f() -> f64 { crate::fourier::affinity() }\n",
            "imports fourier",
        ),
        (
            "curve/roc.rs",
            "use crate::Interval;\n",
            "crate::Interval, which is no room",
        ),
        (
            "curve/roc.rs",
            "#[cfg(test)]\nmod tests {\n    use crate::Interval;\n}\n",
            "crate::Interval, which is no room",
        ),
        (
            "curve/roc.rs",
            "use super::super::training::Quantity;\n",
            "leaves its room",
        ),
        (
            "grid/mod.rs",
            "//! Grid.\nuse super::fourier::Lines;\n",
            "leaves its room",
        ),
        ("grid/mod.rs", "mod window;\n", "does not say"),
        (
            "grid/mod.rs",
            "//! Grid.\npub(crate) mod window;\n",
            "opens a file",
        ),
        (
            "curve/curve.rs",
            "use wasm_bindgen::JsValue;\n",
            "names wasm_bindgen",
        ),
        ("tradeoff.rs", "", "beside the rooms"),
        ("notes.md", "", "beside the rooms"),
        ("attic/old.rs", "", "in no room"),
    ];
    for (path, text, expected) in planted {
        let found = faults(path, text, &mut BTreeSet::new());
        assert!(
            found.iter().any(|fault| fault.contains(expected)),
            "{path}: {found:?}"
        );
    }
    let sound = "// use crate::curve::Bounds;\nuse super::step::Step;\nuse crate::mechanism::{Noise, Phase};\n\
        \n#[cfg(test)]\nmod tests {\n    use super::*;\n    use crate::curve::PrivacyCurve;\n}\n";
    let mut arrows = BTreeSet::new();
    assert_eq!(
        faults("simulation/tally.rs", sound, &mut arrows),
        Vec::<String>::new()
    );
    assert_eq!(
        arrows,
        BTreeSet::from([("simulation".into(), "mechanism".into())])
    );
}
