//! Vector types for the arithmetic of the nets, and their operations.
//!
//! Each set of instructions defines the same names, so that [`kernel`](super::kernel) is written once: a
//! `Word` of `LANES` i16, or of half as many i32. Sums wrap. `multiply_high` is a product divided by 32,768
//! and rounded; `multiply_pairs` adds the products of two neighbours as an i32; `nonzero` has a bit for each
//! pair of neighbours that aren't both zero.

/// AVX-512.
#[cfg(target_arch = "x86_64")]
pub(super) mod avx512 {
    use std::arch::x86_64::_mm512_test_epi32_mask;
    pub(in super::super) use std::arch::x86_64::{
        __m512i as Word, _mm512_add_epi16 as add, _mm512_add_epi32 as add_pairs,
        _mm512_madd_epi16 as multiply_pairs, _mm512_max_epi16 as max, _mm512_min_epi16 as min,
        _mm512_mulhrs_epi16 as multiply_high, _mm512_set1_epi16 as splat, _mm512_set1_epi32 as splat_pair,
        _mm512_slli_epi16 as shift_left,
    };

    pub(in super::super) const LANES: usize = 32;

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(in super::super) fn nonzero(products: Word) -> u32 {
        _mm512_test_epi32_mask(products, products).into()
    }
}

/// AVX2.
#[cfg(target_arch = "x86_64")]
pub(super) mod avx2 {
    pub(in super::super) use std::arch::x86_64::{
        __m256i as Word, _mm256_add_epi16 as add, _mm256_add_epi32 as add_pairs,
        _mm256_madd_epi16 as multiply_pairs, _mm256_max_epi16 as max, _mm256_min_epi16 as min,
        _mm256_mulhrs_epi16 as multiply_high, _mm256_set1_epi16 as splat, _mm256_set1_epi32 as splat_pair,
        _mm256_slli_epi16 as shift_left,
    };
    use std::arch::x86_64::{
        _mm256_castsi256_ps, _mm256_cmpgt_epi32, _mm256_movemask_ps, _mm256_setzero_si256,
    };

    pub(in super::super) const LANES: usize = 16;

    /// No product is negative, so neighbours that aren't both zero are above zero.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(in super::super) fn nonzero(products: Word) -> u32 {
        let above = _mm256_cmpgt_epi32(products, _mm256_setzero_si256());
        _mm256_movemask_ps(_mm256_castsi256_ps(above)) as u32
    }
}

/// Plain Rust, which the compiler turns into the vector instructions of the target.
#[allow(clippy::inline_always, reason = "becomes part of the version of each set of instructions")]
pub(super) mod portable {
    pub(in super::super) const LANES: usize = 8;
    const PAIRS: usize = LANES / 2;

    pub(in super::super) type Word = [i16; LANES];

    #[inline(always)]
    fn each(one: Word, other: Word, of: impl Fn(i16, i16) -> i16) -> Word {
        std::array::from_fn(|lane| of(one[lane], other[lane]))
    }

    #[inline(always)]
    pub(in super::super) const fn splat(number: i16) -> Word {
        [number; LANES]
    }

    #[inline(always)]
    pub(in super::super) fn splat_pair(pair: i32) -> Word {
        bytemuck::cast([pair; PAIRS])
    }

    #[inline(always)]
    pub(in super::super) fn add(one: Word, other: Word) -> Word {
        each(one, other, i16::wrapping_add)
    }

    #[inline(always)]
    pub(in super::super) fn add_pairs(one: Word, other: Word) -> Word {
        let (one, other): ([i32; PAIRS], [i32; PAIRS]) = (bytemuck::cast(one), bytemuck::cast(other));
        bytemuck::cast::<[i32; PAIRS], _>(std::array::from_fn(|lane| one[lane].wrapping_add(other[lane])))
    }

    #[inline(always)]
    pub(in super::super) fn max(one: Word, other: Word) -> Word {
        each(one, other, i16::max)
    }

    #[inline(always)]
    pub(in super::super) fn min(one: Word, other: Word) -> Word {
        each(one, other, i16::min)
    }

    #[inline(always)]
    pub(in super::super) fn shift_left<const BITS: u32>(word: Word) -> Word {
        word.map(|number| number << BITS)
    }

    #[inline(always)]
    pub(in super::super) fn multiply_high(one: Word, other: Word) -> Word {
        each(one, other, |one, other| ((i32::from(one) * i32::from(other) + (1 << 14)) >> 15) as i16)
    }

    #[inline(always)]
    pub(in super::super) fn multiply_pairs(one: Word, other: Word) -> Word {
        let product = |lane: usize| i32::from(one[lane]) * i32::from(other[lane]);
        let sums: [i32; PAIRS] = std::array::from_fn(|pair| product(2 * pair) + product(2 * pair + 1));
        bytemuck::cast(sums)
    }

    #[inline(always)]
    pub(in super::super) fn nonzero(products: Word) -> u32 {
        let pairs: [i32; PAIRS] = bytemuck::cast(products);
        (0..PAIRS).fold(0, |bits, pair| bits | u32::from(pairs[pair] != 0) << pair)
    }
}
