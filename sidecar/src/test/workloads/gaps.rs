// Built without unwind tables, but with frame pointers; std has its tables.
use std::hint::black_box;

macro_rules! chain {
    ($first:ident $(, $rest:ident)*) => {
        #[inline(never)]
        fn $first(n: u64) -> u64 {
            let mut list: Vec<u64> = (0..64).map(|i| (i * 7919 + n) % 251).collect();
            list.sort_by(|a, b| black_box(b).cmp(black_box(a)));
            list.retain(|x| black_box(*x) % 3 != 0);
            chain!(@call n list $($rest),*)
        }
        chain!($($rest),*);
    };
    () => {};
    (@call $n:ident $list:ident $next:ident $(, $rest:ident)*) => {
        $next($n + $list.len() as u64).wrapping_add(1)
    };
    (@call $n:ident $list:ident) => {{
        let mut s = $n;
        for i in 0..3000u64 { s = s.wrapping_mul(31) ^ black_box(i); }
        s
    }};
}

chain!(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9);
chain!(b0, b1, b2, b3, b4, b5, b6, b7, b8, b9);
chain!(c0, c1, c2, c3, c4, c5, c6, c7, c8, c9);

fn main() {
    for n in 0.. {
        black_box(a0(n) ^ b0(n) ^ c0(n));
    }
}
