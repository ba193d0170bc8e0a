//! Ring signatures, which are random: what is asked of one that an engine has made.

use bls_api::{Error, Group, Inputs, Kind, Operation, RingOp, Suite};

/// What a signature by a known member of a ring must be.
pub(crate) struct RingSignature {
    suite: &'static dyn Suite,
    /// The engine's own, which has passed the vectors.
    verify: &'static Operation,
    linked: &'static Operation,
    /// Ring and message; and signatures by the same member, if there are any.
    inputs: Inputs,
    image: Vec<u8>,
}

impl RingSignature {
    /// Of the inputs of a signing job, and the member's key image.
    pub(crate) fn new(
        suite: &'static dyn Suite,
        group: Group,
        bound: bool,
        inputs: Inputs,
        image: Vec<u8>,
    ) -> Result<Self, Error> {
        let row = |op| {
            let row = group.row(Kind::Ring(op));
            row.ok_or(Error::Input("nothing to verify with"))
        };
        Ok(Self {
            suite,
            verify: row(RingOp::Verify { bound })?,
            linked: row(RingOp::Linked)?,
            inputs,
            image,
        })
    }

    /// What is wrong with a signature, if anything.
    pub(crate) fn fault(&self, signature: &[u8]) -> Result<Option<&'static str>, Error> {
        let point = self.image.len();
        let Some((head, members)) = signature.split_at_checked(4 + 32 + point) else {
            return Ok(Some("too short"));
        };
        if head[4 + 32..] != self.image {
            return Ok(Some("another key image"));
        }
        let ring = members.chunks(32 + point).map(|member| member.get(32..));
        if !ring.eq(self
            .inputs
            .public_keys
            .iter()
            .map(|key| Some(key.as_slice())))
        {
            return Ok(Some("another ring"));
        }
        let inputs = Inputs {
            messages: self.inputs.messages.clone(),
            signatures: vec![signature.to_vec()],
            ..Inputs::default()
        };
        if self.suite.output(self.verify, &inputs)? != [1] {
            return Ok(Some("it does not verify"));
        }
        for other in &self.inputs.signatures {
            let inputs = Inputs {
                signatures: vec![signature.to_vec(), other.clone()],
                ..Inputs::default()
            };
            if self.suite.output(self.linked, &inputs)? != [1] {
                return Ok(Some("it is not linked to one by the same member"));
            }
        }
        Ok(None)
    }
}
