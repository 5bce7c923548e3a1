//! A matrix as a picture in a data URL.

use sitewrap_model::SimilarityMatrix;

/// Pixels along a side at most; larger matrices are averaged.
const MAX_SIDE: usize = 400;

/// The similarities of the pages in this order as a grey BMP (1 is black) in a `data:` URL.
pub(super) fn picture(matrix: &SimilarityMatrix, order: &[usize]) -> String {
    let side = order.len().clamp(1, MAX_SIDE);
    let block = |at: usize| {
        let range = at * order.len() / side..((at + 1) * order.len()).div_ceil(side);
        &order[range.start.min(order.len())..range.end.min(order.len())]
    };
    let mut pixels = Vec::with_capacity(side * side);
    for y in 0..side {
        for x in 0..side {
            let (rows, columns) = (block(y), block(x));
            let sum: f32 =
                rows.iter().map(|&i| columns.iter().map(|&j| matrix.get(i, j)).sum::<f32>()).sum();
            let mean = sum / (rows.len() * columns.len()).max(1) as f32;
            pixels.push((255.0 * (1.0 - mean.clamp(0.0, 1.0))).round() as u8);
        }
    }
    format!("data:image/bmp;base64,{}", base64(&bitmap(side, &pixels)))
}

/// A BMP of 256 greys. Rows are stored from the bottom up and padded to four bytes.
fn bitmap(side: usize, pixels: &[u8]) -> Vec<u8> {
    let stride = side.div_ceil(4) * 4;
    let start = 14 + 40 + 4 * 256;
    let mut out = Vec::with_capacity(start + stride * side);
    out.extend_from_slice(b"BM");
    for number in [(start + stride * side) as u32, 0, start as u32, 40, side as u32, side as u32] {
        out.extend_from_slice(&number.to_le_bytes());
    }
    // One plane of eight bits a pixel, not compressed; sizes and resolution may stay 0.
    out.extend_from_slice(&[1, 0, 8, 0]);
    out.extend_from_slice(&[0; 24]);
    for grey in 0..=u8::MAX {
        out.extend_from_slice(&[grey, grey, grey, 0]);
    }
    for row in pixels.chunks(side).rev() {
        out.extend_from_slice(row);
        out.resize(out.len() + stride - side, 0);
    }
    out
}

/// Base64 as in RFC 4648.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0u32, |bits, &byte| bits << 8 | u32::from(byte));
        let bits = bits << (8 * (3 - chunk.len()));
        for digit in 0..4 {
            if digit <= chunk.len() {
                out.push(char::from(DIGITS[(bits >> (18 - 6 * digit) & 63) as usize]));
            } else {
                out.push('=');
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_follows_the_rfc() {
        let cases =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")];
        for (plain, coded) in cases {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
    }

    #[test]
    fn a_bitmap_has_the_size_that_its_header_says() {
        let bytes = bitmap(3, &[0; 9]);
        assert_eq!(bytes.len(), 14 + 40 + 1024 + 3 * 4);
        assert_eq!(bytes[2..6], (bytes.len() as u32).to_le_bytes());
    }
}
