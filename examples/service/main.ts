/** `npm run build && node examples/service/main.ts`, with Node 22.18 or later, which runs TypeScript. */
import { service } from "./app.ts";
import { Store } from "./store.ts";

const app = service(new Store(), { logger: true });
await app.listen({ port: Number(process.env.PORT ?? 3000) });
