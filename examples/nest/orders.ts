/** Orders: what comes in and what goes out, and their routes. */
import { Body, Controller, Get, Module, Param, Post, Query, UseInterceptors } from "@nestjs/common";
import { Date as DateOf, Dict, type Infer, Int, List, Str } from "validlib";
import { ApiValid, ProblemError, ValidPipe, ValidResponse } from "validlib/nest";

const line = Dict({ item: Str({ minlen: 1, maxlen: 100 }), count: Int({ min: 1, max: 1000 }) });
const newOrder = Dict({ day: DateOf({ format: "iso" }), lines: List(line, { minlen: 1 }) });
const order = Dict({ id: Int(), day: DateOf({ format: "iso" }), lines: List(line) });
const number = Int({ coerce: "text", min: 1 });
// ?line.item=beer
const search = Dict({ line: Dict({ item: Str({ minlen: 1 }) }) }, { nested: true });

type Order = Infer<typeof order>;

@Controller("orders")
export class Orders {
  readonly #orders: Order[] = [];

  @Post()
  @UseInterceptors(new ValidResponse(order))
  @ApiValid({ body: newOrder, responses: { 201: order } })
  create(@Body(new ValidPipe(newOrder)) given: Infer<typeof newOrder>): Order {
    const made = { id: this.#orders.length + 1, ...given };
    this.#orders.push(made);
    return made;
  }

  @Get()
  @UseInterceptors(new ValidResponse(List(order)))
  @ApiValid({ responses: { 200: List(order) } })
  search(@Query(new ValidPipe(search)) { line }: Infer<typeof search>): Order[] {
    return this.#orders.filter(({ lines }) => lines.some(({ item }) => item === line.item));
  }

  @Get(":id")
  @UseInterceptors(new ValidResponse(order))
  @ApiValid({ params: Dict({ id: number }), responses: { 200: order } })
  find(@Param("id", new ValidPipe(number)) id: number): Order {
    const found = this.#orders[id - 1];
    if (found === undefined) throw new ProblemError(404, "There is no such order.");
    return found;
  }
}

@Module({ controllers: [Orders] })
export class App {}
