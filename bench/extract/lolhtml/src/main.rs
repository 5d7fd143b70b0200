//! Reads the HTML files of a folder with lol_html, which rewrites a page as it comes:
//! each round takes all texts and all hrefs of all pages. It prints the processor time
//! of the best round, in microseconds, and how many bytes of text and hrefs it saw.
//!
//!     lolhtml ROUNDS DIR...

use lol_html::{doc_text, element, HtmlRewriter, Settings};
use std::cell::Cell;
use std::path::Path;
use std::{env, fs, process};

fn collect(dir: &Path, pages: &mut Vec<Vec<u8>>) -> std::io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, pages)?;
        } else if path.extension().is_some_and(|e| e == "html" || e == "htm") {
            pages.push(fs::read(&path)?);
        }
    }
    Ok(())
}

/// The processor time of this process in microseconds.
fn processor_time() -> u64 {
    let stat = fs::read_to_string("/proc/self/schedstat").expect("a Linux with scheduler statistics");
    let ns: u64 = stat.split(' ').next().and_then(|n| n.parse().ok()).expect("a number");
    ns / 1000
}

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    let Some(rounds) = args.first().and_then(|n| n.parse::<u32>().ok()) else {
        eprintln!("usage: lolhtml ROUNDS DIR...");
        process::exit(2);
    };
    let mut pages = Vec::new();
    for dir in &args[1..] {
        collect(Path::new(dir), &mut pages).expect("folder");
    }
    let (mut best, mut text, mut links) = (u64::MAX, 0, 0);
    for _ in 0..rounds {
        let (texts, hrefs) = (Cell::new(0), Cell::new(0));
        let start = processor_time();
        for page in &pages {
            let mut rewriter = HtmlRewriter::new(
                Settings {
                    element_content_handlers: vec![element!("a[href]", |e| {
                        hrefs.set(hrefs.get() + e.get_attribute("href").map_or(0, |h| h.len()));
                        Ok(())
                    })],
                    document_content_handlers: vec![doc_text!(|t| {
                        texts.set(texts.get() + t.as_str().len());
                        Ok(())
                    })],
                    strict: false,
                    ..Settings::new()
                },
                |_: &[u8]| {},
            );
            let done = rewriter.write(page).and_then(|()| rewriter.end());
            if let Err(e) = done {
                eprintln!("lolhtml: {e}");
            }
        }
        best = best.min(processor_time() - start);
        (text, links) = (texts.get(), hrefs.get());
    }
    println!("{best} {text} {links}");
}
