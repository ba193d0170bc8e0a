package bls_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"blsbench/bls"
	"blsbench/bls/internal/daemon"
)

// authority signs the certificates of a test.
type authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

func newAuthority(t *testing.T) authority {
	t.Helper()
	key := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: "authority"},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(time.Hour),
		IsCA:                  true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageCertSign,
	}
	der := must(x509.CreateCertificate(rand.Reader, template, template, key.Public(), key))(t)
	return authority{must(x509.ParseCertificate(der))(t), key}
}

// issue makes a certificate for this machine's address, and its key.
func (a authority) issue(t *testing.T) tls.Certificate {
	t.Helper()
	key := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2),
		NotBefore:    time.Now().Add(-time.Hour),
		NotAfter:     time.Now().Add(time.Hour),
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1)},
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der := must(x509.CreateCertificate(rand.Reader, template, a.certificate, key.Public(), a.key))(t)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

func writePEM(t *testing.T, directory, name, kind string, der []byte) string {
	t.Helper()
	file := filepath.Join(directory, name)
	text := pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestMutualTLS(t *testing.T) {
	needServer(t)
	directory := ownDirectory(t)
	ca := newAuthority(t)
	certificate := ca.issue(t)
	key := must(x509.MarshalPKCS8PrivateKey(certificate.PrivateKey))(t)
	d := must(daemon.Start(serverProgram(), filepath.Join(directory, "s"), "--tcp", "127.0.0.1:0",
		"--tls-certificate", writePEM(t, directory, "server", "CERTIFICATE", certificate.Certificate[0]),
		"--tls-key", writePEM(t, directory, "key", "PRIVATE KEY", key),
		"--tls-client-ca", writePEM(t, directory, "ca", "CERTIFICATE", ca.certificate.Raw),
	))(t)
	roots := x509.NewCertPool()
	roots.AddCert(ca.certificate)
	call := func(config *tls.Config) error {
		ipc := must(bls.NewIPC(d.TCP, config))(t)
		defer func() { _ = ipc.Close() }()
		_, err := ipc.NullCall(t.Context(), nil)
		return err
	}
	good := &tls.Config{RootCAs: roots, Certificates: []tls.Certificate{ca.issue(t)}}
	if err := call(good); err != nil {
		t.Errorf("with a certificate: %v", err)
	}
	for name, config := range map[string]*tls.Config{
		"without TLS":                     nil,
		"without a certificate":           {RootCAs: roots},
		"with a certificate of another's": {RootCAs: roots, Certificates: []tls.Certificate{newAuthority(t).issue(t)}},
		"with an authority of nobody's":   {Certificates: good.Certificates},
	} {
		if err := call(config); !errors.Is(err, bls.ErrUnavailable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
}
