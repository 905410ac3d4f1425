import type { Migration } from '#store/migrate'

/**
 * What the hosted form keeps: its sessions, saved cards, orders of the demo shop, and callbacks about tokens, which
 * belong to no payment. A column can only lose its NOT NULL in a new table; rows, numbers, indexes and what the planner
 * knows about them stay as they were. Contents and attempts refer to the numbers, which is why references are checked
 * at the end only.
 */
export const theForm: Migration = {
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
}
