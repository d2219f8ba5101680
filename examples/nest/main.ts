/**
 * A small server with Nest: `npx tsx --tsconfig examples/nest/tsconfig.json examples/nest/main.ts`, then
 *
 *   curl -i localhost:3000/orders -H 'content-type: application/json' \
 *     -d '{"day": "2026-02-28", "lines": [{"item": "beer", "count": 2}]}'
 *   curl -i localhost:3000/orders -H 'content-type: application/json' -d '{"day": "2026-02-30", "lines": []}'
 *   curl -i 'localhost:3000/orders?line.item=beer'
 *
 * http://localhost:3000/docs shows all routes.
 */
import "reflect-metadata";
import { NestFactory } from "@nestjs/core";
import { DocumentBuilder, SwaggerModule } from "@nestjs/swagger";
import { documentValidators, ProblemFilter } from "validlib/nest";
import { App } from "./orders.ts";

const app = await NestFactory.create(App, { logger: ["error", "warn"] });
app.useGlobalFilters(new ProblemFilter());
const config = new DocumentBuilder().setTitle("Orders").setVersion("1").setOpenAPIVersion("3.1.0").build();
SwaggerModule.setup("docs", app, documentValidators(SwaggerModule.createDocument(app, config)));
await app.listen(process.env.PORT ?? 3000);
console.log(await app.getUrl());
