//! Promptcase's core for the browser.
