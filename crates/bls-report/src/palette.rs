//! How engines look in charts: each has its colour and its marker, in every chart and on every page.

/// Of one engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Style {
    /// Below [`COLOURS`]: the class `c0` and so on, whose values the style sheet has for light and
    /// for dark.
    pub colour: usize,
    /// Counted from 0: circle, square, triangle, cross, diamond.
    pub marker: usize,
}

/// How many colours there are: more cannot be told apart by everybody.
pub const COLOURS: usize = 8;

/// Names are only ever added, at the end, so that an engine keeps its look. Those that often meet in
/// one chart stand together, because neighbours differ in colour; bindings have the colour of their
/// library.
const KNOWN: &[&str] = &[
    "blst",
    "herumi",
    "zkcrypto",
    "arkworks",
    "gnark",
    "miracl",
    "blsful",
    "circl",
    "blst_go",
    "herumi_go",
    "milagro",
    "geth",
    "blst_portable",
    "dusk",
    "dusk_v2",
    "native",
    "c_abi",
    "c_abi_bytes",
    "cgo",
    "cgo_bytes",
    "grpc_uds",
    "grpc_tcp",
    "go_grpc_uds",
    "go_grpc_tcp",
    "ring_k256",
    "ring_libsecp256k1",
    "ring_go",
    "ring_go_0_1",
    "ring_dalek",
    "nazgul",
    "ed25519_dalek",
    "p256",
    "k256",
    "secp256k1",
    "go_crypto",
];

/// The look of an engine; an unknown one gets one that follows from its name.
#[must_use]
pub fn style(engine: &str) -> Style {
    let known = KNOWN.iter().position(|name| *name == engine);
    let index = known.unwrap_or_else(|| {
        let sum = engine.bytes().fold(0_usize, |sum, byte| {
            sum.wrapping_mul(31).wrapping_add(usize::from(byte))
        });
        sum % KNOWN.len()
    });
    Style {
        colour: index % COLOURS,
        marker: index / COLOURS,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn known_engines_differ() {
        let styles: HashSet<Style> = KNOWN.iter().map(|name| style(name)).collect();
        assert_eq!(styles.len(), KNOWN.len());
        assert_eq!(style("blst").colour, style("blst_go").colour);
        assert!(style("someone's own").colour < COLOURS);
    }

    /// The luminance of `#rrggbb` by WCAG 2.
    fn luminance(colour: &str) -> f64 {
        let channel = |index: usize| {
            let byte = u8::from_str_radix(&colour[index..index + 2], 16).expect("a channel");
            let value = f64::from(byte) / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    #[test]
    fn colours_stand_out_from_the_paper() {
        let css = include_str!("../assets/style.css");
        let pair = |name: &str| {
            let (_, rest) = css
                .split_once(&format!("--{name}: light-dark("))
                .expect(name);
            let (pair, _) = rest.split_once(");").expect(name);
            let (light, dark) = pair.split_once(", ").expect(name);
            [light, dark].map(luminance)
        };
        let contrast = |a: f64, b: f64| (a.max(b) + 0.05) / (a.min(b) + 0.05);
        let paper = pair("paper");
        for index in 0..COLOURS {
            let colour = pair(&format!("c{index}"));
            for scheme in 0..2 {
                let contrast = contrast(colour[scheme], paper[scheme]);
                assert!(contrast >= 3.0, "c{index}: {contrast}");
            }
        }
    }
}
