/** A Redis of the test's own: on a Unix socket in a temporary folder, gone when the test has ended. */
import { connect } from "node:net";
import { join } from "node:path";
import { Process, program, temporaryFolder, until } from "./processes.js";

/** Starts it, as a `Process` with options. Gives the path of its socket, which clients take for a URL. */
export async function startRedis(t, options) {
  const server = program("redis-server", "redis-server");
  const folder = temporaryFolder(t);
  const socket = join(folder, "redis.sock");
  const args = ["--port", "0", "--unixsocket", socket, "--dir", folder, "--save", ""];
  const redis = new Process(t, server, args, options);
  await until(() => answers(socket), "redis-server starts", redis);
  return socket;
}

const answers = (socket) =>
  new Promise((resolve) => {
    const attempt = connect(socket);
    attempt.once("error", () => resolve(false));
    attempt.once("connect", () => {
      attempt.destroy();
      resolve(true);
    });
  });
