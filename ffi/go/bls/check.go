package bls

// What can be told without decoding is checked here for both implementations: the status of a gRPC
// call does not tell a wrong length from a bad point, and the C library takes lists concatenated,
// where two wrong lengths may add up to a right one.

func checkScheme(s Scheme) error {
	if s.SignatureLength() == 0 {
		return failf(ErrScheme, "no scheme has the number %d", uint32(s))
	}
	return nil
}

func checkLength(what string, bytes []byte, length int) error {
	if len(bytes) != length {
		return failf(ErrLength, "%s of %d bytes, not %d", what, len(bytes), length)
	}
	return nil
}

func checkSecretKey(s Scheme, secret []byte) error {
	if err := checkScheme(s); err != nil {
		return err
	}
	return checkLength("secret key", secret, SecretKeyLength)
}

func checkPublicKeys(s Scheme, keys ...[]byte) error {
	if err := checkScheme(s); err != nil {
		return err
	}
	for _, key := range keys {
		if err := checkLength("public key", key, s.PublicKeyLength()); err != nil {
			return err
		}
	}
	return nil
}

func checkSign(s Scheme, secret, public []byte) error {
	if err := checkSecretKey(s, secret); err != nil || public == nil {
		return err
	}
	return checkPublicKeys(s, public)
}

func checkVerify(s Scheme, apk, signature []byte) error {
	if err := checkScheme(s); err != nil {
		return err
	}
	if err := checkLength("aggregate key", apk, s.PublicKeyLength()); err != nil {
		return err
	}
	return checkLength("signature", signature, s.SignatureLength())
}

func checkAggregatePK(s Scheme, apk []byte, keys [][]byte) error {
	if err := checkPublicKeys(s, keys...); err != nil {
		return err
	}
	if apk == nil {
		if len(keys) == 0 {
			return failf(ErrEmpty, "no public keys to aggregate")
		}
		return nil
	}
	return checkLength("aggregate key", apk, s.PublicKeyLength())
}

func checkAggregateSig(s Scheme, signature []byte, others [][]byte) error {
	if err := checkScheme(s); err != nil {
		return err
	}
	if err := checkLength("signature", signature, s.SignatureLength()); err != nil {
		return err
	}
	for _, other := range others {
		if err := checkLength("signature", other, s.SignatureLength()); err != nil {
			return err
		}
	}
	return nil
}
