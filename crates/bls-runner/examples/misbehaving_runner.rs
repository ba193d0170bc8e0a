//! A runner for blst that goes wrong when it is asked to do `sign`, in the way that its
//! argument names; what it does for other operations is right. For `tests/misbehaving.rs`.

use std::{
    env,
    io::{self, BufRead as _, Cursor, Write as _},
    process, thread,
    time::Duration,
};

fn main() -> io::Result<()> {
    let fault = env::args().nth(1).unwrap_or_default();
    let mut signing = false;
    let mut served = Vec::new();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line.starts_with(r#"{"prepare""#) {
            signing = line.contains(r#""operation":"sign""#);
            // The server keeps what is prepared as long as its input lasts.
            served.clear();
        }
        served.push(line.clone());
        let input = served.join("\n") + "\n";
        let mut output = Vec::new();
        bls_runner::serve(&[&engine_blst::ENGINE], Cursor::new(input), &mut output)?;
        let text = String::from_utf8_lossy(&output).into_owned();
        let answer = text.lines().last().unwrap_or_default();
        let mut stdout = io::stdout().lock();
        match fault.as_str() {
            _ if !signing || line.starts_with(r#"{"prepare""#) => writeln!(stdout, "{answer}")?,
            "garbage" => writeln!(stdout, "Segmentation fault? Not quite.")?,
            "other_answer" => writeln!(stdout, r#"{{"prepared":{{}}}}"#)?,
            "twice" => writeln!(stdout, "{answer}\n{answer}")?,
            "too_long" => writeln!(stdout, "{}", "x".repeat(2 << 20))?,
            "crash" => {
                write!(stdout, "{}", &answer[..answer.len() / 2])?;
                stdout.flush()?;
                process::exit(3);
            }
            "silence" => thread::sleep(Duration::from_hours(1)),
            "failed" => writeln!(
                stdout,
                r#"{{"error":{{"kind":"failed","message":"no idea"}}}}"#
            )?,
            "wrong_output" if line.starts_with(r#"{"output""#) => {
                writeln!(stdout, r#"{{"output":"00"}}"#)?;
            }
            "wrong_output" => writeln!(stdout, r#"{{"sample":{{"elapsed_ns":1,"output":"00"}}}}"#)?,
            "counts_unasked" => writeln!(
                stdout,
                "{}",
                answer.replace(
                    r#","output""#,
                    r#","allocated":{"bytes":1,"allocations":1},"output""#
                )
            )?,
            other => panic!("no fault {other}"),
        }
        stdout.flush()?;
    }
    Ok(())
}
