/** A PostgreSQL of the test's own: on a Unix socket in a temporary folder, gone when the test has ended. */
import { execFileSync } from "node:child_process";
import { chownSync } from "node:fs";
import { join } from "node:path";
import { atEnd, humble, Process, program, temporaryFolder, until } from "./processes.js";

/** Starts it. Gives the variables that tell clients where it is. */
export async function startPostgres(t) {
  const [initdb, postgres, psql] = ["initdb", "postgres", "psql"].map((name) => program(name, "postgresql"));
  const folder = temporaryFolder(t);
  const user = humble();
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder };
  const data = join(folder, "data");
  const quick = ["--no-sync", "--auth=trust", "--encoding=UTF8", "--no-locale", "--username=postgres"];
  execFileSync(initdb, [...quick, "--pgdata", data], { ...options, stdio: ["ignore", "ignore", "inherit"] });
  // No port, and no care for power cuts: the data is gone in a minute.
  const settings = ["-c", "listen_addresses=", "-c", "fsync=off", "-k", folder];
  const server = new Process(t, postgres, ["-D", data, ...settings], { ...options, timeout: 0 });
  atEnd(t, () => server.stop("SIGQUIT"));
  const env = { PGHOST: folder, PGUSER: "postgres", PGDATABASE: "postgres" };
  await until(() => answers(psql, env), "PostgreSQL starts", server);
  return env;
}

function answers(psql, env) {
  try {
    execFileSync(psql, ["-c", "SELECT 1"], { env: { ...process.env, ...env }, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
