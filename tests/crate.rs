//! All integration tests in one program: it is linked once, and its tests share the cores until the last is done.

mod agreement;
mod calibration;
mod epochs;
mod errata;
mod examples;
mod golden;
mod guarantee;
mod laboratory;
mod membership_privacy;
mod monte_carlo;
mod properties;
mod relations;
mod rooms;
mod sources;
mod sweeps;
mod tails;
mod theorems;

/// Whether this is the run of all tests (`npm run test:all`); the daily one plants fewer settings.
fn is_whole_run() -> bool {
    std::env::var_os("TEST_ALL").is_some()
}

/// A file that no line above names would never run.
#[test]
fn every_file_is_part_of_it() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let this = include_str!("crate.rs");
    for entry in std::fs::read_dir(folder).expect("tests") {
        let name = entry.expect("a file").file_name();
        let name = name.to_str().expect("UTF-8");
        if let Some(module) = name.strip_suffix(".rs").filter(|module| *module != "crate") {
            assert!(this.contains(&format!("\nmod {module};\n")), "{name}");
        }
    }
}
