package bls

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	"blsbench/bls/internal/blsv1"
)

// IPC is the backend over gRPC, in the server blsbenchd. It connects with the first call, and again
// by itself when the server was away; calls in between end with [ErrUnavailable].
type IPC struct {
	connection *grpc.ClientConn
	service    blsv1.BlsClient
	health     grpc_health_v1.HealthClient
}

var _ Backend = (*IPC)(nil)

// reconnect soon: the server is on this machine, and gRPC's own delays are meant for the internet.
var reconnect = grpc.ConnectParams{
	Backoff: backoff.Config{
		BaseDelay: 10 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: time.Second,
	},
	MinConnectTimeout: 5 * time.Second,
}

// NewIPC is the backend at an address as blsbenchd prints it: unix:/path, or tcp:127.0.0.1:1234. A
// configuration of TLS with a certificate of the client's makes it mutual; without one, addresses of
// other machines are refused, since secret keys would go there in the clear.
func NewIPC(address string, config *tls.Config) (*IPC, error) {
	target, err := dialTarget(address, config != nil)
	if err != nil {
		return nil, fmt.Errorf("bls: address %q: %w", address, err)
	}
	transport := insecure.NewCredentials()
	if config != nil {
		transport = credentials.NewTLS(config)
	}
	connection, err := grpc.NewClient(target,
		grpc.WithTransportCredentials(transport),
		grpc.WithConnectParams(reconnect),
		grpc.WithNoProxy(),
	)
	if err != nil {
		return nil, fmt.Errorf("bls: address %q: %w", address, err)
	}
	return &IPC{
		connection: connection,
		service:    blsv1.NewBlsClient(connection),
		health:     grpc_health_v1.NewHealthClient(connection),
	}, nil
}

// dialTarget is the address as gRPC has it.
func dialTarget(address string, secure bool) (string, error) {
	if strings.HasPrefix(address, "unix:") {
		return address, nil
	}
	port, found := strings.CutPrefix(address, "tcp:")
	if !found {
		return "", errors.New("not of the form unix:/path or tcp:address:port")
	}
	parsed, err := netip.ParseAddrPort(port)
	if err != nil {
		return "", err
	}
	if !secure && !parsed.Addr().IsLoopback() {
		return "", errors.New("of another machine, and without TLS")
	}
	return "passthrough:" + port, nil
}

// Serving is nil when the server says that it serves.
func (c *IPC) Serving(ctx context.Context) error {
	answer, err := c.health.Check(ctx, &grpc_health_v1.HealthCheckRequest{
		Service: blsv1.Bls_ServiceDesc.ServiceName,
	})
	if err != nil {
		return c.failed(err)
	}
	if answer.Status != grpc_health_v1.HealthCheckResponse_SERVING {
		return failf(ErrUnavailable, "the server is %v", answer.Status)
	}
	return nil
}

// NullCall carries a payload there, and its length back.
func (c *IPC) NullCall(ctx context.Context, payload []byte) (uint64, error) {
	answer, err := c.service.NullCall(ctx, &blsv1.NullCallRequest{Payload: payload})
	return answer.GetLength(), c.failed(err)
}

// GenerateKeys makes the keys in the server.
func (c *IPC) GenerateKeys(ctx context.Context, scheme Scheme) (secret, public []byte, err error) {
	if err := checkScheme(scheme); err != nil {
		return nil, nil, err
	}
	answer, err := c.service.GenerateKeys(ctx, &blsv1.GenerateKeysRequest{Scheme: wire(scheme)})
	return answer.GetSecretKey(), answer.GetPublicKey(), c.failed(err)
}

// Sign sends the secret key to the server, which signs.
func (c *IPC) Sign(
	ctx context.Context, scheme Scheme, secret, public, message []byte,
) ([]byte, error) {
	request := SignRequest{Scheme: scheme, Secret: secret, Public: public, Message: message}
	return c.sign(ctx, &request)
}

// SignVulnerable sends the secret key to the server, which signs.
func (c *IPC) SignVulnerable(
	ctx context.Context, scheme Scheme, secret, message []byte,
) ([]byte, error) {
	request := SignRequest{Scheme: scheme, Secret: secret, Message: message, Vulnerable: true}
	return c.sign(ctx, &request)
}

func (c *IPC) sign(ctx context.Context, request *SignRequest) ([]byte, error) {
	if err := request.check(); err != nil {
		return nil, err
	}
	answer, err := c.service.Sign(ctx, request.wire())
	return answer.GetSignature(), c.failed(err)
}

// Verify asks the server.
func (c *IPC) Verify(
	ctx context.Context, scheme Scheme, apk, message, signature []byte,
) (bool, error) {
	request := VerifyRequest{Scheme: scheme, APK: apk, Message: message, Signature: signature}
	if err := request.check(); err != nil {
		return false, err
	}
	answer, err := c.service.Verify(ctx, request.wire())
	return answer.GetValid(), c.failed(err)
}

// CreateAPK asks the server for the aggregate key of one public key.
func (c *IPC) CreateAPK(ctx context.Context, scheme Scheme, public []byte) ([]byte, error) {
	if err := checkPublicKeys(scheme, public); err != nil {
		return nil, err
	}
	request := &blsv1.CreateAPKRequest{Scheme: wire(scheme), PublicKey: public}
	answer, err := c.service.CreateAPK(ctx, request)
	return answer.GetAggregateKey(), c.failed(err)
}

// AggregatePK asks the server for the sum.
func (c *IPC) AggregatePK(
	ctx context.Context, scheme Scheme, apk []byte, keys ...[]byte,
) ([]byte, error) {
	if err := checkAggregatePK(scheme, apk, keys); err != nil {
		return nil, err
	}
	answer, err := c.service.AggregatePK(ctx, &blsv1.AggregatePKRequest{
		Scheme: wire(scheme), AggregateKey: apk, PublicKeys: keys,
	})
	return answer.GetAggregateKey(), c.failed(err)
}

// AggregateSig asks the server for the sum.
func (c *IPC) AggregateSig(
	ctx context.Context, scheme Scheme, signature []byte, others ...[]byte,
) ([]byte, error) {
	if err := checkAggregateSig(scheme, signature, others); err != nil {
		return nil, err
	}
	answer, err := c.service.AggregateSig(ctx, &blsv1.AggregateSigRequest{
		Scheme: wire(scheme), Signature: signature, Signatures: others,
	})
	return answer.GetSignature(), c.failed(err)
}

// Close ends the connection, and the calls on it with [ErrClosed].
func (c *IPC) Close() error { return c.connection.Close() }

func wire(s Scheme) blsv1.Scheme { return blsv1.Scheme(s) }

// failed is the error of a call; nil where there is none.
func (c *IPC) failed(err error) error {
	if err == nil {
		return nil
	}
	s := status.Convert(err)
	code := codeOf(s.Code())
	if code == ErrCanceled && c.connection.GetState() == connectivity.Shutdown {
		code = ErrClosed
	}
	return &Error{Code: code, Message: s.Message()}
}

func codeOf(code codes.Code) Code {
	switch code {
	case codes.InvalidArgument:
		// Lengths and lists are right: they were checked here.
		return ErrMalformed
	case codes.Unimplemented:
		return ErrUnsupported
	case codes.ResourceExhausted:
		return ErrExhausted
	case codes.Unavailable:
		return ErrUnavailable
	case codes.DeadlineExceeded:
		return ErrDeadline
	case codes.Canceled:
		return ErrCanceled
	}
	return ErrInternal
}
