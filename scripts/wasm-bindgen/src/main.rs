//! `wasm-bindgen-tool MODULE FOLDER NAME` writes `NAME.js`, `NAME.d.ts` and `NAME_bg.wasm` for browsers into the folder.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder, name] = args.as_slice() else {
        eprintln!("usage: wasm-bindgen-tool MODULE FOLDER NAME");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let bound = bindgen
        .input_path(module)
        .out_name(name)
        .typescript(true)
        .omit_default_module_path(false)
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder));
    match bound {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:?}");
            ExitCode::FAILURE
        }
    }
}
