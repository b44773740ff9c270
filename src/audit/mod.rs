//! What the results of an attack say about the run that was declared: the test of its trade-off curve, and confidence bounds of
//! what the attack shows.
//!
//! It may import `training` for the noise of a run, `curve` and `guarantee` for what is declared, `mechanism`, `random` for ties,
//! `delimited` for rows of a file, `figure` and `numerics`. It reads curves from above only: what refutes a curve refutes every one below it.

mod counts;
mod declared;
mod evidence;
#[cfg(test)]
mod false_alarms;
mod figures;
mod one_run;
mod options;
mod plan;
mod power;
mod result;
mod roc_bound;
mod score_file;
mod score_rows;
mod scores;
mod theorems;
mod thresholds;

#[cfg(test)]
pub(crate) use theorems::ALL as THEOREMS;

pub use declared::Declared;
pub use evidence::Evidence;
pub use options::AuditOptions;
pub use plan::{AuditPlan, AuditPlanOptions, AuditPlanRate};
pub use result::{AuditResult, AuditThreshold, AuditTpr};
pub use score_file::ScoreFile;
pub use score_rows::{ScoreColumns, ScoreSummary};
pub use scores::Scores;
