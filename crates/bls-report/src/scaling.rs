//! What a group's page says about the parameter N: charts, cost models, and the calculator.

use askama::{Template, filters::HtmlSafe};
use bls_api::{Group, Kind, Operation, TransportOp};
use bls_results::Results;
use serde::Serialize;

use crate::{
    cost_model::{Model, Prediction, models},
    plots::items,
};

/// The cost models of a group; as text, the calculator, of which a page has one.
///
/// It works by `assets/calculator.js`.
#[derive(Debug, Serialize, Template)]
#[template(path = "calculator.html")]
pub struct Models {
    /// In the order of the table.
    pub operations: Vec<OperationModels>,
    /// What the page can be checked by: it must predict the same.
    pub checks: Vec<Check>,
}

/// The cost models of an operation.
#[derive(Debug, Serialize)]
pub struct OperationModels {
    /// Its name.
    pub operation: &'static str,
    /// What N counts.
    pub items: &'static str,
    /// True of the scheme that is insecure by construction.
    pub insecure: bool,
    /// By name; at least one.
    pub engines: Vec<EngineModel>,
}

/// The cost model of an engine.
#[derive(Debug, Serialize)]
pub struct EngineModel {
    /// The engine.
    pub engine: String,
    /// What it does.
    #[serde(flatten)]
    pub model: Model,
}

/// A prediction.
#[derive(Debug, Serialize)]
pub struct Check {
    operation: &'static str,
    engine: String,
    n: u32,
    prediction: Option<Prediction>,
}

impl Models {
    /// Of all operations for which one of the models has a line; none where there is no such.
    #[must_use]
    pub fn of(results: &Results, group: Group) -> Option<Self> {
        let operations = group.operations().iter();
        let operations: Vec<OperationModels> = operations
            .filter_map(|operation| OperationModels::of(results, group, operation))
            .collect();
        let checks = operations
            .iter()
            .flat_map(OperationModels::checks)
            .collect();
        (!operations.is_empty()).then_some(Self { operations, checks })
    }

    /// The models of one operation.
    #[must_use]
    pub fn operation(&self, name: &str) -> Option<&OperationModels> {
        let mut operations = self.operations.iter();
        operations.find(|operation| operation.operation == name)
    }

    /// For a `script` element, which `<` could end.
    fn json(&self) -> askama::Result<String> {
        let json = serde_json::to_string(self).map_err(askama::Error::custom)?;
        Ok(json.replace('<', "\\u003c"))
    }
}

impl OperationModels {
    fn of(results: &Results, group: Group, operation: &Operation) -> Option<Self> {
        let engines = models(results, group, operation).into_iter();
        let engines: Vec<EngineModel> = engines
            .filter(|(_, model)| !model.pieces.is_empty())
            .map(|(engine, model)| EngineModel { engine, model })
            .collect();
        (!engines.is_empty()).then_some(Self {
            operation: operation.name,
            items: items(operation),
            insecure: is_insecure(group, operation),
            engines,
        })
    }

    /// Of the first engine, one of each kind.
    fn checks(&self) -> impl Iterator<Item = Check> {
        let engine = &self.engines[0];
        let points = &engine.model.points;
        let (first, last) = (points[0].n, points[points.len() - 1].n);
        let between = u32::midpoint(first, last);
        let check = |n| Check {
            operation: self.operation,
            engine: engine.engine.clone(),
            n,
            prediction: engine.model.predict(n),
        };
        [first, between, last.saturating_mul(10)]
            .map(check)
            .into_iter()
    }
}

impl HtmlSafe for Models {}

/// True of operations of the scheme that is insecure by construction.
pub(crate) fn is_insecure(group: Group, operation: &Operation) -> bool {
    let dusk_in_transport = matches!(
        operation.kind,
        Kind::Transport(
            TransportOp::Sign(Group::Dusk)
                | TransportOp::SignVulnerable
                | TransportOp::Verify(Group::Dusk)
                | TransportOp::AggregatePublicKeys(Group::Dusk)
                | TransportOp::AggregateSignatures(Group::Dusk)
        )
    );
    group == Group::Dusk || dusk_in_transport
}

#[cfg(test)]
mod tests {
    use bls_results::{Figure, Outcome, Row};

    use super::*;
    use crate::fixture;

    fn models_of(group: Group, rows: &[(&str, f64)]) -> Option<Models> {
        let rows = rows.iter().map(|&(id, ns)| Row {
            id: id.parse().unwrap(),
            run: 0,
            outcome: Outcome::Measured(Figure {
                ns,
                low: ns * 0.99,
                high: ns * 1.01,
                samples: 3,
                allocated: None,
            }),
        });
        Models::of(&fixture::results(rows), group)
    }

    #[test]
    fn a_page_has_models_and_checks() {
        let mut models = models_of(
            Group::MinPk,
            &[
                ("min_pk/verify/blst", 1.0),
                ("min_pk/batch_verify/blst/10", 1_100_000.0),
                ("min_pk/batch_verify/blst/100", 2_000_000.0),
                ("min_pk/batch_verify/herumi/100", 2_000_000.0),
            ],
        )
        .unwrap();
        let [operation] = &models.operations[..] else {
            panic!("{models:?}");
        };
        assert_eq!(
            (operation.operation, operation.items),
            ("batch_verify", "signatures")
        );
        assert_eq!(operation.engines.len(), 1, "herumi has one point");
        "</script>".clone_into(&mut models.operations[0].engines[0].engine);
        let calculator = models.render().unwrap();
        assert_eq!(calculator.matches("</script>").count(), 1, "{calculator}");
        let (_, json) = calculator.split_once("class=\"models\">").unwrap();
        let (json, _) = json.split_once("</script>").unwrap();
        let json: serde_json::Value = serde_json::from_str(json).unwrap();
        let engine = &json["operations"][0]["engines"][0];
        assert_eq!(engine["engine"], "</script>");
        assert_eq!(engine["points"][1]["n"], 100);
        let kinds: Vec<_> = (0..3)
            .map(|check| &json["checks"][check]["prediction"]["kind"])
            .collect();
        assert_eq!(kinds, ["measured", "interpolated", "extrapolated"]);
    }

    #[test]
    fn without_two_points_there_is_nothing() {
        assert!(models_of(Group::Curve, &[("curve/g1_msm/blst/128", 1.0)]).is_none());
    }

    #[test]
    fn dusk_is_marked() {
        for (group, operation, insecure) in [
            (Group::Dusk, "aggregate_public_keys", true),
            (Group::DuskV2, "aggregate_public_keys", false),
            (Group::Transport, "dusk_aggregate_pk", true),
            (Group::Transport, "dusk_v2_aggregate_pk", false),
        ] {
            let id = |n| format!("{group}/{operation}/some/{n}");
            let models = models_of(group, &[(&id(1), 1.0), (&id(64), 64.0)]).unwrap();
            let marked = models.operation(operation).unwrap().insecure;
            assert_eq!(marked, insecure, "{group}/{operation}");
        }
    }
}
