/** Stands for the database of the service. */
import type { Customer, Order } from "./schemas.ts";

export class Store {
  readonly customers: Customer[] = [];
  readonly orders = new Map<string, Order>();
  readonly messages: object[] = [];

  /** Whether no customer has this address. */
  async isFree(email: string): Promise<boolean> {
    return this.customers.every((customer) => customer.email !== email);
  }

  /** The ID of the new customer; undefined if somebody else has taken the address since it was free. */
  async add(customer: Customer): Promise<number | undefined> {
    return (await this.isFree(customer.email)) ? this.customers.push(customer) : undefined;
  }
}
