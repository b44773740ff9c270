//! The attack by the loss alone (Yeom et al. 2018).

use crate::laboratory::data::Records;
use crate::laboratory::model::Pass;

/// The mean loss of the training less the loss of each record: above 0, the attacker says member.
pub(crate) fn log_loss(pass: &mut Pass, members: &Records, records: &Records) -> Vec<f64> {
    let losses = pass.losses(members);
    let mean = losses.iter().sum::<f64>() / losses.len() as f64;
    let scores = pass.losses(records).into_iter().map(|loss| mean - loss);
    scores
        .map(|score| if score.is_nan() { 0.0 } else { score })
        .collect()
}
