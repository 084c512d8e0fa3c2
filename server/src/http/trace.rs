//! Trace ids (W3C Trace Context): what belongs to one request has one id, here, at a proxy and at the providers asked.

use tokio::task_local;
use uuid::Uuid;

/// The header that carries a trace id.
pub const HEADER: &str = "traceparent";

task_local! {
    static TRACE: Uuid;
}

/// The trace id of a `traceparent`: `00-<32 hexadecimal digits>-<16>-<2>`.
pub fn parse(header: &str) -> Option<Uuid> {
    let is_hex = |text: &str, length: usize| {
        let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        text.len() == length && text.bytes().all(digit)
    };
    let mut parts = header.split('-');
    let (version, trace, parent, flags) =
        (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    // A later version may have more parts.
    let is_right = is_hex(version, 2)
        && version != "ff"
        && is_hex(trace, 32)
        && is_hex(parent, 16)
        && is_hex(flags, 2)
        && (version != "00" || parts.next().is_none());
    let is_zero = |text: &str| text.bytes().all(|byte| byte == b'0');
    if !is_right || is_zero(trace) || is_zero(parent) {
        return None;
    }
    Uuid::try_parse(trace).ok()
}

/// Runs a request under its trace id.
pub async fn within<T>(trace: Uuid, work: impl Future<Output = T>) -> T {
    TRACE.scope(trace, work).await
}

/// The `traceparent` of a request to another server, on behalf of the one that is being answered.
pub fn next() -> String {
    let trace = TRACE
        .try_with(|trace| *trace)
        .unwrap_or_else(|_| Uuid::new_v4());
    let span = rand::random::<u64>().max(1);
    format!("00-{}-{span:016x}-01", trace.simple())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_trace_of_a_request_goes_on() {
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        let whole = format!("00-{trace}-00f067aa0ba902b7-01");
        let id = parse(&whole).unwrap();
        let sent = within(id, async { next() }).await;
        assert!(sent.starts_with(&format!("00-{trace}-")), "{sent}");
        assert_eq!(parse(&sent), Some(id));
        assert_ne!(sent, whole);
        assert_ne!(parse(&next()), Some(id));
        for wrong in [
            "",
            "00",
            &format!("ff-{trace}-00f067aa0ba902b7-01"),
            &format!("00-{trace}-0000000000000000-01"),
            &format!("00-{trace}-00f067aa0ba902b7-01-x"),
            &format!("00-{}-00f067aa0ba902b7-01", trace.to_uppercase()),
            &format!("00-{}-00f067aa0ba902b7-01", "0".repeat(32)),
            "00-4bf92f3577b34da6a3ce929d0e0e473é-00f067aa0ba902b7-01",
        ] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
