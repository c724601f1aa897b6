//! Tests of the reader's parts.
