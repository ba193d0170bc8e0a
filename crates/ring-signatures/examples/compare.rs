//! This crate beside ring-go, in turns, on one thread: processor time for each member, and how many
//! times faster. Needs Go.
//!
//! `cargo run --release -p ring-signatures --example compare [RING SIZE]...`

use std::{
    hint::black_box,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::Duration,
};

use cpu_time::ThreadTime;
use getrandom::{SysRng, rand_core::UnwrapErr};
use ring_signatures::{Curve, Ed25519, K256, Libsecp256k1, Ring, SecretKey, Variant, sign};

const ROUNDS: usize = 21;
/// Of each slice; slices alternate, so that all see the same machine.
const SLICE: Duration = Duration::from_millis(20);

type Error = Box<dyn std::error::Error>;

fn main() -> Result<(), Error> {
    let sizes: Vec<usize> = std::env::args()
        .skip(1)
        .map(|size| size.parse())
        .collect::<Result<_, _>>()?;
    let sizes = if sizes.is_empty() { vec![32] } else { sizes };
    let directory = tempfile::tempdir()?;
    let program = directory.path().join("ring-go");
    let generator = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/generator");
    let built = Command::new("go")
        .current_dir(generator)
        .args(["build", "-o"])
        .arg(&program)
        .status();
    if !built.is_ok_and(|status| status.success()) {
        return Err("ring-go: `go build` failed".into());
    }
    println!(
        "| curve | members | operation | ring-go, µs per member | ours | times faster (quartiles) |"
    );
    println!("|---|---:|---|---:|---:|---:|");
    for size in sizes {
        let ring_go = |curve: &str| RingGo::start(&program, curve, size);
        compare::<K256>("k256", size, ring_go("secp256k1")?)?;
        compare::<Libsecp256k1>("libsecp256k1", size, ring_go("secp256k1")?)?;
        compare::<Ed25519>("ed25519", size, ring_go("ed25519")?)?;
    }
    Ok(())
}

/// The generator's program, measuring.
struct RingGo {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl RingGo {
    fn start(program: &Path, curve: &str, size: usize) -> Result<Self, Error> {
        let mut process = Command::new(program)
            .args(["time", curve, &size.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = process.stdin.take().ok_or("no standard input")?;
        let output = process.stdout.take().ok_or("no standard output")?;
        Ok(Self {
            process,
            input,
            output: BufReader::new(output),
        })
    }

    fn time(&mut self, operation: &str, calls: u32) -> Result<Duration, Error> {
        writeln!(self.input, "{operation} {calls}")?;
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        Ok(Duration::from_nanos(line.trim().parse()?))
    }

    fn stop(mut self) -> Result<(), Error> {
        drop(self.input);
        self.process.wait()?;
        Ok(())
    }
}

/// What is timed: of ring-go, and of ours.
type Operation<'a> = (&'a str, &'a str, Box<dyn FnMut() + 'a>);

fn compare<C: Curve>(name: &str, size: usize, mut ring_go: RingGo) -> Result<(), Error> {
    let random = &mut UnwrapErr(SysRng);
    let keys = (0..size).map(|_| SecretKey::<C>::generate(random));
    let keys = keys.collect::<Result<Vec<_>, _>>()?;
    let members: Vec<_> = keys.iter().map(SecretKey::public_key).collect();
    let ring = Ring::new(&members)?;
    let prepared = ring.clone().prepare();
    let message = [0; 32];
    let signature = sign(Variant::RingGo, &ring, &keys[0], &message, random)?;

    let mut operations: Vec<Operation> = vec![
        (
            "verify",
            "verify",
            Box::new(|| assert!(signature.verify(&message))),
        ),
        (
            "verify",
            "verify_prepared",
            Box::new(|| assert_eq!(prepared.verify(&message, &signature), Ok(true))),
        ),
        (
            "sign",
            "sign",
            Box::new(|| {
                black_box(
                    sign(
                        Variant::RingGo,
                        &ring,
                        &keys[0],
                        &message,
                        &mut UnwrapErr(SysRng),
                    )
                    .expect("signs"),
                );
            }),
        ),
        (
            "sign",
            "sign_prepared",
            Box::new(|| {
                black_box(
                    prepared
                        .sign(Variant::RingGo, &keys[0], &message, &mut UnwrapErr(SysRng))
                        .expect("signs"),
                );
            }),
        ),
        (
            "verify",
            "(prepare)",
            Box::new(|| {
                black_box(ring.clone().prepare());
            }),
        ),
    ];
    for (theirs, ours, once) in &mut operations {
        let calls = |time: Duration| {
            u32::try_from(SLICE.as_nanos() / time.as_nanos().max(1))
                .unwrap_or(1)
                .max(1)
        };
        let of_theirs = calls(ring_go.time(theirs, 1)?);
        let of_ours = calls(timed(1, once));
        let mut rounds = Vec::new();
        for _ in 0..ROUNDS {
            let theirs = ring_go.time(theirs, of_theirs)? / of_theirs;
            rounds.push((theirs, timed(of_ours, once) / of_ours));
        }
        let mut ratios: Vec<_> = rounds
            .iter()
            .map(|(theirs, ours)| theirs.as_secs_f64() / ours.as_secs_f64())
            .collect();
        ratios.sort_by(f64::total_cmp);
        let median = |mut times: Vec<Duration>| {
            times.sort();
            times[ROUNDS / 2]
                .div_f64(f64::from(u32::try_from(size).unwrap_or(u32::MAX)))
                .as_secs_f64()
                * 1e6
        };
        let (theirs, of_ours) = rounds.into_iter().unzip();
        println!(
            "| {name} | {size} | `{ours}` | {:.1} | {:.1} | {:.2} ({:.2} to {:.2}) |",
            median(theirs),
            median(of_ours),
            ratios[ROUNDS / 2],
            ratios[ROUNDS / 4],
            ratios[ROUNDS * 3 / 4],
        );
    }
    ring_go.stop()
}

fn timed(calls: u32, once: &mut impl FnMut()) -> Duration {
    let start = ThreadTime::now();
    (0..calls).for_each(|_| once());
    start.elapsed()
}
