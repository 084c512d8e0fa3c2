//! The Promptcase server.
