use std::collections::BTreeMap;
use std::hint::black_box;

#[inline(never)]
fn leaf(n: u64) -> u64 {
    let mut s = n;
    for i in 0..n {
        s = s.wrapping_mul(31) ^ (i + (s >> 5));
    }
    s
}

#[inline(never)]
fn middle(round: u64) -> u64 {
    let mut words: Vec<String> = (0..400).map(|i| format!("{:x}", i * 7919 + round)).collect();
    words.sort_by(|a, b| b.cmp(a));
    let map: BTreeMap<String, u64> = words.into_iter().map(|w| { let n = w.len() as u64; (w, n) }).collect();
    leaf(black_box(15000)) + map.len() as u64
}

#[inline(never)]
fn outer(round: u64) -> u64 {
    middle(round) + 1
}

fn main() {
    let other = std::thread::spawn(|| loop { black_box(outer(1)); });
    for round in 0.. {
        black_box(outer(round));
    }
    other.join().unwrap();
}
