//! Every rule of Promptcase.
