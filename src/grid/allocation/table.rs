//! The law of the ratio of an epoch as a table.

use super::panel::{NODES, Use};
use super::panels::Panels;
use crate::mechanism::{RatioNode, RatioPanel, TabulatedRatio};

/// The law of the ratio of one epoch, for powers of it at frequencies up to `highest`; what is not in it holds about as much under
/// "in" as `spare` says, at least and at most. None where that takes too long.
pub(crate) fn epoch_table(
    pair: (f64, f64),
    spare: (f64, f64),
    highest: f64,
) -> Option<TabulatedRatio> {
    let panels = Panels::new(pair, spare, Use::Powers(highest))?;
    let (shift, bins) = pair;
    let (first, last) = (panels.panels.first()?, panels.panels.last()?);
    let mut table = TabulatedRatio {
        ends: (libm::log(first.from()), libm::log(last.to())),
        left: panels.left,
        missing: panels.missing,
        from: libm::log(panels.from),
        variance: shift * shift / bins,
        ..TabulatedRatio::default()
    };
    for panel in &panels.panels {
        let offsets = panels.rule.map(|(x, _)| panel.half * x);
        let densities = panels.at_nodes(panel);
        for (((_, weight), offset), (density, error)) in
            panels.rule.iter().zip(offsets).zip(densities)
        {
            let length = panel.half * weight;
            table.nodes.push(RatioNode {
                loss: libm::log(panel.centre) + libm::log1p(offset / panel.centre),
                log_out: libm::log(length * density.max(0.0)),
                error: length * (error + (-density).max(0.0)),
            });
        }
        let [(density, error)] = panels.densities(panel, &[-panel.half]);
        table.panels.push(RatioPanel {
            nodes: NODES,
            density_before: panel.from() * (density.max(0.0) + error) * (1.0 + 1e-12),
            ellipses: panel.ellipses.iter().map(|near| near.ellipse).collect(),
        });
    }
    Some(table)
}
