//! Detects whether the client of a request is still connected.
//!
//! The HTTP server runs a request to its end even if its connection is closed. A request that waits for an AI
//! provider costs money meanwhile, so each connection records when the peer disconnects, and a handler can wait for
//! that beside its work.
//!
//! HTTP/2 is refused: poem's server would accept its preface and has no setting to turn it off.

use std::collections::HashMap;
use std::future::pending;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use poem::http::uri::Scheme;
use poem::listener::{Acceptor, Listener as _, TcpAcceptor, TcpListener};
use poem::web::{LocalAddr, RemoteAddr};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::watch;

/// The start of HTTP/2 without TLS, which no HTTP/1 request begins with.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n";

/// Becomes `true` once the peer has disconnected.
type Gone = Arc<watch::Sender<bool>>;

/// The open connections, by peer address.
#[derive(Clone, Default)]
pub struct Connections(Arc<Mutex<HashMap<SocketAddr, Gone>>>);

impl Connections {
    /// Listens on an address and tracks the accepted connections.
    pub async fn listen(&self, address: SocketAddr) -> io::Result<Watching> {
        let acceptor = TcpListener::bind(address).into_acceptor().await?;
        Ok(Watching {
            acceptor,
            connections: self.clone(),
        })
    }

    /// Waits until the peer has closed the connection; forever if the connection is not tracked.
    pub fn closed(&self, peer: &RemoteAddr) -> impl Future<Output = ()> + Send + use<> {
        let peer = peer.as_socket_addr();
        let gone = peer.and_then(|peer| self.open().get(peer).cloned());
        async move {
            match gone {
                Some(gone) => {
                    // The sender lives as long as this future holds it.
                    let _ = gone.subscribe().wait_for(|gone| *gone).await;
                }
                None => pending().await,
            }
        }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<SocketAddr, Gone>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A listener whose connections are tracked.
pub struct Watching {
    acceptor: TcpAcceptor,
    connections: Connections,
}

impl Acceptor for Watching {
    type Io = Watched;

    fn local_addr(&self) -> Vec<LocalAddr> {
        self.acceptor.local_addr()
    }

    async fn accept(&mut self) -> io::Result<(Watched, LocalAddr, RemoteAddr, Scheme)> {
        let (stream, local, remote, scheme) = self.acceptor.accept().await?;
        let peer = remote.as_socket_addr().copied();
        let gone = Gone::new(watch::Sender::new(false));
        if let Some(peer) = peer {
            self.connections.open().insert(peer, gone.clone());
        }
        let watched = Watched {
            stream,
            peer,
            preface: Some(0),
            gone,
            connections: self.connections.clone(),
        };
        Ok((watched, local, remote, scheme))
    }
}

/// A connection that records when its peer has closed it.
pub struct Watched {
    stream: TcpStream,
    peer: Option<SocketAddr>,
    /// How many bytes of the HTTP/2 preface have matched; `None` once the bytes differ.
    preface: Option<usize>,
    gone: Gone,
    connections: Connections,
}

impl Watched {
    /// Checks the first bytes of a connection, however they are split over reads.
    fn refuse_http2(&mut self, bytes: &[u8]) -> io::Result<()> {
        let Some(seen) = self.preface else {
            return Ok(());
        };
        let left = &PREFACE[seen..];
        let compared = left.len().min(bytes.len());
        if bytes[..compared] != left[..compared] {
            self.preface = None;
        } else if compared == left.len() {
            let message = "HTTP/2 is not spoken here";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        } else {
            self.preface = Some(seen + compared);
        }
        Ok(())
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.gone.send_replace(true);
        let Some(peer) = &self.peer else { return };
        let mut open = self.connections.open();
        // Another connection may have come from the same address since.
        if open
            .get(peer)
            .is_some_and(|gone| Arc::ptr_eq(gone, &self.gone))
        {
            open.remove(peer);
        }
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let (before, room) = (buffer.filled().len(), buffer.remaining());
        let mut read = Pin::new(&mut this.stream).poll_read(context, buffer);
        if let Poll::Ready(Ok(())) = read
            && let Err(error) = this.refuse_http2(&buffer.filled()[before..])
        {
            read = Poll::Ready(Err(error));
        }
        let is_end = match &read {
            Poll::Ready(Ok(())) => room > 0 && buffer.filled().len() == before,
            Poll::Ready(Err(_)) => true,
            Poll::Pending => false,
        };
        if is_end {
            this.gone.send_replace(true);
        }
        read
    }
}

impl AsyncWrite for Watched {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        data: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write(context, data)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
