/** The processes in which lines run, as seen from the one that compares them. */
import { fork } from "node:child_process";
import { join } from "node:path";

/** Starts a line of a table with a task of worker.mjs. `program` is the Node it runs on. */
export class Worker {
  #child;
  #pending;
  #said = "";

  constructor(line, work, program) {
    this.line = line;
    const { peer, noEval = false } = line;
    this.#child = fork(join(import.meta.dirname, "worker.mjs"), [JSON.stringify({ peer, noEval, ...work })], {
      execPath: program,
      execArgv: ["--expose-gc", ...line.execArgv],
      env: { ...process.env, NODE_ENV: "production", ...line.env },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.#child.stderr.setEncoding("utf8").on("data", (text) => {
      this.#said = `${this.#said}${text}`.slice(-2000);
    });
    this.#child.on("message", (message) => this.#pending?.(message));
    this.#child.on("exit", () => this.#pending?.({ failed: this.#said.trim().split("\n").at(-1) || "it has ended" }));
    this.ready = this.#answer();
  }

  #answer() {
    return new Promise((done) => {
      this.#pending = done;
    });
  }

  ask(message) {
    const answer = this.#answer();
    this.#child.send(message);
    return answer;
  }

  end() {
    this.#pending = undefined;
    this.#child.kill();
  }
}
