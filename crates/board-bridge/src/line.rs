use crate::Input;
use boardlink::{Decoder, ToHost};
use broker::HostPort;
use serial2::SerialPort;
use std::{
    io::{self, ErrorKind, Read, Write},
    net::{TcpListener, TcpStream, ToSocketAddrs},
    path::PathBuf,
    sync::{Arc, mpsc::SyncSender},
    time::{Duration, Instant},
};

/// The line to the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// A serial port.
    Serial {
        /// For example `/dev/ttyUSB0`.
        path: PathBuf,
        /// Bits per second.
        baud: u32,
    },
    /// An address to connect to, for example `localhost:4000`: a serial server, or QEMU.
    Tcp(HostPort),
    /// An address on which to wait for the board, for example `0.0.0.0:4000`.
    Listen(HostPort),
}

/// Timeouts for one read, for writing and for connecting.
const READ: Duration = Duration::from_millis(250);
const WRITE: Duration = Duration::from_secs(2);
const CONNECT: Duration = Duration::from_secs(3);

/// Time without a message after which a line counts as closed. A board is asked at least every two
/// seconds.
const SILENCE: Duration = Duration::from_secs(10);

/// Pause between two attempts to open a line.
const PAUSE: Duration = Duration::from_millis(300);

/// The writing half of a line.
pub(crate) type Writer = Box<dyn Write + Send>;
type Reader = Box<dyn Read + Send>;

/// Opens the line, passes on its messages, and reopens it until the channel is closed.
pub(crate) fn keep_open(line: &Line, inputs: &SyncSender<Input>) {
    let mut listener = None;
    loop {
        let why = match open(line, &mut listener) {
            Ok((reader, writer)) => {
                if inputs.send(Input::LineUp(writer)).is_err() {
                    return;
                }
                match listen(reader, inputs) {
                    Some(why) => why,
                    None => return,
                }
            }
            Err(error) => error.to_string(),
        };
        if inputs.send(Input::LineDown(why)).is_err() {
            return;
        }
        std::thread::sleep(PAUSE);
    }
}

/// Passes on messages until the line is closed, and returns why; `None` if the channel is closed.
fn listen(mut reader: Reader, inputs: &SyncSender<Input>) -> Option<String> {
    let mut decoder = Decoder::<ToHost>::default();
    let mut bytes = [0; 1_024];
    let mut heard = Instant::now();
    loop {
        let length = match reader.read(&mut bytes) {
            Ok(0) => return Some("the other side closed it".to_owned()),
            Ok(length) => length,
            Err(error) if is_not_yet(&error) => 0,
            Err(error) => return Some(error.to_string()),
        };
        for message in bytes[..length].iter().filter_map(|&byte| decoder.push(byte)) {
            let input = match message {
                Ok(message) => Input::Heard(message),
                Err(fault) => Input::Noise(fault),
            };
            inputs.send(input).ok()?;
            heard = Instant::now();
        }
        if heard.elapsed() > SILENCE {
            return Some("no message received".to_owned());
        }
    }
}

fn open(line: &Line, listener: &mut Option<TcpListener>) -> io::Result<(Reader, Writer)> {
    match line {
        Line::Serial { path, baud } => {
            let mut port = SerialPort::open(path, *baud)?;
            port.set_read_timeout(READ)?;
            port.set_write_timeout(WRITE)?;
            let port = Arc::new(port);
            Ok((Box::new(Port(port.clone())), Box::new(Port(port))))
        }
        Line::Tcp(address) => {
            let mut last = io::Error::new(ErrorKind::NotFound, "the host has no address");
            for address in (address.host.as_str(), address.port).to_socket_addrs()? {
                match TcpStream::connect_timeout(&address, CONNECT) {
                    Ok(stream) => return halves(stream),
                    Err(error) => last = error,
                }
            }
            Err(last)
        }
        Line::Listen(address) => {
            let bound = match listener.take() {
                Some(bound) => bound,
                None => TcpListener::bind((address.host.as_str(), address.port))?,
            };
            let stream = listener.insert(bound).accept()?.0;
            halves(stream)
        }
    }
}

fn halves(stream: TcpStream) -> io::Result<(Reader, Writer)> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(READ))?;
    stream.set_write_timeout(Some(WRITE))?;
    Ok((Box::new(stream.try_clone()?), Box::new(stream)))
}

/// A serial port shared by both halves.
struct Port(Arc<SerialPort>);

impl Read for Port {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.0.read(into)
    }
}

impl Write for Port {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn is_not_yet(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}
