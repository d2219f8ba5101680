-- What has been imported: a name comes once.
CREATE TABLE imports (
  name text PRIMARY KEY,
  good bigint NOT NULL DEFAULT 0,
  bad bigint NOT NULL DEFAULT 0,
  at timestamptz NOT NULL DEFAULT now()
);

-- Documents go in; columns are made of them.
CREATE TABLE orders (
  doc jsonb NOT NULL,
  id bigint GENERATED ALWAYS AS ((doc ->> 'id')::bigint) STORED,
  item text GENERATED ALWAYS AS (doc ->> 'item') STORED,
  count integer GENERATED ALWAYS AS ((doc ->> 'count')::integer) STORED
);

-- Refused lines: any bytes, and what is wrong with them. The verdict is JSON, but may quote what jsonb cannot hold, as U+0000.
CREATE TABLE refused (
  import text NOT NULL REFERENCES imports,
  line bigint NOT NULL,
  doc bytea NOT NULL,
  verdict text NOT NULL
);

-- Rows of import-rows.js: the columns of the schema, in its order.
CREATE TABLE trades (
  id integer PRIMARY KEY,
  symbol text NOT NULL,
  side text NOT NULL,
  price double precision NOT NULL,
  size integer,
  note text
);

-- Where a refused record is in its file, and what is wrong with it.
CREATE TABLE refused_trades (
  import text NOT NULL REFERENCES imports,
  record bigint NOT NULL,
  "offset" bigint NOT NULL,
  verdict text NOT NULL
);
