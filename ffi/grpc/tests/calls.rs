//! Every call, for every scheme, against bls-schemes.

mod common;

use bls_schemes::{AggregateKey, Scheme, Signature};
use blsbench_grpc::{Client, proto};
use common::{MESSAGE, Signer, client, daemon, metric, number};
use futures_util::{StreamExt as _, stream};
use tonic::Code;

#[tokio::test]
async fn every_call_for_every_scheme() {
    let daemon = daemon(&["--tcp", "127.0.0.1:0"]);
    let tcp = daemon.tcp().expect("an address for TCP");
    for address in [daemon.address(), tcp] {
        let mut client = Client::connect(address).await.unwrap();
        for &scheme in Scheme::ALL {
            signs_and_verifies(&mut client, scheme).await;
            aggregates(&mut client, scheme).await;
        }
    }
}

async fn signs_and_verifies(client: &mut Client, scheme: Scheme) {
    let one = Signer::new(scheme);
    let expected = one.signature.to_bytes();
    let answer = client.sign(one.sign()).await.expect("signed");
    assert_eq!(answer.into_inner().signature, expected, "{scheme}");
    let mut request = one.sign();
    request.public_key.clear();
    let answer = client.sign(request).await.expect("signed");
    assert_eq!(answer.into_inner().signature, expected, "{scheme}");

    assert!(valid(client, one.verify()).await, "{scheme}");
    let mut other = one.verify();
    other.message.push(0);
    assert!(!valid(client, other).await, "{scheme}");

    let mut vulnerable = one.sign();
    vulnerable.vulnerable = true;
    let answer = client.sign(vulnerable).await;
    if scheme == Scheme::Dusk {
        let expected = one.secret.sign_vulnerable(MESSAGE).expect("signed");
        let signature = answer.expect("signed").into_inner().signature;
        assert_eq!(signature, expected.to_bytes());
    } else {
        let refused = answer.expect_err("a refusal");
        assert_eq!(refused.code(), Code::Unimplemented);
    }

    let request = proto::GenerateKeysRequest {
        scheme: number(scheme),
    };
    let keys = client.generate_keys(request).await.expect("keys");
    let keys = keys.into_inner();
    let secret = bls_schemes::SecretKey::from_bytes(scheme, &keys.secret_key).expect("a key");
    let public = secret.public_key().expect("a public key");
    assert_eq!(public.to_bytes(), keys.public_key, "{scheme}");
}

async fn valid(client: &mut Client, request: proto::VerifyRequest) -> bool {
    let answer = client.verify(request).await;
    answer.expect("an answer").into_inner().valid
}

async fn aggregates(client: &mut Client, scheme: Scheme) {
    let signers: Vec<Signer> = (0..4).map(|_| Signer::new(scheme)).collect();
    let request = proto::CreateApkRequest {
        scheme: number(scheme),
        public_key: signers[0].public.to_bytes(),
    };
    let apk = client.create_apk(request).await.expect("a key");
    let apk = apk.into_inner().aggregate_key;
    assert_eq!(apk, signers[0].key.to_bytes(), "{scheme}");

    let keys: Vec<_> = signers.iter().map(|signer| &signer.public).collect();
    let expected = AggregateKey::new(&keys).expect("a key").to_bytes();
    let public_keys: Vec<_> = keys.iter().map(|key| key.to_bytes()).collect();
    let request = proto::AggregatePkRequest {
        scheme: number(scheme),
        aggregate_key: vec![],
        public_keys: public_keys.clone(),
    };
    let all = client.aggregate_pk(request).await.expect("a key");
    assert_eq!(all.into_inner().aggregate_key, expected, "{scheme}");
    let request = proto::AggregatePkRequest {
        scheme: number(scheme),
        aggregate_key: apk,
        public_keys: public_keys[1..].to_vec(),
    };
    let grown = client.aggregate_pk(request).await;
    if scheme == Scheme::DuskV2 {
        let refused = grown.expect_err("a refusal");
        assert_eq!(refused.code(), Code::Unimplemented);
    } else {
        let grown = grown.expect("a key").into_inner().aggregate_key;
        assert_eq!(grown, expected, "{scheme}");
    }

    let others: Vec<_> = signers[1..].iter().map(|other| &other.signature).collect();
    let sum = signers[0].signature.aggregate(&others).expect("a sum");
    let request = proto::AggregateSigRequest {
        scheme: number(scheme),
        signature: signers[0].signature.to_bytes(),
        signatures: others.iter().map(|other| other.to_bytes()).collect(),
    };
    let answer = client.aggregate_sig(request).await.expect("a sum");
    assert_eq!(answer.into_inner().signature, sum.to_bytes(), "{scheme}");
    let request = proto::VerifyRequest {
        scheme: number(scheme),
        aggregate_key: expected,
        message: MESSAGE.to_vec(),
        signature: sum.to_bytes(),
    };
    assert!(valid(client, request).await, "{scheme}");
}

#[tokio::test]
async fn a_null_call_answers_the_length() {
    let daemon = daemon(&[]);
    let mut client = client(&daemon).await;
    for length in [0, 1, 100_000] {
        let payload = vec![1; length];
        let answer = client.null_call(proto::NullCallRequest { payload }).await;
        assert_eq!(answer.unwrap().into_inner().length, length as u64);
    }
}

#[tokio::test]
async fn what_is_wrong_has_its_code() {
    let daemon = daemon(&["--max-message", "4096"]);
    let mut client = client(&daemon).await;
    for &scheme in Scheme::ALL {
        let one = Signer::new(scheme);
        let with = |change: fn(&mut proto::VerifyRequest)| {
            let mut request = one.verify();
            change(&mut request);
            request
        };
        for request in [
            with(|request| request.signature = vec![0xff; request.signature.len()]),
            with(|request| request.signature.truncate(47)),
            with(|request| request.aggregate_key.push(0)),
            with(|request| request.aggregate_key.clear()),
            with(|request| request.scheme = 0),
            with(|request| request.scheme = 4),
            with(|request| request.scheme = -1),
        ] {
            let error = client.verify(request).await.expect_err("a refusal");
            assert_eq!(error.code(), Code::InvalidArgument, "{scheme}: {error}");
        }
        let mut request = one.sign();
        request.secret_key = vec![0; 32];
        let error = client.sign(request).await.expect_err("a refusal");
        assert_eq!(error.code(), Code::InvalidArgument, "{scheme}: {error}");

        let list = |aggregate_key: Vec<u8>, public_keys: Vec<Vec<u8>>| proto::AggregatePkRequest {
            scheme: number(scheme),
            aggregate_key,
            public_keys,
        };
        let good = one.public.to_bytes();
        for (request, why) in [
            (list(vec![], vec![]), "empty"),
            (list(vec![], vec![good.clone(), vec![]]), "at 1"),
            (list(vec![], vec![[&good[..], &good].concat()]), "at 0"),
            (list(vec![1], vec![good.clone()]), ""),
        ] {
            let error = client.aggregate_pk(request).await.expect_err("a refusal");
            assert_eq!(error.code(), Code::InvalidArgument, "{scheme}: {error}");
            assert!(error.message().contains(why), "{error}");
        }
    }
    let one = Signer::new(Scheme::MinPk);
    let mut request = one.verify();
    request.message = vec![0; 4096];
    let error = client.verify(request).await.expect_err("a refusal");
    assert_eq!(error.code(), Code::ResourceExhausted, "{error}");
    let sizes = metric(&mut client, "blsbench_refused_total{reason=\"size\"}").await;
    assert!((sizes - 1.0).abs() < 0.1, "{sizes}");
}

#[tokio::test]
async fn batches_answer_in_order() {
    let daemon = daemon(&[]);
    let mut client = client(&daemon).await;
    for &scheme in Scheme::ALL {
        let one = Signer::new(scheme);
        let requests: Vec<_> = (0..20)
            .map(|index| {
                let mut request = one.verify();
                match index % 4 {
                    1 => request.message.push(index),
                    2 => request.signature = vec![0xff; request.signature.len()],
                    _ => {}
                }
                request
            })
            .collect();
        let answers = client.verify_batch(stream::iter(requests)).await.unwrap();
        let answers: Vec<_> = answers.into_inner().collect().await;
        assert_eq!(answers.len(), 20, "{scheme}");
        for (index, answer) in answers.into_iter().enumerate() {
            use proto::verify_batch_response::Result as Item;
            match (index % 4, answer.unwrap().result.unwrap()) {
                (1, Item::Valid(valid)) => assert!(!valid),
                (2, Item::Failure(failure)) => {
                    assert_eq!(failure.code, i32::from(Code::InvalidArgument));
                }
                (_, Item::Valid(valid)) => assert!(valid),
                (_, other) => panic!("{scheme} {index}: {other:?}"),
            }
        }

        let requests: Vec<_> = (0..20)
            .map(|index| {
                let mut request = one.sign();
                request.message = vec![index];
                if index % 4 == 2 {
                    request.secret_key.clear();
                }
                request
            })
            .collect();
        let answers = client.sign_batch(stream::iter(requests)).await.unwrap();
        let answers: Vec<_> = answers.into_inner().collect().await;
        assert_eq!(answers.len(), 20, "{scheme}");
        for (index, answer) in (0u8..).zip(answers) {
            use proto::sign_batch_response::Result as Item;
            match (index % 4, answer.unwrap().result.unwrap()) {
                (2, Item::Failure(failure)) => {
                    assert_eq!(failure.code, i32::from(Code::InvalidArgument));
                }
                (_, Item::Signature(signature)) => {
                    let signature = Signature::from_bytes(scheme, &signature).unwrap();
                    assert_eq!(one.key.verify(&[index], &signature), Ok(true));
                }
                (_, other) => panic!("{scheme} {index}: {other:?}"),
            }
        }
    }
    let failures = "blsbench_items_total{method=\"SignBatch\",code=\"INVALID_ARGUMENT\"}";
    let failures = metric(&mut client, failures).await;
    assert!((failures - 15.0).abs() < 0.1, "{failures}");
}
