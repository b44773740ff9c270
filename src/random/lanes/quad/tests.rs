//! The named instructions against the arrays, bit by bit.

#[path = "portable.rs"]
mod portable;

use super::{Floats, Words};
use crate::random::lanes::generator::LaneGenerator;
use crate::random::lanes::width::QUAD;

type Operation<T> = fn(T, T) -> T;

#[test]
fn instructions_do_what_the_arrays_do() {
    let words: [(Operation<Words>, Operation<portable::Words>); 8] = [
        (Words::plus, portable::Words::plus),
        (Words::minus, portable::Words::minus),
        (Words::and, portable::Words::and),
        (Words::or, portable::Words::or),
        (Words::xor, portable::Words::xor),
        (|a, _| a.left::<11>(), |a, _| a.left::<11>()),
        (|a, _| a.right::<21>(), |a, _| a.right::<21>()),
        (|a, _| a.signed().words(), |a, _| a.signed().words()),
    ];
    let floats: [(Operation<Floats>, Operation<portable::Floats>); 5] = [
        (Floats::plus, portable::Floats::plus),
        (Floats::minus, portable::Floats::minus),
        (Floats::times, portable::Floats::times),
        (Floats::over, portable::Floats::over),
        (|a, _| a.sqrt(), |a, _| a.sqrt()),
    ];
    let mut generator = LaneGenerator::new(4, 4);
    for _ in 0..10_000 {
        let random = generator.words();
        let a: [u32; QUAD] = core::array::from_fn(|i| random[i]);
        let b: [u32; QUAD] = core::array::from_fn(|i| random[4 + i]);
        for (named, array) in words {
            let expected = array(portable::Words::of(a), portable::Words::of(b)).lanes();
            assert_eq!(named(Words::of(a), Words::of(b)).lanes(), expected);
        }
        for (named, array) in floats {
            let value = named(Words::of(a).floats(), Words::of(b).floats()).words();
            let expected = array(
                portable::Words::of(a).floats(),
                portable::Words::of(b).floats(),
            );
            for (value, expected) in value.lanes().into_iter().zip(expected.words().lanes()) {
                // Which not-a-number it is, differs between machines.
                let nan = f32::from_bits(value).is_nan() && f32::from_bits(expected).is_nan();
                assert!(value == expected || nan, "{value:x} {expected:x}");
            }
        }
    }
}
