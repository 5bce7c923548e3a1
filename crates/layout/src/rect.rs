//! Boxes.

/// Width of the window that pages are laid out for, in CSS pixels.
pub const PAGE_WIDTH: f32 = 1280.0;

/// Height of that window.
pub const PAGE_HEIGHT: f32 = 800.0;

/// A box in CSS pixels, from the top left corner of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Distance of the left edge.
    pub left: f32,
    /// Distance of the top edge.
    pub top: f32,
    /// Width, 0 for what is not shown.
    pub width: f32,
    /// Height, 0 for what is not shown.
    pub height: f32,
}

impl Rect {
    /// Its area in square pixels.
    pub fn area(&self) -> f32 {
        self.width * self.height
    }

    /// The area that two boxes share.
    pub fn shared_area(&self, other: &Self) -> f32 {
        let along = |start: f32, length: f32, other_start: f32, other_length: f32| {
            ((start + length).min(other_start + other_length) - start.max(other_start)).max(0.0)
        };
        along(self.left, self.width, other.left, other.width)
            * along(self.top, self.height, other.top, other.height)
    }

    /// The smallest box that holds both.
    pub fn united(self, other: Self) -> Self {
        let (left, top) = (self.left.min(other.left), self.top.min(other.top));
        let right = (self.left + self.width).max(other.left + other.width);
        let bottom = (self.top + self.height).max(other.top + other.height);
        Self { left, top, width: right - left, height: bottom - top }
    }
}

#[cfg(test)]
mod tests {
    use super::Rect;

    #[test]
    fn boxes_share_and_unite() {
        let rect = |left, top, width, height| Rect { left, top, width, height };
        let (one, other) = (rect(0.0, 0.0, 10.0, 10.0), rect(5.0, 8.0, 10.0, 4.0));
        assert!((one.shared_area(&other) - 10.0).abs() < 1e-6);
        assert_eq!(one.united(other), rect(0.0, 0.0, 15.0, 12.0));
        assert!(one.shared_area(&rect(20.0, 0.0, 1.0, 1.0)).abs() < 1e-6);
    }
}
