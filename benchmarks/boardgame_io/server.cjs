// boardgame.io's server; argument: "memory" (its default: nothing is kept) or a folder (FlatFile: kept, without flushing to disk).
const { Server, Origins, FlatFile } = require("boardgame.io/server");
const { Cards } = require("./game.cjs");

const where = process.argv[2] || "memory";
const db = where === "memory" ? undefined : new FlatFile({ dir: where });
const server = Server({ games: [Cards], origins: [Origins.LOCALHOST], db });
server.run({ port: 0 }).then(({ appServer }) => console.log(appServer.address().port));
