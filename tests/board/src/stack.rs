use crate::program::{Program, chuhe, free_port};
use anyhow::{Context, Result, bail, ensure};
use protocol::{RegisterSmartBoard, RegisteredSmartBoard, SmartBoardView};
use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Number of the emulated chip.
const CHIP: boardlink::ChipId = *b"qemu-lm3s-01";

/// Connection between bridge and server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// HTTP.
    Http,
    /// MQTT through Mosquitto.
    Mqtt,
}

/// The processes between the board and the archive. They can be killed and restarted with the same
/// folder and port.
pub(crate) struct Stack {
    folder: PathBuf,
    way: Way,
    server_port: u16,
    broker_port: u16,
    board_port: u16,
    server: Option<Program>,
    broker: Option<Program>,
    bridge: Option<Program>,
}

impl Stack {
    /// Starts all processes and registers the board.
    pub(crate) fn start(folder: &Path, way: Way, board_port: u16) -> Result<Stack> {
        let mut stack = Stack {
            folder: folder.to_owned(),
            way,
            server_port: free_port()?,
            broker_port: free_port()?,
            board_port,
            server: None,
            broker: None,
            bridge: None,
        };
        stack.set_broker(true)?;
        stack.set_server(true)?;
        stack.register()?;
        stack.set_bridge(true)?;
        Ok(stack)
    }

    /// Kills or starts the server.
    pub(crate) fn set_server(&mut self, is_up: bool) -> Result<()> {
        if !is_up || self.server.is_some() {
            self.server = self.server.take().filter(|_| is_up);
            return Ok(());
        }
        let mut command = Command::new(chuhe()?);
        command.args(["serve", "--listen", &format!("127.0.0.1:{}", self.server_port), "--data"]);
        command.arg(self.folder.join("data"));
        if self.way == Way::Mqtt {
            command.args(["--mqtt", &format!("127.0.0.1:{}", self.broker_port)]);
        }
        command.stdout(Stdio::piped()).stderr(self.log("server.log")?);
        let mut server = Program::start(&mut command)?;
        let output = server.child().stdout.take().context("the server's output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        ensure!(line.contains("serving"), "the server does not start; see server.log");
        self.server = Some(server);
        // The address is printed once the port is bound; the games are loaded shortly afterwards.
        self.get("/healthz")?;
        Ok(())
    }

    /// Kills or starts the bridge.
    pub(crate) fn set_bridge(&mut self, is_up: bool) -> Result<()> {
        if !is_up || self.bridge.is_some() {
            self.bridge = self.bridge.take().filter(|_| is_up);
            return Ok(());
        }
        let mut command = Command::new(chuhe()?);
        command.args(["board", "bridge", "--tcp", &format!("127.0.0.1:{}", self.board_port)]);
        command.arg("--key-file").arg(self.folder.join("board.key"));
        command.arg("--buffer").arg(self.folder.join("buffer"));
        match self.way {
            Way::Http => {
                command.args(["--server", &format!("http://127.0.0.1:{}", self.server_port)])
            }
            Way::Mqtt => command.args(["--mqtt", &format!("127.0.0.1:{}", self.broker_port)]),
        };
        self.bridge = Some(Program::start(command.stderr(self.log("bridge.log")?))?);
        Ok(())
    }

    /// Kills or starts the broker; does nothing over HTTP.
    pub(crate) fn set_broker(&mut self, is_up: bool) -> Result<()> {
        let is_up = is_up && self.way == Way::Mqtt;
        if !is_up || self.broker.is_some() {
            self.broker = self.broker.take().filter(|_| is_up);
            return Ok(());
        }
        let settings = self.folder.join("mosquitto.conf");
        let port = self.broker_port;
        // By default Mosquitto delays small packets by 40 ms.
        let text =
            format!("listener {port} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\n");
        std::fs::write(&settings, text)?;
        let mut command = Command::new("mosquitto");
        command.arg("-c").arg(settings).stdout(Stdio::null());
        self.broker = Some(Program::start(command.stderr(self.log("broker.log")?))?);
        Ok(())
    }

    /// The numbers of the archived games, in order.
    pub(crate) fn games(&self) -> Result<Vec<u32>> {
        Ok(serde_json::from_str(&self.get(&format!("/api/boards/{}/games", id()))?)?)
    }

    /// An archived game.
    pub(crate) fn game(&self, number: u32) -> Result<SmartBoardView> {
        Ok(serde_json::from_str(&self.get(&format!("/api/boards/{}/games/{number}", id()))?)?)
    }

    /// The moves in the file of an archived game.
    pub(crate) fn record(&self, number: u32) -> Result<Vec<String>> {
        let text = self.get(&format!("/api/boards/{}/games/{number}/record.chuhe", id()))?;
        match record::read(text.as_bytes()) {
            Ok(record) => Ok(record.actions),
            Err(problems) => bail!("game {number}'s file: {problems:?}"),
        }
    }

    fn register(&self) -> Result<()> {
        let arbiter = std::fs::read_to_string(self.folder.join("data/arbiter.key"))?;
        let request = RegisterSmartBoard { id: id().into(), name: "QEMU".to_owned() };
        let mut response = ureq::post(self.url("/api/boards"))
            .header("authorization", format!("Bearer {}", arbiter.trim()))
            .header("content-type", "application/json")
            .send(serde_json::to_string(&request)?)
            .context("letting the board in")?;
        let registered: RegisteredSmartBoard =
            serde_json::from_str(&response.body_mut().read_to_string()?)?;
        std::fs::write(self.folder.join("board.key"), registered.key)?;
        Ok(())
    }

    fn get(&self, path: &str) -> Result<String> {
        let mut response = ureq::get(self.url(path)).call().context(path.to_owned())?;
        Ok(response.body_mut().read_to_string()?)
    }

    fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.server_port)
    }

    fn log(&self, name: &str) -> Result<File> {
        Ok(File::options().create(true).append(true).open(self.folder.join(name))?)
    }
}

fn id() -> String {
    smart_boards::board_text(&CHIP)
}
