//! The runners of this project, built when they are first needed.
//!
//! What a runner needs and the machine lacks (Go, perhaps) makes its engines absent, with the
//! reason; it never fails a build.

use std::{
    collections::HashMap,
    env,
    ffi::OsString,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    process::Command,
};

use bls_api::{Capability, Engine, Error, Library, Profile, RUNNERS_VARIABLE, RUST_BUILD};
use bls_runner::{Launch, Remote, Session, discover};

use crate::{LINKED, Platform};

/// A runner, and the engines that it must have.
struct Runner {
    name: &'static str,
    /// Ids, with the libraries.
    engines: &'static [(&'static str, &'static str)],
    /// From when its engines are measured.
    profile: Profile,
    /// The program, in Cargo's directory.
    program: fn(&Place) -> PathBuf,
    /// What builds it there, one command after the other.
    build: &'static [Build],
}

type Build = fn(&Place) -> Result<Command, String>;

/// For which platform is built, and Cargo's directory.
struct Place<'a> {
    platform: &'a Platform,
    directory: PathBuf,
}

const RING_GO: &str = "github.com/pokt-network/ring-go";

static RUNNERS: &[Runner] = &[
    Runner {
        name: "blst, built portably",
        engines: &[("blst_portable", "blst")],
        profile: Profile::Full,
        program: |place| place.platform.release(&portable(place)).join("runner-blst"),
        build: &[|place| {
            let mut cargo = cargo(place, &portable(place), &["--package", "runner-blst"]);
            cargo.args(["--features", "portable"]);
            Ok(cargo)
        }],
    },
    Runner {
        name: "the Go libraries",
        engines: &[
            ("blst_go", "github.com/supranational/blst"),
            ("herumi_go", "github.com/herumi/bls-eth-go-binary"),
            ("gnark", "github.com/consensys/gnark-crypto"),
            ("circl", "github.com/cloudflare/circl"),
            ("go_crypto", "crypto/ed25519, crypto/ecdsa"),
        ],
        profile: Profile::Standard,
        program: |place| place.built("runner-go"),
        build: &[|place| go(place, &place.built("runner-go"), "go")],
    },
    Runner {
        name: "the Go libraries under the LGPL",
        engines: &[("geth", "github.com/ethereum/go-ethereum")],
        profile: Profile::Full,
        program: |place| place.built("runner-go-lgpl"),
        build: &[|place| go(place, &place.built("runner-go-lgpl"), "go-lgpl")],
    },
    Runner {
        name: "ring-go",
        engines: &[("ring_go", RING_GO)],
        profile: Profile::Standard,
        program: |place| place.built("runner-go-lgpl-ring"),
        build: &[|place| go(place, &place.built("runner-go-lgpl-ring"), "go-lgpl-ring")],
    },
    Runner {
        name: "ring-go 0.1",
        engines: &[("ring_go_0_1", RING_GO)],
        profile: Profile::Full,
        program: |place| place.built("runner-go-lgpl-ring-0-1"),
        build: &[|place| {
            let program = place.built("runner-go-lgpl-ring-0-1");
            let mut go = go(place, &program, "go-lgpl-ring")?;
            let module = workspace_directory().join("ffi/go-lgpl-ring/go.0-1.mod");
            go.arg("-modfile").arg(module);
            Ok(go)
        }],
    },
    Runner {
        name: "the gRPC service and its client in Rust",
        engines: &[("grpc_uds", "tonic"), ("grpc_tcp", "tonic")],
        profile: Profile::Quick,
        program: |place| place.released("runner-grpc"),
        build: &[|place| {
            let programs = ["--bin", "blsbenchd", "--bin", "runner-grpc"];
            Ok(cargo(place, &place.directory, &programs))
        }],
    },
    Runner {
        name: "the wrapper in Go",
        engines: &[
            ("cgo", "blsbench-c"),
            ("cgo_bytes", "blsbench-c"),
            ("go_grpc_uds", "google.golang.org/grpc"),
            ("go_grpc_tcp", "google.golang.org/grpc"),
        ],
        profile: Profile::Quick,
        // Beside the service, which it starts.
        program: |place| place.released("runner-go-bls"),
        build: &[
            // First, so that nothing is built for a machine without Go.
            |_| {
                let mut go = Command::new("go");
                go.arg("version");
                Ok(go)
            },
            |place| {
                let package = ["--package", "blsbench-c"];
                Ok(cargo(place, &c_library(place), &package))
            },
            |place| {
                let program = ["--bin", "blsbenchd"];
                Ok(cargo(place, &place.directory, &program))
            },
            |place| {
                let program = place.released("runner-go-bls");
                // Go would keep a program of which the C library alone has changed. It may not be
                // there yet.
                let _ = fs::remove_file(&program);
                let mut go = go(place, &program, "go/bls")?;
                go.arg(concat!(
                    "-ldflags=-X main.libraryVersion=",
                    env!("CARGO_PKG_VERSION")
                ));
                let mut library = OsString::from("-L");
                library.push(place.platform.release(&c_library(place)));
                go.env("CGO_LDFLAGS", library);
                Ok(go)
            },
        ],
    },
];

/// This program's tool, which serves the engines that are linked.
const TOOL: &str = "blsbench";

impl Place<'_> {
    /// What Go builds.
    fn built(&self, program: &str) -> PathBuf {
        self.platform.built(&self.directory).join(program)
    }

    /// What Cargo builds.
    fn released(&self, program: &str) -> PathBuf {
        self.platform.release(&self.directory).join(program)
    }
}

/// A directory of its own: Cargo would build blst anew whenever the feature comes or goes.
fn portable(place: &Place) -> PathBuf {
    place.directory.join("blsbench/runner-blst-portable")
}

/// As well: a shared library has no hash in its name, and would be built anew whenever it is for C after
/// it was for Rust.
fn c_library(place: &Place) -> PathBuf {
    place.directory.join("blsbench/c")
}

/// Builds what `selection` names of this workspace. In Cargo's own directory a program is selected by
/// its name: by its package, Cargo would choose other features of the crates that are built there
/// already, and build most of them again.
fn cargo(place: &Place, directory: &Path, selection: &[&str]) -> Command {
    let mut cargo = Command::new("cargo");
    cargo
        .args(["build", "--locked", "--release", "--target-dir"])
        .arg(directory)
        .args(selection)
        .current_dir(workspace_directory());
    place.platform.cargo(&mut cargo);
    // What Cargo tells a program that it runs; build scripts (ring's) are run again when it changes, and
    // what depends on ring is built again.
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        let of_package = text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_");
        if of_package || text == "OUT_DIR" {
            cargo.env_remove(&name);
        }
    }
    cargo
}

/// Builds the runner of a Go module in `ffi`.
fn go(place: &Place, program: &Path, module: &str) -> Result<Command, String> {
    let mut go = Command::new("go");
    go.args(["build", "-C"])
        .arg(
            workspace_directory()
                .join("ffi")
                .join(module)
                .join("cmd/runner"),
        )
        .args(["-mod=readonly", "-trimpath", "-o"])
        .arg(program);
    place.platform.go(&mut go)?;
    Ok(go)
}

/// An engine behind a runner, and its process; nothing where it is absent.
pub(crate) struct Built {
    pub(crate) engine: &'static Engine,
    pub(crate) session: Option<&'static Session>,
}

/// Builds all runners and asks them for their engines.
pub(crate) fn build_all() -> Vec<Built> {
    let platform = Platform::this();
    let engines = RUNNERS.iter().map(|runner| runner.engines(&platform));
    engines.flatten().collect()
}

/// How an engine is served on a platform.
pub struct Served {
    /// The engine.
    pub id: &'static str,
    /// From when it is measured.
    pub profile: Profile,
    /// What starts a runner that has it, perhaps with others; or why there is none.
    pub launch: Result<Launch, String>,
}

/// The engines that there are, whether or not they can be built, with when they are measured.
pub fn known() -> impl Iterator<Item = (&'static str, Profile)> {
    let linked = LINKED.iter().map(|engine| (engine.id, engine.profile));
    let others = RUNNERS.iter().flat_map(|runner| {
        let ids = runner.engines.iter();
        ids.map(|&(id, _)| (id, runner.profile))
    });
    linked.chain(others)
}

/// The [`known`] engines that are wanted, each with how to start a runner that serves it on a platform: for
/// [`LINKED`] ones `blsbench serve ID`, which is this program itself where the target is this program's,
/// for others the runner of their own. Builds what these need, and nothing else.
#[must_use]
pub fn serve(platform: &Platform, wanted: impl Fn(&str, Profile) -> bool) -> Vec<Served> {
    let mut programs: HashMap<&str, Result<PathBuf, String>> = HashMap::new();
    let wanted = known().filter(|(id, profile)| wanted(id, *profile));
    let served = wanted.map(|(id, profile)| {
        let runner = RUNNERS.iter().find(|runner| runner.has(id));
        let (name, arguments) = match runner {
            Some(runner) => (runner.name, Vec::new()),
            None => (TOOL, vec!["serve".into(), id.into()]),
        };
        let program = programs.entry(name).or_insert_with(|| match runner {
            Some(runner) => runner.made(platform),
            None => tool(platform),
        });
        let launch = program.clone();
        Served {
            id,
            profile,
            launch: launch.map(|program| platform.launch(program, arguments)),
        }
    });
    served.collect()
}

/// `blsbench` for a platform.
fn tool(platform: &Platform) -> Result<PathBuf, String> {
    if platform.triple == RUST_BUILD.target {
        return env::current_exe().map_err(|error| format!("the path of this program: {error}"));
    }
    let place = Place {
        platform,
        directory: target_directory(),
    };
    let program = place.released(TOOL);
    let build: Build = |place| Ok(cargo(place, &place.directory, &["--bin", TOOL]));
    made(&place, TOOL, &program, &[build])?;
    Ok(program)
}

impl Runner {
    fn engines(&self, platform: &Platform) -> Vec<Built> {
        let started = self.made(platform).and_then(|program| {
            let launch = platform.launch(program, Vec::new());
            let remotes = discover(&launch, self.profile).map_err(|error| error.to_string())?;
            self.declared(&remotes)?;
            Ok(remotes)
        });
        match started {
            Ok(remotes) => remotes
                .into_iter()
                .map(|remote| Built {
                    engine: remote.engine,
                    session: Some(remote.session),
                })
                .collect(),
            Err(reason) => {
                let reason: &'static str = Box::leak(reason.into_boxed_str());
                let absent = |&(id, library)| absent(id, library, self.profile, reason);
                self.engines.iter().map(absent).collect()
            }
        }
    }

    fn has(&self, id: &str) -> bool {
        self.engines.iter().any(|(own, _)| *own == id)
    }

    /// The ids of a runner are known without it, so that they can be named when it is absent.
    fn declared(&self, remotes: &[Remote]) -> Result<(), String> {
        let found = remotes
            .iter()
            .map(|remote| (remote.engine.id, remote.engine.library.name));
        if found.eq(self.engines.iter().copied()) {
            return Ok(());
        }
        Err(format!(
            "the runner has other engines than {:?}",
            self.engines
        ))
    }

    /// Its program, built.
    fn made(&self, platform: &Platform) -> Result<PathBuf, String> {
        let place = Place {
            platform,
            directory: target_directory(),
        };
        let program = (self.program)(&place);
        made(&place, self.name, &program, self.build)?;
        Ok(program)
    }
}

/// Builds a program, unless somebody has said that all are built.
fn made(place: &Place, name: &str, program: &Path, commands: &[Build]) -> Result<(), String> {
    if env::var_os(RUNNERS_VARIABLE).is_none_or(|value| value != "built") {
        build(place, name, program, commands)
    } else if program.exists() {
        Ok(())
    } else {
        Err(format!("{} was not built", program.display()))
    }
}

fn build(place: &Place, name: &str, program: &Path, commands: &[Build]) -> Result<(), String> {
    // Two programs at once, a bench and a test, would write the same file.
    let own = place.directory.join("blsbench");
    let _lock = lock(&own).map_err(|error| format!("{}: {error}", own.display()))?;
    let first = !program.exists();
    let run = |command: &Build| {
        let mut command = command(place)?;
        let tool = command.get_program().to_string_lossy().into_owned();
        if first {
            eprintln!(
                "building {name} for {} with {tool}, once",
                place.platform.triple
            );
        }
        let output = command
            .output()
            .map_err(|error| not_started(&tool, &error))?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr);
            eprint!("{text}");
            let last = text.trim().lines().last().unwrap_or_default();
            return Err(format!("{tool} could not build it: {last}"));
        }
        Ok(())
    };
    commands.iter().try_for_each(run).inspect_err(|_| {
        // An older one is not what was asked for. It may not be there.
        let _ = fs::remove_file(program);
    })
}

fn absent(
    id: &'static str,
    library: &'static str,
    profile: Profile,
    reason: &'static str,
) -> Built {
    Built {
        engine: Box::leak(Box::new(Engine {
            id,
            library: Library {
                name: library,
                version: "unknown",
                options: "",
                compiler: "unknown",
            },
            composed: false,
            profile,
            code_path: Box::leak(Box::new(|| Err(Error::Start(reason.to_owned())))),
            suites: Box::leak(Box::new(move |_| Capability::No(reason))),
        })),
        session: None,
    }
}

/// Why a tool gave no output.
fn not_started(tool: &str, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => format!("{tool} not found"),
        _ => format!("{tool}: {error}"),
    }
}

fn lock(directory: &Path) -> io::Result<File> {
    fs::create_dir_all(directory)?;
    let file = File::create(directory.join("lock"))?;
    file.lock()?;
    Ok(file)
}

/// The root of this repository, where it was built.
#[must_use]
pub fn workspace_directory() -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    crates
        .and_then(Path::parent)
        .unwrap_or(Path::new("/"))
        .to_owned()
}

/// The Go module of the runner for Go libraries under permissive licences.
#[must_use]
pub fn go_module() -> PathBuf {
    workspace_directory().join("ffi/go")
}

/// The directory of a Go module of this version, which Go downloads unless it has it; or why there
/// is none. `sum` is its checksum as in a `go.sum`.
pub fn go_module_directory(module: &str, sum: &str) -> Result<PathBuf, String> {
    #[derive(serde::Deserialize)]
    #[serde(rename_all = "PascalCase")]
    struct Downloaded {
        dir: Option<PathBuf>,
        sum: Option<String>,
        error: Option<String>,
    }
    let output = Command::new("go")
        .args(["mod", "download", "-json", module])
        .current_dir(go_module())
        .output()
        .map_err(|error| not_started("go", &error))?;
    let downloaded: Downloaded = serde_json::from_slice(&output.stdout).map_err(|_| {
        let text = String::from_utf8_lossy(&output.stderr);
        format!("go mod download {module}: {}", text.trim())
    })?;
    match downloaded {
        Downloaded {
            error: Some(error), ..
        } => Err(format!("go mod download {module}: {error}")),
        Downloaded {
            dir: Some(dir),
            sum: Some(found),
            ..
        } if found == sum => Ok(dir),
        Downloaded { sum: found, .. } => Err(format!("{module}: checksum {found:?}, not {sum}")),
    }
}

/// Where Cargo writes, unless a configuration file says otherwise.
#[must_use]
pub fn target_directory() -> PathBuf {
    let configured = env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    workspace_directory().join(configured.unwrap_or_else(|| "target".into()))
}
