//! The software bill of materials: CycloneDX 1.6 in JSON.

use super::cargo_graph::{CargoGraph, Crate};
use serde_json::{Value, json};

/// The bill of materials of a version, built for a target.
pub fn sbom(graph: &CargoGraph, version: &str, target: &str) -> Value {
    let components: Vec<Value> = graph.crates.values().map(component).collect();
    let reference = |id: &String| graph.crates.get(id).map(reference);
    let mut dependencies: Vec<Value> = graph
        .crates
        .values()
        .map(|of| {
            let needs: Vec<String> = of.needs.iter().filter_map(reference).collect();
            json!({"ref": self::reference(of), "dependsOn": needs})
        })
        .collect();
    let program = format!("chuhe-{version}-{target}");
    let roots: Vec<String> = graph.roots.iter().filter_map(reference).collect();
    dependencies.insert(0, json!({"ref": program, "dependsOn": roots}));
    json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {
            "type": "application",
            "bom-ref": program,
            "name": "chuhe",
            "version": version,
            "licenses": [{"expression": "MIT OR Apache-2.0"}],
            "properties": [{"name": "target", "value": target}],
        }},
        "components": components,
        "dependencies": dependencies,
    })
}

fn component(of: &Crate) -> Value {
    let mut component = json!({
        "type": "library",
        "bom-ref": reference(of),
        "name": of.name,
        "version": of.version,
        "licenses": [{"expression": of.licence}],
    });
    // Our own crates are in no registry.
    if let Some(sha256) = &of.sha256 {
        component["purl"] = json!(purl(of));
        component["hashes"] = json!([{"alg": "SHA-256", "content": sha256}]);
    }
    component
}

fn reference(of: &Crate) -> String {
    match of.sha256 {
        Some(_) => purl(of),
        None => format!("{}@{}", of.name, of.version),
    }
}

fn purl(of: &Crate) -> String {
    // A `+` in a version must be escaped in a package URL.
    format!("pkg:cargo/{}@{}", of.name, of.version.replace('+', "%2B"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{collections::BTreeSet, path::PathBuf};

    #[test]
    fn each_component_is_referred_to_by_its_name() {
        let of = |name: &str, sha256: Option<&str>, needs: &[&str]| {
            let crate_ = Crate {
                name: name.to_owned(),
                version: "1.0.0+2".to_owned(),
                licence: "MIT".to_owned(),
                sha256: sha256.map(str::to_owned),
                folder: PathBuf::new(),
                needs: needs.iter().map(|&need| need.to_owned()).collect(),
            };
            (name.to_owned(), crate_)
        };
        let graph = CargoGraph {
            crates: [of("chuhe", None, &["a"]), of("a", Some("0a"), &[])].into(),
            roots: BTreeSet::from(["chuhe".to_owned()]),
        };
        let bill = sbom(&graph, "0.1.0", "here");
        let references: Vec<&str> = bill["components"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|component| component["bom-ref"].as_str())
            .collect();
        assert_eq!(references, ["pkg:cargo/a@1.0.0%2B2", "chuhe@1.0.0+2"]);
        assert_eq!(
            bill["dependencies"],
            json!([
                {"ref": "chuhe-0.1.0-here", "dependsOn": ["chuhe@1.0.0+2"]},
                {"ref": "pkg:cargo/a@1.0.0%2B2", "dependsOn": []},
                {"ref": "chuhe@1.0.0+2", "dependsOn": ["pkg:cargo/a@1.0.0%2B2"]},
            ])
        );
    }
}
