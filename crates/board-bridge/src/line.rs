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

/// Where the board is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// At a serial port.
    Serial {
        /// As `/dev/ttyUSB0`.
        path: PathBuf,
        /// Bits per second.
        baud: u32,
    },
    /// Behind an address to connect to, as `localhost:4000`: a serial server, or QEMU.
    Tcp(HostPort),
    /// It connects here, to an address as `0.0.0.0:4000`.
    Listen(HostPort),
}

/// How long a read waits; how long writing and connecting may take.
const READ: Duration = Duration::from_millis(250);
const WRITE: Duration = Duration::from_secs(2);
const CONNECT: Duration = Duration::from_secs(3);

/// A board is asked for its name every other second. One that says nothing for so long is gone.
const SILENCE: Duration = Duration::from_secs(10);

/// Between two tries to open a line.
const PAUSE: Duration = Duration::from_millis(300);

/// The half on which the board is spoken to.
pub(crate) type Writer = Box<dyn Write + Send>;
type Reader = Box<dyn Read + Send>;

/// Opens the line, passes on what comes, and opens it again, until nobody listens any more.
pub(crate) fn keep_open(line: &Line, inputs: &SyncSender<Input>) {
    let mut door = None;
    loop {
        let why = match open(line, &mut door) {
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

/// Passes on what comes until the line is closed, and why it was; `None` when nobody listens.
fn listen(mut reader: Reader, inputs: &SyncSender<Input>) -> Option<String> {
    let mut decoder = Decoder::<ToHost>::default();
    let mut bytes = [0; 1_024];
    let mut heard = Instant::now();
    loop {
        let length = match reader.read(&mut bytes) {
            Ok(0) => return Some("the other side has closed it".to_owned()),
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
            return Some("nothing is heard on it".to_owned());
        }
    }
}

fn open(line: &Line, door: &mut Option<TcpListener>) -> io::Result<(Reader, Writer)> {
    match line {
        Line::Serial { path, baud } => {
            let mut port = SerialPort::open(path, *baud)?;
            port.set_read_timeout(READ)?;
            port.set_write_timeout(WRITE)?;
            let port = Arc::new(port);
            Ok((Box::new(Port(port.clone())), Box::new(Port(port))))
        }
        Line::Tcp(address) => {
            let mut last = io::Error::new(ErrorKind::NotFound, "the address names nothing");
            for address in (address.host.as_str(), address.port).to_socket_addrs()? {
                match TcpStream::connect_timeout(&address, CONNECT) {
                    Ok(stream) => return halves(stream),
                    Err(error) => last = error,
                }
            }
            Err(last)
        }
        Line::Listen(address) => {
            let listener = match door.take() {
                Some(listener) => listener,
                None => TcpListener::bind((address.host.as_str(), address.port))?,
            };
            let stream = door.insert(listener).accept()?.0;
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

/// A serial port that both halves share.
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
