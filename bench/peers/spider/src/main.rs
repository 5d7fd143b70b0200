//! Crawls the hosts of a real web with spider-rs, for comparison: robots files obeyed, links
//! only. It prints one JSON object.
//!
//!     spider-peer SEEDS PROXY
//!
//! SEEDS is a file of URLs, one per line; each is a website of its own, as spider-rs has
//! it, and all are crawled at once without a delay.

use spider::tokio;
use spider::website::Website;
use std::collections::HashSet;
use tokio::sync::broadcast::error::RecvError;

/// The product token begins as those of the other robots that are compared.
const AGENT: &str = "Aranea-peer-spider/2.53";

/// Requests at once to a host, as the peer of Colly has them together.
const PARALLEL: usize = 16;

/// Pages that may wait to be counted.
const WAITING: usize = 4096;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [_, seeds, proxy] = std::env::args().collect::<Vec<_>>().try_into().map_err(|_| "usage: spider-peer SEEDS PROXY")?;
    let seeds = std::fs::read_to_string(seeds)?;
    let sites: Vec<_> = seeds
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|seed| tokio::spawn(crawl(seed.to_string(), proxy.clone())))
        .collect();
    let mut pages = HashSet::new();
    for site in sites {
        pages.extend(site.await?);
    }
    println!("{{\"pages\":{}}}", pages.len());
    Ok(())
}

/// Crawls one website and returns the URLs that answered 200.
async fn crawl(seed: String, proxy: String) -> HashSet<String> {
    let mut site = Website::new(&seed);
    site.with_respect_robots_txt(true)
        .with_user_agent(Some(AGENT))
        .with_depth(0)
        .with_delay(0)
        .with_proxies(Some(vec![proxy]))
        .with_concurrency_limit(Some(PARALLEL));
    let mut answers = site.subscribe(WAITING);
    let counting = tokio::spawn(async move {
        let mut pages = HashSet::new();
        loop {
            match answers.recv().await {
                Ok(page) if page.status_code == 200 => _ = pages.insert(page.get_url().to_string()),
                Ok(_) | Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return pages,
            }
        }
    });
    site.crawl().await;
    site.unsubscribe();
    drop(site);
    counting.await.unwrap_or_default()
}
