//! What the checks of a prompt may take together.

/// The steps of all checks that are evaluated at once. A step is about what comparing a byte takes, so that all of
/// them take a second or two.
const STEPS: usize = 200_000_000;

/// The steps that are left.
#[derive(Debug)]
pub struct Budget {
    left: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { left: STEPS }
    }
}

impl Budget {
    /// Takes steps; `None` if as many are not left, and then none are left.
    pub fn take(&mut self, steps: usize) -> Option<()> {
        let left = self.left.checked_sub(steps.max(1));
        self.left = left.unwrap_or_default();
        left.map(|_| ())
    }

    /// Whether no step is left.
    pub const fn is_spent(&self) -> bool {
        self.left == 0
    }
}
