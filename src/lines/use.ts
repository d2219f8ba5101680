/** Lets workers judge lines where the engine has no threads of its own; importing this file is enough. */
import { useThreads } from "./threads.ts";
import { openWorkers } from "./workers.ts";

useThreads(openWorkers);
