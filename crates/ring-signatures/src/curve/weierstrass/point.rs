//! Points of secp256k1 in variable time, over k256's field.
//!
//! A field element of k256 carries a magnitude: a product has 1, a sum the sum of both, the negation
//! of magnitude m has m + 1, and a factor may have 8. Builds with debug assertions check it.

use k256::{Secp256k1, elliptic_curve::hazmat::FieldArithmetic};

use crate::curve::PointFault;

pub(super) type FieldElement = <Secp256k1 as FieldArithmetic>::FieldElement;

/// Compressed, as in SEC 1.
pub(crate) type Encoded = [u8; 33];

/// Which SEC 1 cannot encode in 33 bytes: as ring-go has it.
pub(crate) const IDENTITY: Encoded = {
    let mut bytes = [0; 33];
    bytes[0] = 2;
    bytes
};

/// A point that is not the identity; coordinates of magnitude 1.
#[derive(Debug, Clone, Copy)]
pub struct Affine {
    pub(super) x: FieldElement,
    pub(super) y: FieldElement,
}

impl Affine {
    pub(super) fn decode(bytes: &[u8]) -> Result<Self, PointFault> {
        if bytes.iter().skip(1).all(|&byte| byte == 0) && !bytes.is_empty() {
            return Err(PointFault::SmallOrder);
        }
        let (tag, x) = match bytes.split_first() {
            Some((&tag @ (2 | 3), x)) => (tag, x.try_into().map_err(|_| PointFault::Malformed)?),
            _ => return Err(PointFault::Malformed),
        };
        let point = Self::with_x(x).ok_or(PointFault::Malformed)?;
        Ok(if tag == 2 { point } else { point.negate() })
    }

    /// The point with this x, big-endian, and an even y.
    pub(super) fn with_x(x: &[u8; 32]) -> Option<Self> {
        let x = FieldElement::from_bytes(&(*x).into()).into_option()?;
        let y = (x.square().mul(&x) + FieldElement::from_u64(7)).sqrt();
        let y = y.into_option()?.normalize();
        let point = Self { x, y };
        Some(if bool::from(y.is_even()) {
            point
        } else {
            point.negate()
        })
    }

    pub(super) fn negate(&self) -> Self {
        Self {
            x: self.x,
            y: self.y.negate(1).normalize(),
        }
    }

    pub(super) fn encode(&self) -> Encoded {
        let mut bytes = IDENTITY;
        bytes[0] |= u8::from(bool::from(self.y.normalize().is_odd()));
        bytes[1..].copy_from_slice(&self.x.normalize().to_bytes());
        bytes
    }
}

/// `(x / z², y / z³)`, or the identity where `z` is zero; magnitudes at most 1, 1 and 2.
#[derive(Debug, Clone, Copy)]
pub(super) struct Jacobian {
    x: FieldElement,
    y: FieldElement,
    z: FieldElement,
    identity: bool,
}

impl From<Affine> for Jacobian {
    fn from(Affine { x, y }: Affine) -> Self {
        Self {
            x,
            y,
            z: FieldElement::ONE,
            identity: false,
        }
    }
}

impl Jacobian {
    pub(super) const IDENTITY: Self = Self {
        x: FieldElement::ONE,
        y: FieldElement::ONE,
        z: FieldElement::ZERO,
        identity: true,
    };

    /// Three products and four squares; the order of the curve is odd, so only the identity doubles to
    /// the identity.
    pub(super) fn double(&self) -> Self {
        if self.identity {
            return *self;
        }
        let yy = self.y.square();
        let xyy = self.x.mul(&yy);
        let slope = self.x.square().mul_single(3);
        let x = (slope.square() + xyy.negate(1).mul_single(8)).normalize_weak();
        let y = slope.mul(&(xyy.mul_single(4) + x.negate(1)));
        Self {
            x,
            y: (y + yy.square().negate(1).mul_single(8)).normalize_weak(),
            z: self.y.mul(&self.z).double(),
            identity: false,
        }
    }

    /// Eight products and three squares; `y` may have magnitude 2.
    pub(super) fn add(&self, x: &FieldElement, y: &FieldElement) -> Self {
        if self.identity {
            return Affine {
                x: *x,
                y: y.normalize_weak(),
            }
            .into();
        }
        let zz = self.z.square();
        let dx = x.mul(&zz) + self.x.negate(1);
        let dy = y.mul(&self.z.mul(&zz)) + self.y.negate(1);
        if bool::from(dx.normalizes_to_zero()) {
            return if bool::from(dy.normalizes_to_zero()) {
                self.double()
            } else {
                Self::IDENTITY
            };
        }
        let dx2 = dx.square();
        let dx3 = dx2.mul(&dx);
        let v = self.x.mul(&dx2);
        let x = (dy.square() + dx3.negate(1) + v.double().negate(2)).normalize_weak();
        let y = dy.mul(&(v + x.negate(1))) + self.y.mul(&dx3).negate(1);
        Self {
            x,
            y: y.normalize_weak(),
            z: self.z.mul(&dx),
            identity: false,
        }
    }

    /// All of them with one inversion; the identity has no affine form.
    pub(super) fn to_affine(points: &[Self]) -> Vec<Option<Affine>> {
        let mut product = FieldElement::ONE;
        let before: Vec<_> = points
            .iter()
            .map(|point| {
                let before = product;
                if !point.identity {
                    product = product.mul(&point.z);
                }
                before
            })
            .collect();
        let inverse = product.normalize().invert_vartime().into_option();
        let mut inverse = inverse.unwrap_or(FieldElement::ONE);
        let mut affine: Vec<_> = points
            .iter()
            .zip(&before)
            .rev()
            .map(|(point, before)| {
                if point.identity {
                    return None;
                }
                let z = inverse.mul(before);
                inverse = inverse.mul(&point.z);
                let zz = z.square();
                Some(Affine {
                    x: point.x.mul(&zz),
                    y: point.y.mul(&zz.mul(&z)),
                })
            })
            .collect();
        affine.reverse();
        affine
    }
}

/// For what [`Jacobian::to_affine`] gives.
pub(super) fn encode(point: Option<Affine>) -> Encoded {
    point.map_or(IDENTITY, |point| point.encode())
}
