import type { Migration } from './open-database'

/**
 * How selective the indexes are in a large data folder: rows, then rows for each value of the first column, of the
 * first two, and so on. Without these SQLite takes "is a capture" for as selective as a payment id. They are fixed, so
 * that a query runs by the same plan in every folder.
 */
const SELECTIVITY: readonly (readonly [table: string, index: string, rows: string])[] = [
  ['payments', 'payments_by_id', '100000 50000 1'],
  ['payments', 'payments_by_any_id', '100000 1 1'],
  ['payments', 'payments_by_status', '100000 10000'],
  ['payments', 'payments_by_amount', '100000 10'],
  ['payments', 'payments_by_currency', '100000 20000'],
  ['payments', 'payments_by_customer', '100000 20'],
  ['payments', 'payments_by_card', '100000 20'],
  ['payments', 'payments_by_code', '100000 10000'],
  ['payments', 'payments_by_created', '100000 2'],
  ['payments', 'payments_by_project', '100000 50000'],
  ['payments', 'payments_with_delivered', '80000 1'],
  ['payments', 'payments_with_failed', '5000 1'],
  ['payments', 'payments_with_pending', '5000 1'],
  ['callbacks', 'callbacks_by_payment', '150000 2'],
  ['callbacks', 'callbacks_by_due', '1000 2 1'],
  ['callbacks', 'callbacks_by_state', '150000 30000'],
  ['callbacks', 'callbacks_by_kind', '150000 50000'],
  ['callbacks', 'callbacks_by_status', '150000 30000'],
  ['callbacks', 'callbacks_by_created', '150000 2'],
  ['callbacks', 'callbacks_by_project', '150000 75000'],
  ['callbacks', 'callbacks_by_body', '150000 2'],
  ['exchanges', 'exchanges_by_door', '250000 125000'],
  ['exchanges', 'exchanges_by_payment', '250000 3'],
  ['exchanges', 'exchanges_by_foreign_id', '10000 10'],
  ['exchanges', 'exchanges_by_method', '250000 125000 60000'],
  ['exchanges', 'exchanges_by_status', '250000 125000 25000'],
  ['exchanges', 'exchanges_by_signature', '250000 125000 30000'],
  ['exchanges', 'exchanges_by_created', '250000 125000 2'],
  ['exchanges', 'exchanges_by_project', '250000 125000 60000'],
  ['exchanges', 'exchanges_by_refusal', '250000 125000 20000 10000'],
]

/** Adds an entry for every payment whose state has the text and a number at the path. Damaged states are left out. */
function entries(prefix: string, having: string, path: string): string {
  return `INSERT OR IGNORE INTO request_ids (request_id, payment)
    SELECT '${prefix}' || id, payment FROM (
      SELECT payment, CASE WHEN json_valid(state) THEN json_extract(state, '${path}') END AS id
      FROM payment_states WHERE instr(state, '${having}') > 0
    ) WHERE typeof(id) = 'integer'`
}

const FAILED_ONCE = `c.state = 'failed' AND c.next_n = 0 AND c.next_attempt_at IS NULL`

/** Every step from an empty database to the newest schema. A step that was released never changes. */
export const MIGRATIONS: readonly Migration[] = [
  /** Words that are compared by the store itself; everything else in a row is the bench's own. */
  {
    version: 1,
    statements: [
      `CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID`,
      `CREATE TABLE clock (id INTEGER PRIMARY KEY CHECK (id = 1), state TEXT NOT NULL) STRICT`,
      `CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
      `CREATE TABLE projects (
      project_id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      secret TEXT NOT NULL,
      callback_url TEXT,
      switches TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT`,

      // What lists show, narrow enough to be scanned; the whole state stands apart.
      `CREATE TABLE payments (
      seq INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      project_id INTEGER NOT NULL REFERENCES projects (project_id),
      payment_id TEXT NOT NULL,
      payment_id_folded TEXT NOT NULL,
      status TEXT NOT NULL,
      is_final INTEGER NOT NULL,
      amount INTEGER NOT NULL,
      amount_thousandths INTEGER NOT NULL,
      currency TEXT NOT NULL,
      method TEXT NOT NULL,
      customer_id TEXT NOT NULL,
      customer_id_folded TEXT NOT NULL,
      account_number TEXT,
      account_type TEXT,
      card_last4 TEXT GENERATED ALWAYS AS (substr(account_number, -4)) VIRTUAL,
      result_code TEXT NOT NULL,
      result_message TEXT NOT NULL,
      description TEXT NOT NULL,
      origin TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      clarification_expires_at INTEGER,
      deadline_at INTEGER NOT NULL,
      clarification TEXT,
      callbacks_delivered INTEGER NOT NULL DEFAULT 0,
      callbacks_failed INTEGER NOT NULL DEFAULT 0,
      callbacks_pending INTEGER NOT NULL DEFAULT 0
    ) STRICT`,
      `CREATE UNIQUE INDEX payments_by_id ON payments (project_id, payment_id_folded) WHERE status <> 'error'`,
      `CREATE INDEX payments_by_any_id ON payments (payment_id_folded, project_id)`,
      `CREATE INDEX payments_by_status ON payments (status)`,
      `CREATE INDEX payments_by_amount ON payments (amount_thousandths)`,
      `CREATE INDEX payments_by_currency ON payments (currency)`,
      `CREATE INDEX payments_by_customer ON payments (customer_id_folded)`,
      `CREATE INDEX payments_by_card ON payments (card_last4)`,
      `CREATE INDEX payments_by_code ON payments (result_code)`,
      `CREATE INDEX payments_by_created ON payments (created_at)`,
      `CREATE INDEX payments_by_project ON payments (project_id)`,
      `CREATE INDEX payments_with_delivered ON payments (seq) WHERE callbacks_delivered > 0`,
      `CREATE INDEX payments_with_failed ON payments (seq) WHERE callbacks_failed > 0`,
      `CREATE INDEX payments_with_pending ON payments (seq) WHERE callbacks_pending > 0`,
      `CREATE TABLE payment_states (
      payment INTEGER PRIMARY KEY REFERENCES payments (seq) ON DELETE CASCADE,
      state TEXT NOT NULL
    ) STRICT`,

      `CREATE TABLE events (
      seq INTEGER PRIMARY KEY,
      payment INTEGER NOT NULL REFERENCES payments (seq),
      at INTEGER NOT NULL,
      type TEXT NOT NULL,
      data TEXT NOT NULL
    ) STRICT`,
      `CREATE INDEX events_by_payment ON events (payment)`,

      `CREATE TABLE timers (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      payment INTEGER NOT NULL REFERENCES payments (seq),
      payment_key TEXT NOT NULL,
      name TEXT NOT NULL,
      due_at INTEGER NOT NULL,
      data TEXT NOT NULL
    ) STRICT`,
      `CREATE INDEX timers_by_due ON timers (due_at, seq)`,
      `CREATE INDEX timers_by_payment ON timers (payment)`,

      `CREATE TABLE callbacks (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      payment INTEGER NOT NULL REFERENCES payments (seq),
      payment_key TEXT NOT NULL,
      payment_id TEXT NOT NULL,
      project_id INTEGER NOT NULL,
      kind TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      target_url TEXT,
      target_is_own_path INTEGER NOT NULL,
      method TEXT NOT NULL,
      size_bytes INTEGER NOT NULL,
      body_hash BLOB NOT NULL,
      state TEXT NOT NULL,
      attempt_count INTEGER NOT NULL,
      first_due_at INTEGER NOT NULL,
      next_n INTEGER NOT NULL,
      next_attempt_at INTEGER,
      last_status INTEGER,
      last_duration_ms REAL,
      replay_of TEXT,
      note TEXT,
      operation_id INTEGER
    ) STRICT`,
      `CREATE INDEX callbacks_by_payment ON callbacks (payment)`,
      `CREATE INDEX callbacks_by_due ON callbacks (next_attempt_at, seq)
      WHERE next_attempt_at IS NOT NULL AND state IN ('scheduled', 'failed')`,
      `CREATE INDEX callbacks_by_state ON callbacks (state)`,
      `CREATE INDEX callbacks_by_kind ON callbacks (kind)`,
      `CREATE INDEX callbacks_by_status ON callbacks (last_status)`,
      `CREATE INDEX callbacks_by_created ON callbacks (created_at)`,
      `CREATE INDEX callbacks_by_project ON callbacks (project_id)`,
      `CREATE INDEX callbacks_by_body ON callbacks (body_hash)`,
      `CREATE INDEX callbacks_by_origin ON callbacks (replay_of) WHERE replay_of IS NOT NULL`,
      `CREATE TABLE callback_contents (
      callback INTEGER PRIMARY KEY REFERENCES callbacks (seq) ON DELETE CASCADE,
      headers TEXT NOT NULL,
      body BLOB NOT NULL
    ) STRICT`,

      `CREATE TABLE attempts (
      seq INTEGER PRIMARY KEY,
      callback INTEGER NOT NULL REFERENCES callbacks (seq) ON DELETE CASCADE,
      n INTEGER NOT NULL,
      due_at INTEGER NOT NULL,
      sent_at INTEGER NOT NULL,
      wall_sent_at INTEGER NOT NULL,
      request_head BLOB,
      status INTEGER,
      answer_http_version TEXT,
      answer_headers TEXT,
      answer_body BLOB,
      answer_truncated INTEGER NOT NULL DEFAULT 0,
      failure_code TEXT,
      failure_message TEXT,
      duration_ms REAL,
      tls_version TEXT,
      finished INTEGER NOT NULL DEFAULT 0
    ) STRICT`,
      `CREATE INDEX attempts_by_callback ON attempts (callback)`,
      `CREATE INDEX attempts_unfinished ON attempts (seq) WHERE finished = 0`,

      // `payment` is 0 while an exchange belongs to none.
      `CREATE TABLE exchanges (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      door TEXT NOT NULL,
      is_capture INTEGER NOT NULL,
      received_at INTEGER NOT NULL,
      wall_received_at INTEGER NOT NULL,
      secure INTEGER NOT NULL,
      method TEXT NOT NULL,
      target TEXT NOT NULL,
      http_version TEXT NOT NULL,
      tls_version TEXT,
      remote_address TEXT,
      size_bytes INTEGER NOT NULL,
      project_id INTEGER,
      payment INTEGER NOT NULL DEFAULT 0,
      payment_key TEXT,
      payment_id TEXT,
      payment_id_folded TEXT,
      callback_id TEXT,
      signature_state TEXT NOT NULL,
      refusal TEXT,
      refusal_code TEXT,
      refusal_contract TEXT,
      note TEXT,
      reply_status INTEGER,
      duration_ms REAL
    ) STRICT`,
      `CREATE INDEX exchanges_by_door ON exchanges (is_capture)`,
      `CREATE INDEX exchanges_by_payment ON exchanges (payment) WHERE payment <> 0`,
      `CREATE INDEX exchanges_by_foreign_id ON exchanges (payment_id_folded) WHERE payment = 0`,
      `CREATE INDEX exchanges_by_method ON exchanges (is_capture, method)`,
      `CREATE INDEX exchanges_by_status ON exchanges (is_capture, reply_status)`,
      `CREATE INDEX exchanges_by_signature ON exchanges (is_capture, signature_state)`,
      `CREATE INDEX exchanges_by_created ON exchanges (is_capture, received_at)`,
      `CREATE INDEX exchanges_by_project ON exchanges (is_capture, project_id)`,
      `CREATE INDEX exchanges_by_refusal ON exchanges (is_capture, refusal_code, refusal_contract)`,
      `CREATE TABLE exchange_contents (
      exchange INTEGER PRIMARY KEY REFERENCES exchanges (seq) ON DELETE CASCADE,
      headers TEXT NOT NULL,
      body BLOB NOT NULL,
      masked TEXT NOT NULL,
      verdict TEXT NOT NULL
    ) STRICT`,
      `CREATE TABLE exchange_replies (
      exchange INTEGER PRIMARY KEY REFERENCES exchanges (seq) ON DELETE CASCADE,
      headers TEXT NOT NULL,
      body BLOB NOT NULL
    ) STRICT`,

      // Words of messages; the row id holds payment, message and part (search.ts).
      `CREATE VIRTUAL TABLE search USING fts5 (
      words, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
    )`,
      // Substrings of ids; the row id is the payment's.
      `CREATE VIRTUAL TABLE payment_names USING fts5 (
      payment_id, customer_id, content = '', contentless_delete = 1, tokenize = 'trigram'
    )`,
    ],
  },
  /** Which payment an accepted request belongs to: for the status by request id (contract 5.4). */
  {
    version: 2,
    statements: [
      `CREATE TABLE request_ids (
      request_id TEXT PRIMARY KEY,
      payment INTEGER NOT NULL REFERENCES payments (seq)
    ) STRICT, WITHOUT ROWID`,
    ],
  },
  {
    version: 3,
    statements: [
      'ANALYZE sqlite_schema',
      'ANALYZE settings',
      'DELETE FROM sqlite_stat1',
      `INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ${SELECTIVITY.map((row) => `('${row.join(`', '`)}')`).join(', ')}`,
      'ANALYZE sqlite_schema',
    ],
  },
  /**
   * What the hosted form keeps: its sessions, saved cards, orders of the demo shop, and callbacks about tokens, which
   * belong to no payment. A column can only lose its NOT NULL in a new table; rows, numbers, indexes and what the planner
   * knows about them stay as they were. Contents and attempts refer to the numbers, which is why references are checked
   * at the end only.
   */
  {
    version: 4,
    rebuildsReferredTables: true,
    statements: [
      `CREATE TABLE form_sessions (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      project_id INTEGER NOT NULL REFERENCES projects (project_id),
      payment_key TEXT,
      state TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT`,
      `CREATE INDEX form_sessions_by_payment ON form_sessions (payment_key) WHERE payment_key IS NOT NULL`,
      `CREATE INDEX form_sessions_by_updated ON form_sessions (updated_at)`,
      `CREATE TABLE saved_cards (
      seq INTEGER PRIMARY KEY,
      id INTEGER NOT NULL,
      project_id INTEGER NOT NULL REFERENCES projects (project_id),
      customer_id TEXT NOT NULL,
      token TEXT NOT NULL,
      number TEXT NOT NULL,
      brand TEXT,
      month INTEGER NOT NULL,
      year INTEGER NOT NULL,
      holder TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      UNIQUE (project_id, id),
      UNIQUE (project_id, token)
    ) STRICT`,
      `CREATE INDEX saved_cards_by_customer ON saved_cards (project_id, customer_id)`,
      `CREATE TABLE shop_orders (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      data TEXT NOT NULL
    ) STRICT`,
      `CREATE INDEX exchanges_of_no_payment ON exchanges (callback_id) WHERE callback_id IS NOT NULL AND payment = 0`,
      `CREATE TABLE callback_statistics AS SELECT tbl, idx, stat FROM sqlite_stat1 WHERE tbl = 'callbacks'`,
      `CREATE TABLE rebuilt_callbacks (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      payment INTEGER REFERENCES payments (seq),
      payment_key TEXT NOT NULL,
      payment_id TEXT NOT NULL,
      project_id INTEGER NOT NULL,
      kind TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      target_url TEXT,
      target_is_own_path INTEGER NOT NULL,
      method TEXT NOT NULL,
      size_bytes INTEGER NOT NULL,
      body_hash BLOB NOT NULL,
      state TEXT NOT NULL,
      attempt_count INTEGER NOT NULL,
      first_due_at INTEGER NOT NULL,
      next_n INTEGER NOT NULL,
      next_attempt_at INTEGER,
      last_status INTEGER,
      last_duration_ms REAL,
      replay_of TEXT,
      note TEXT,
      operation_id INTEGER
    ) STRICT`,
      `INSERT INTO rebuilt_callbacks (seq, id, payment, payment_key, payment_id, project_id, kind, created_at, target_url,
       target_is_own_path, method, size_bytes, body_hash, state, attempt_count, first_due_at, next_n, next_attempt_at,
       last_status, last_duration_ms, replay_of, note, operation_id)
     SELECT seq, id, payment, payment_key, payment_id, project_id, kind, created_at, target_url,
       target_is_own_path, method, size_bytes, body_hash, state, attempt_count, first_due_at, next_n, next_attempt_at,
       last_status, last_duration_ms, replay_of, note, operation_id FROM callbacks ORDER BY seq`,
      `DROP TABLE callbacks`,
      `ALTER TABLE rebuilt_callbacks RENAME TO callbacks`,
      `CREATE INDEX callbacks_by_payment ON callbacks (payment)`,
      `CREATE INDEX callbacks_by_due ON callbacks (next_attempt_at, seq)
      WHERE next_attempt_at IS NOT NULL AND state IN ('scheduled', 'failed')`,
      `CREATE INDEX callbacks_by_state ON callbacks (state)`,
      `CREATE INDEX callbacks_by_kind ON callbacks (kind)`,
      `CREATE INDEX callbacks_by_status ON callbacks (last_status)`,
      `CREATE INDEX callbacks_by_created ON callbacks (created_at)`,
      `CREATE INDEX callbacks_by_project ON callbacks (project_id)`,
      `CREATE INDEX callbacks_by_body ON callbacks (body_hash)`,
      `CREATE INDEX callbacks_by_origin ON callbacks (replay_of) WHERE replay_of IS NOT NULL`,
      `INSERT INTO sqlite_stat1 (tbl, idx, stat) SELECT tbl, idx, stat FROM callback_statistics`,
      `DROP TABLE callback_statistics`,
      'ANALYZE sqlite_schema',
    ],
  },
  /**
   * What testers do to messages: edits and replays, faults, chosen answers. Marks say in words what was done to a message;
   * an attempt keeps its own body and its own bytes where they differ from those of its callback.
   */
  {
    version: 5,
    statements: [
      `ALTER TABLE callbacks ADD COLUMN lane TEXT`,
      `ALTER TABLE callbacks ADD COLUMN hold TEXT`,
      `ALTER TABLE callbacks ADD COLUMN marks TEXT NOT NULL DEFAULT '[]'`,
      `ALTER TABLE attempts ADD COLUMN request_body BLOB`,
      `ALTER TABLE attempts ADD COLUMN wire BLOB`,
      `ALTER TABLE attempts ADD COLUMN marks TEXT NOT NULL DEFAULT '[]'`,
      `ALTER TABLE exchanges ADD COLUMN replay_of TEXT`,
      `ALTER TABLE exchanges ADD COLUMN marks TEXT NOT NULL DEFAULT '[]'`,
      `CREATE INDEX callbacks_held ON callbacks (seq) WHERE hold IS NOT NULL`,
      `CREATE INDEX exchanges_by_origin ON exchanges (replay_of) WHERE replay_of IS NOT NULL`,
      `CREATE TABLE rules (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      list TEXT NOT NULL,
      position INTEGER NOT NULL,
      data TEXT NOT NULL,
      evaluated INTEGER NOT NULL DEFAULT 0,
      fired INTEGER NOT NULL DEFAULT 0,
      UNIQUE (list, id)
    ) STRICT`,
      `CREATE INDEX rules_by_position ON rules (list, position)`,
      `CREATE TABLE drafts (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      data TEXT NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT`,
    ],
  },
  /** Finds the few messages to which something was done among the many to which nothing was. */
  {
    version: 6,
    statements: [
      `CREATE INDEX callbacks_marked ON callbacks (seq) WHERE marks <> '[]'`,
      `CREATE INDEX exchanges_marked ON exchanges (seq) WHERE marks <> '[]'`,
    ],
  },
  /** Reads the exchanges of one payment after the other without sorting all of them; also finds those of one payment. */
  {
    version: 7,
    statements: [
      'DROP INDEX exchanges_by_payment',
      'CREATE INDEX exchanges_by_payment ON exchanges (payment)',
      // Dropping the index dropped what the planner knows of it.
      `INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('exchanges', 'exchanges_by_payment', '250000 3')`,
      'ANALYZE sqlite_schema',
    ],
  },
  /**
   * Each attempt says where it went and whether the certificate there would have been refused; each captured request says
   * which attempt sent it. For earlier attempts neither is known.
   *
   * Remaining-data requests can be answered by a rule of their own now. Rules for clarification requests went for both, so
   * they name both from here on.
   */
  {
    version: 8,
    statements: [
      `ALTER TABLE attempts ADD COLUMN target_url TEXT`,
      `ALTER TABLE attempts ADD COLUMN certificate_fault TEXT`,
      `ALTER TABLE exchanges ADD COLUMN attempt INTEGER`,
      `DROP INDEX exchanges_of_no_payment`,
      `CREATE INDEX exchanges_by_callback ON exchanges (callback_id) WHERE callback_id IS NOT NULL`,
      `INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('exchanges', 'exchanges_by_callback', '250000 2')`,
      'ANALYZE sqlite_schema',
      `UPDATE rules SET data = json_insert(data, '$.rule.match.kinds[#]', 'remaining')
     WHERE list = 'answer' AND json_valid(data)
       AND EXISTS (SELECT 1 FROM json_each(data, '$.rule.match.kinds') WHERE value = 'clarification')
       AND NOT EXISTS (SELECT 1 FROM json_each(data, '$.rule.match.kinds') WHERE value = 'remaining')`,
    ],
  },
  /**
   * The index of words learns what attempts sent and were answered, header names, and long bodies in pieces. Messages of
   * before are gone through while the bench runs, newest first: `search_catch_up` says which are still to be done.
   */
  {
    version: 9,
    statements: [
      // A match in a piece names the piece; this leads on to its message.
      `CREATE TABLE search_pieces (
      seq INTEGER PRIMARY KEY,
      message INTEGER NOT NULL,
      part INTEGER NOT NULL
    ) STRICT`,
      `CREATE INDEX search_pieces_by_message ON search_pieces (message, part)`,
      `CREATE TABLE search_pending (
      seq INTEGER PRIMARY KEY,
      payment INTEGER NOT NULL,
      message INTEGER NOT NULL,
      part INTEGER NOT NULL,
      attempt INTEGER,
      name TEXT NOT NULL,
      from_byte INTEGER NOT NULL
    ) STRICT`,
      `CREATE INDEX search_pending_by_message ON search_pending (message, part)`,
      `CREATE TABLE search_catch_up (list TEXT PRIMARY KEY, below INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
      `INSERT INTO search_catch_up SELECT 'callbacks', seq + 1 FROM callbacks ORDER BY seq DESC LIMIT 1`,
      `INSERT INTO search_catch_up SELECT 'exchanges', seq + 1 FROM exchanges ORDER BY seq DESC LIMIT 1`,
    ],
  },
  /** Bulk replays, until version 19. */
  {
    version: 10,
    statements: [
      `CREATE TABLE bulk_replays (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      data TEXT NOT NULL
    ) STRICT`,
      `CREATE TABLE bulk_replay_parts (
      seq INTEGER PRIMARY KEY,
      replay TEXT NOT NULL REFERENCES bulk_replays (id) ON DELETE CASCADE,
      part INTEGER NOT NULL,
      data TEXT NOT NULL,
      UNIQUE (replay, part)
    ) STRICT`,
    ],
  },
  /** Exchanges name the `source` they came from. Until version 11 the column was called `door` and the API `platform`. */
  {
    version: 11,
    statements: [
      'ALTER TABLE exchanges RENAME COLUMN door TO source',
      `UPDATE exchanges SET source = 'api' WHERE source = 'platform'`,
    ],
  },
  /**
   * Series, and the operations that are debits of one, are found by their numbers. Payments that were registered before
   * version 12 may lack these entries, so that a debit of their series was refused as one of an unknown series.
   */
  {
    version: 12,
    statements: [
      entries('series:', '"series":', '$.series.id'),
      entries('debit:', '"debitOf":', '$.operations[0].id'),
    ],
  },
  /** Timers lose a column that always held `{}`. */
  {
    version: 13,
    statements: ['ALTER TABLE timers DROP COLUMN data'],
  },
  /** The tester's note and labels on payments and messages. Few rows have any: the indexes hold these alone. */
  {
    version: 14,
    statements: ['payments', 'callbacks', 'exchanges'].flatMap((table) => [
      `ALTER TABLE ${table} ADD COLUMN annotation TEXT`,
      `CREATE INDEX ${table}_with_annotation ON ${table} (seq) WHERE annotation IS NOT NULL`,
    ]),
  },
  /**
   * What lists and search ask moves to a database of its own, which is made from this one and can be thrown away. Here stay
   * the indexes by which rows are found that belong together, or that are due. `changes` says which rows a commit changed.
   */
  {
    version: 15,
    statements: [
      `CREATE TABLE changes (position INTEGER PRIMARY KEY, rows TEXT NOT NULL) STRICT`,
      // An index knows by this name whether it was made from this journal.
      `CREATE TABLE journal (id TEXT NOT NULL) STRICT`,
      `INSERT INTO journal (id) VALUES (lower(hex(randomblob(16))))`,
      ...[
        ...['status', 'amount', 'currency', 'customer', 'card', 'code', 'created', 'project'].map(
          (name) => `payments_by_${name}`,
        ),
        ...['delivered', 'failed', 'pending', 'annotation'].map((name) => `payments_with_${name}`),
        ...['state', 'kind', 'status', 'created', 'project'].map((name) => `callbacks_by_${name}`),
        'callbacks_marked',
        'callbacks_with_annotation',
        ...['door', 'payment', 'method', 'status', 'signature', 'created', 'project', 'refusal'].map(
          (name) => `exchanges_by_${name}`,
        ),
        'exchanges_marked',
        'exchanges_with_annotation',
      ].map((name) => `DROP INDEX IF EXISTS ${name}`),
      `CREATE INDEX exchanges_by_payment ON exchanges (payment) WHERE payment <> 0`,
      `CREATE INDEX callbacks_delivering ON callbacks (seq) WHERE state = 'delivering'`,
      ...['search', 'payment_names', 'search_pieces', 'search_pending', 'search_catch_up'].map(
        (name) => `DROP TABLE IF EXISTS ${name}`,
      ),
      // Dropping an index drops what the planner knows of it.
      `INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('exchanges', 'exchanges_by_payment', '250000 3'),
      ('callbacks', 'callbacks_delivering', '10 1')`,
      `DELETE FROM counters WHERE name LIKE 'unindexed:%'`,
      'ANALYZE sqlite_schema',
    ],
  },
  /** A message that was sent once, as asked, and got no 200 no longer counts as a failing callback. */
  {
    version: 16,
    statements: [
      `UPDATE counters SET value = max(0, value - (SELECT count(*) FROM callbacks c WHERE ${FAILED_ONCE}))
      WHERE name = 'failing'`,
      `UPDATE payments SET callbacks_failed = max(0, callbacks_failed - failed.total)
      FROM (SELECT c.payment AS seq, count(*) AS total FROM callbacks c WHERE ${FAILED_ONCE} GROUP BY c.payment) AS failed
      WHERE payments.seq = failed.seq`,
    ],
  },
  /** Finds the request ids of a payment that is removed, which the check of references does too. */
  {
    version: 17,
    statements: [`CREATE INDEX request_ids_by_payment ON request_ids (payment)`],
  },
  /** Tables and columns have the names of the glossary: a customer's stay is a form visit, a request has a response. */
  {
    version: 18,
    statements: [
      'ALTER TABLE form_sessions RENAME TO form_visits',
      'ALTER TABLE exchange_replies RENAME TO exchange_responses',
      'ALTER TABLE exchanges RENAME COLUMN reply_status TO response_status',
      'ALTER TABLE attempts RENAME COLUMN certificate_fault TO certificate_error',
    ],
  },
  /**
   * A bulk replay is in memory and makes each message when its turn comes; none waits in the outbox now. Drafts are in
   * the tester's browser.
   */
  {
    version: 19,
    statements: [
      ...['bulk_replay_parts', 'bulk_replays', 'drafts'].map((name) => `DROP TABLE ${name}`),
      `UPDATE callbacks SET note = 'Its bulk replay ended before its turn. Release it to send it.'
      WHERE state = 'held' AND hold LIKE '%"replay"%'`,
    ],
  },
  /** An exchange is one row; its request and its response had tables of their own. What can be long comes last. */
  {
    version: 20,
    statements: [
      `CREATE TABLE whole_exchanges (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      source TEXT NOT NULL,
      is_capture INTEGER NOT NULL,
      received_at INTEGER NOT NULL,
      wall_received_at INTEGER NOT NULL,
      secure INTEGER NOT NULL,
      method TEXT NOT NULL,
      target TEXT NOT NULL,
      http_version TEXT NOT NULL,
      tls_version TEXT,
      remote_address TEXT,
      size_bytes INTEGER NOT NULL,
      project_id INTEGER,
      payment INTEGER NOT NULL DEFAULT 0,
      payment_key TEXT,
      payment_id TEXT,
      payment_id_folded TEXT,
      callback_id TEXT,
      attempt INTEGER,
      signature_state TEXT NOT NULL,
      refusal TEXT,
      refusal_code TEXT,
      refusal_contract TEXT,
      note TEXT,
      response_status INTEGER,
      duration_ms REAL,
      replay_of TEXT,
      marks TEXT NOT NULL DEFAULT '[]',
      annotation TEXT,
      headers TEXT NOT NULL,
      masked TEXT NOT NULL,
      verdict TEXT NOT NULL,
      response_headers TEXT,
      body BLOB NOT NULL,
      response_body BLOB
    ) STRICT`,
      `INSERT INTO whole_exchanges SELECT m.seq, m.id, m.source, m.is_capture, m.received_at, m.wall_received_at,
       m.secure, m.method, m.target, m.http_version, m.tls_version, m.remote_address, m.size_bytes, m.project_id,
       m.payment, m.payment_key, m.payment_id, m.payment_id_folded, m.callback_id, m.attempt, m.signature_state,
       m.refusal, m.refusal_code, m.refusal_contract, m.note, m.response_status, m.duration_ms, m.replay_of, m.marks,
       m.annotation, c.headers, c.masked, c.verdict, r.headers, c.body, r.body
     FROM exchanges m JOIN exchange_contents c ON c.exchange = m.seq
     LEFT JOIN exchange_responses r ON r.exchange = m.seq ORDER BY m.seq`,
      ...['exchange_responses', 'exchange_contents', 'exchanges'].map((name) => `DROP TABLE ${name}`),
      'ALTER TABLE whole_exchanges RENAME TO exchanges',
      'CREATE INDEX exchanges_by_payment ON exchanges (payment) WHERE payment <> 0',
      'CREATE INDEX exchanges_by_foreign_id ON exchanges (payment_id_folded) WHERE payment = 0',
      'CREATE INDEX exchanges_by_callback ON exchanges (callback_id) WHERE callback_id IS NOT NULL',
      'CREATE INDEX exchanges_by_origin ON exchanges (replay_of) WHERE replay_of IS NOT NULL',
      // Dropping a table drops what the planner knows of it.
      `INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('exchanges', 'exchanges_by_foreign_id', '10000 10'),
      ('exchanges', 'exchanges_by_callback', '250000 2'), ('exchanges', 'exchanges_by_payment', '250000 3')`,
      'ANALYZE sqlite_schema',
    ],
  },
]
