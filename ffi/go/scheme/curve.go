package scheme

// Curve is a library's groups and pairing without a signature scheme. A1 and A2 are points as they
// go in, affine if the library has affine points; P1 and P2 are points as its arithmetic leaves
// them; S are scalars, F1 and F2 elements of the fields that are mapped to the groups, and M what
// the pairing makes.
type Curve[A1, P1, F1, A2, P2, F2, S, M any] struct {
	// G1 is the group over the field of p elements.
	G1 Group[A1, P1, F1, S]
	// G2 is the group over the field of p² elements.
	G2 Group[A2, P2, F2, S]
	// Pairings of G1 with G2.
	Pairings Pairings[A1, A2, M]
	// Lacks says which operations, of `curve` and of `eip2537`, the library does not offer, and why.
	// What they would call is not called.
	Lacks map[string]string
}

// Group is G1 or G2. Results go to the first argument, so that a loop does not allocate them. Points
// may be the identity wherever nothing else is said. No function may use more than one thread,
// except those whose name ends in MT. Nothing is secret.
type Group[A, P, F, S any] interface {
	// Decode reads a compressed point, on the curve and in the subgroup.
	Decode(point *A, encoded []byte) error
	// DecodeUnchecked reads a compressed point, on the curve.
	DecodeUnchecked(point *A, encoded []byte) error
	// DecodeUncompressed reads x and y, each with the number of u first, of a point on the curve. All
	// bits of the first byte that are flags must be zero; the identity is 0x40 followed by zeros.
	DecodeUncompressed(point *A, encoded []byte) error
	// Encode writes the compressed point.
	Encode(point *A) []byte
	// EncodeUncompressed writes what DecodeUncompressed reads.
	EncodeUncompressed(encoded []byte, point *A)
	// Projective is the same point.
	Projective(point *P, affine *A)
	// Affine is the same point.
	Affine(affine *A, point *P)
	// IsIdentity is true for the point at infinity.
	IsIdentity(point *A) bool
	// InSubgroup is true for a point of the subgroup, given one on the curve.
	InSubgroup(point *A) bool
	// Add adds any two points of the curve.
	Add(sum, a, b *P)
	// DecodeScalar reads 32 big-endian bytes, modulo the group order.
	DecodeScalar(scalar *S, encoded []byte)
	// Multiply is a point of the subgroup times a scalar.
	Multiply(product *P, point *A, scalar *S)
	// MSM is the sum of points[i] * scalars[i]. The lists are of one length and not empty, the points
	// of the subgroup and none of them the identity.
	MSM(sum *P, points []A, scalars []S)
	// MSMMT is MSM with all cores.
	MSMMT(sum *P, points []A, scalars []S)
	// HashToCurve is that of RFC 9380 with SHA-256, under a tag of 1 to 255 bytes.
	HashToCurve(point *P, message, dst []byte)
	// DecodeElement reads a field element, the number of u first, each number below p.
	DecodeElement(element *F, encoded []byte) error
	// MapToCurve is the map of RFC 9380 with the cofactor cleared.
	MapToCurve(point *P, element *F)
}

// Pairings multiply pairings of points none of which is the identity. A library that does not
// separate the final exponentiation from what comes before has done both in MillerLoop; its
// FinalExponentiation copies.
type Pairings[A1, A2, M any] interface {
	// MillerLoop is the product of the Miller loops of p[i] and q[i], which share their squarings if
	// the library can. The lists are of one length and not empty.
	MillerLoop(product *M, p []A1, q []A2)
	// MillerLoopMT is MillerLoop with all cores.
	MillerLoopMT(product *M, p []A1, q []A2)
	// FinalExponentiation takes a product of Miller loops to the group that IsOne is about.
	FinalExponentiation(power, product *M)
	// Multiply is the product of two, both before the final exponentiation or both after it.
	Multiply(product, a, b *M)
	// IsOne is true for the product of pairings that is 1.
	IsOne(power *M) bool
}

// SplitMSM is MSMMT by a function that uses one thread: each core sums a part of the lists.
func SplitMSM[A, P, S any](
	sum *P, points []A, scalars []S, msm func(*P, []A, []S), add func(sum, other *P),
) {
	parts := split(len(points))
	sums := make([]P, len(parts))
	each(parts, func(i int, part part) {
		msm(&sums[i], points[part.from:part.to], scalars[part.from:part.to])
	})
	*sum = sums[0]
	for i := range sums[1:] {
		add(sum, &sums[1+i])
	}
}

// SplitMillerLoop is MillerLoopMT by MillerLoop: each core takes a part of the pairs.
func SplitMillerLoop[A1, A2, M any](
	pairings Pairings[A1, A2, M], product *M, p []A1, q []A2,
) {
	parts := split(len(p))
	products := make([]M, len(parts))
	each(parts, func(i int, part part) {
		pairings.MillerLoop(&products[i], p[part.from:part.to], q[part.from:part.to])
	})
	*product = products[0]
	for i := range products[1:] {
		pairings.Multiply(product, product, &products[1+i])
	}
}

func each(parts []part, task func(int, part)) {
	_ = parallel(len(parts), func(i int) error {
		task(i, parts[i])
		return nil
	})
}
