import type { Migration } from './open-database'

const FAILED_ONCE = `c.state = 'failed' AND c.next_n = 0 AND c.next_attempt_at IS NULL`

/**
 * Every step from an empty database to the newest schema. A step that was released never changes. Data folders and
 * session files of schemas before the first step are refused: no released version made them.
 */
export const MIGRATIONS: readonly Migration[] = [
  /** The schema of version 0.1.0, without what the next step drops. */
  {
    version: 14,
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
        callbacks_pending INTEGER NOT NULL DEFAULT 0,
        annotation TEXT
      ) STRICT`,
      `CREATE UNIQUE INDEX payments_by_id ON payments (project_id, payment_id_folded) WHERE status <> 'error'`,
      `CREATE INDEX payments_by_any_id ON payments (payment_id_folded, project_id)`,
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
        due_at INTEGER NOT NULL
      ) STRICT`,
      `CREATE INDEX timers_by_due ON timers (due_at, seq)`,
      `CREATE INDEX timers_by_payment ON timers (payment)`,
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
        finished INTEGER NOT NULL DEFAULT 0,
        request_body BLOB,
        wire BLOB,
        marks TEXT NOT NULL DEFAULT '[]',
        target_url TEXT,
        certificate_fault TEXT
      ) STRICT`,
      `CREATE INDEX attempts_by_callback ON attempts (callback)`,
      `CREATE INDEX attempts_unfinished ON attempts (seq) WHERE finished = 0`,
      `CREATE TABLE exchanges (
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
        signature_state TEXT NOT NULL,
        refusal TEXT,
        refusal_code TEXT,
        refusal_contract TEXT,
        note TEXT,
        reply_status INTEGER,
        duration_ms REAL,
        replay_of TEXT,
        marks TEXT NOT NULL DEFAULT '[]',
        attempt INTEGER,
        annotation TEXT
      ) STRICT`,
      `CREATE INDEX exchanges_by_foreign_id ON exchanges (payment_id_folded) WHERE payment = 0`,
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
      `CREATE TABLE request_ids (
        request_id TEXT PRIMARY KEY,
        payment INTEGER NOT NULL REFERENCES payments (seq)
      ) STRICT, WITHOUT ROWID`,
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
      `CREATE TABLE callbacks (
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
        operation_id INTEGER,
        lane TEXT,
        hold TEXT,
        marks TEXT NOT NULL DEFAULT '[]',
        annotation TEXT
      ) STRICT`,
      `CREATE INDEX callbacks_by_payment ON callbacks (payment)`,
      `CREATE INDEX callbacks_by_due ON callbacks (next_attempt_at, seq) WHERE next_attempt_at IS NOT NULL AND state IN ('scheduled', 'failed')`,
      `CREATE INDEX callbacks_by_body ON callbacks (body_hash)`,
      `CREATE INDEX callbacks_by_origin ON callbacks (replay_of) WHERE replay_of IS NOT NULL`,
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
      `CREATE INDEX exchanges_by_callback ON exchanges (callback_id) WHERE callback_id IS NOT NULL`,
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
      // How selective the indexes are in a large data folder: rows, then rows for each value of the first column, of
      // the first two, and so on. The numbers are fixed, so that a query has the same plan in every folder.
      'ANALYZE sqlite_schema',
      'ANALYZE settings',
      'DELETE FROM sqlite_stat1',
      `INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
        ('payments', 'payments_by_id', '100000 50000 1'),
        ('payments', 'payments_by_any_id', '100000 1 1'),
        ('exchanges', 'exchanges_by_foreign_id', '10000 10'),
        ('callbacks', 'callbacks_by_payment', '150000 2'),
        ('callbacks', 'callbacks_by_due', '1000 2 1'),
        ('callbacks', 'callbacks_by_body', '150000 2'),
        ('exchanges', 'exchanges_by_callback', '250000 2')`,
      'ANALYZE sqlite_schema',
    ],
  },
  /**
   * The data that lists and search read moves to a separate database, which can be rebuilt from this one. The
   * indexes that find related or due rows stay here. `changes` says which rows a commit changed.
   */
  {
    version: 15,
    statements: [
      `CREATE TABLE changes (position INTEGER PRIMARY KEY, rows TEXT NOT NULL) STRICT`,
      // By this id, an index recognises the journal from which it was built.
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
      // A dropped index loses its statistics, and a new index has none.
      `INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('exchanges', 'exchanges_by_payment', '250000 3'),
      ('callbacks', 'callbacks_delivering', '10 1')`,
      `DELETE FROM counters WHERE name LIKE 'unindexed:%'`,
      'ANALYZE sqlite_schema',
    ],
  },
  /** A message that was to be sent only once, and got no 200, no longer counts as a failing callback. */
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
  /** The index finds the request ids of a removed payment; the foreign-key check uses it too. */
  {
    version: 17,
    statements: [`CREATE INDEX request_ids_by_payment ON request_ids (payment)`],
  },
  /** Tables and columns get the names of the glossary: a customer's stay is a form visit, a request has a response. */
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
   * Bulk replays are now in memory and create each message when its turn comes; no message waits in the outbox. Drafts
   * are now in the tester's browser.
   */
  {
    version: 19,
    statements: [
      ...['bulk_replay_parts', 'bulk_replays', 'drafts'].map((name) => `DROP TABLE ${name}`),
      `UPDATE callbacks SET note = 'Its bulk replay ended before its turn. Release it to send it.'
      WHERE state = 'held' AND hold LIKE '%"replay"%'`,
    ],
  },
  /** An exchange becomes one row; its request and response had separate tables. Long columns come last. */
  {
    version: 20,
    statements: [
      ...[
        `headers TEXT NOT NULL DEFAULT '[]'`,
        `masked TEXT NOT NULL DEFAULT '[]'`,
        `verdict TEXT NOT NULL DEFAULT ''`,
        'response_headers TEXT',
        `body BLOB NOT NULL DEFAULT x''`,
        'response_body BLOB',
      ].map((column) => `ALTER TABLE exchanges ADD COLUMN ${column}`),
      `UPDATE exchanges SET (headers, masked, verdict, body) =
        (SELECT headers, masked, verdict, body FROM exchange_contents WHERE exchange = seq)`,
      `UPDATE exchanges SET (response_headers, response_body) = (r.headers, r.body)
        FROM exchange_responses r WHERE r.exchange = exchanges.seq`,
      'DROP TABLE exchange_responses',
      'DROP TABLE exchange_contents',
    ],
  },
  /** A payment no longer counts replays and checks, only the platform's callbacks and the copies of fault rules. */
  {
    version: 21,
    statements: [
      `UPDATE payments SET callbacks_delivered = max(0, callbacks_delivered - again.delivered),
        callbacks_failed = max(0, callbacks_failed - again.failed),
        callbacks_pending = max(0, callbacks_pending - again.pending)
      FROM (SELECT c.payment AS seq, sum(c.state = 'delivered') AS delivered,
          sum(c.state IN ('scheduled', 'delivering', 'held') AND c.attempt_count = 0) AS pending,
          sum(c.state IN ('scheduled', 'delivering', 'held') AND c.attempt_count > 0
            OR c.state = 'failed' AND NOT (${FAILED_ONCE})) AS failed
        FROM callbacks c WHERE c.replay_of IS NOT NULL AND json_extract(c.marks, '$[0].ruleId') IS NULL
        GROUP BY c.payment) AS again
      WHERE payments.seq = again.seq`,
      // The index of the lists does not see these changes; a new id makes it rebuild.
      `UPDATE journal SET id = lower(hex(randomblob(16)))`,
    ],
  },
  /** A payment also counts its callbacks that are held, so far counted as pending, and those that were dropped. */
  {
    version: 22,
    statements: [
      ...['held', 'dropped'].map(
        (count) => `ALTER TABLE payments ADD COLUMN callbacks_${count} INTEGER NOT NULL DEFAULT 0`,
      ),
      `UPDATE payments SET callbacks_held = own.held, callbacks_dropped = own.dropped,
        callbacks_pending = max(0, callbacks_pending - own.held)
      FROM (SELECT c.payment AS seq, sum(c.state = 'held' AND c.attempt_count = 0) AS held,
          sum(c.state = 'dropped') AS dropped
        FROM callbacks c WHERE c.replay_of IS NULL OR json_extract(c.marks, '$[0].ruleId') IS NOT NULL
        GROUP BY c.payment) AS own
      WHERE payments.seq = own.seq`,
      `UPDATE journal SET id = lower(hex(randomblob(16)))`,
    ],
  },
  /** A payment also has the charged amount, if it differs, and the end of any wait, not only for data. */
  {
    version: 23,
    statements: [
      'ALTER TABLE payments RENAME COLUMN clarification_expires_at TO wait_ends_at',
      'ALTER TABLE payments ADD COLUMN charged_amount INTEGER',
      // A CASE, because a damaged state must not be read before it was checked.
      `UPDATE payments SET charged_amount = json_extract(s.state, '$.real.amount')
      FROM payment_states s
      WHERE s.payment = payments.seq AND CASE WHEN json_valid(s.state)
        THEN json_type(s.state, '$.real.amount') = 'integer'
          AND json_extract(s.state, '$.real.amount') <> payments.amount END`,
    ],
  },
]
