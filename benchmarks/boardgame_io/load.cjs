// The load of benchmarks/load.py for boardgame.io: two players and a spectator per table, moves as fast as they go.
// node load.cjs [busy tables=200] [seconds=20] [memory|folder]
const { spawn } = require("node:child_process");
const { readFileSync } = require("node:fs");
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { Cards } = require("./game.cjs");

const [busy, seconds, where] = [Number(process.argv[2] || 200), Number(process.argv[3] || 20), process.argv[4] || "memory"];
const now = () => performance.now();
const sent = new Map();
const spread = [];
let moves = 0;
let measuring = false;

function usage(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  const pss = Number(/Pss:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))[1]);
  return { cpu: (Number(fields[11]) + Number(fields[12])) * 10, mb: pss / 1000 };
}

// boardgame.io makes a match when its first client comes.
function table(base, number) {
  const matchID = `table-${number}`;
  for (const playerID of ["0", "1", undefined]) {
    const client = Client({ game: Cards, matchID, playerID, multiplayer: SocketIO({ server: base }), debug: false });
    let last = -1;
    client.subscribe((state) => {
      if (!state || state._stateID === last) return;
      last = state._stateID;
      const began = sent.get(`${matchID} ${last}`);
      if (measuring && began) spread.push(now() - began);
      if (playerID !== undefined && state.ctx.currentPlayer === playerID) {
        setImmediate(() => {
          const key = `${matchID} ${last + 1}`;
          if (!sent.has(key)) sent.set(key, now());
          if (measuring) moves += 1;
          client.moves.play(Math.floor(Math.random() * 10));
        });
      }
    });
    client.start();
  }
}

const server = spawn(process.execPath, [`${__dirname}/server.cjs`, where], { stdio: ["ignore", "pipe", "inherit"] });
server.stdout.once("data", async (line) => {
  const base = `http://localhost:${String(line).match(/\d+/)[0]}`;
  for (let i = 0; i < busy; i++) table(base, i);
  await new Promise((done) => setTimeout(done, 3000));
  const [began, before] = [now(), usage(server.pid)];
  measuring = true;
  await new Promise((done) => setTimeout(done, seconds * 1000));
  measuring = false;
  const [took, after] = [(now() - began) / 1000, usage(server.pid)];
  spread.sort((a, b) => a - b);
  const part = (p) => Number((spread[Math.floor(p * spread.length)] || 0).toFixed(1));
  console.log(
    JSON.stringify(
      {
        peer: "boardgame.io 0.50.2",
        storage: where === "memory" ? "memory (nothing kept)" : "FlatFile",
        moves_per_s: Number((moves / took).toFixed(1)),
        screen_ms: { p50: part(0.5), p99: part(0.99) },
        server_processor_ms_per_move: Number(((after.cpu - before.cpu) / Math.max(1, moves)).toFixed(2)),
        tables: { busy },
        memory_mb: Number(after.mb.toFixed(1)),
      },
      null,
      1,
    ),
  );
  server.kill();
  process.exit(0);
});
