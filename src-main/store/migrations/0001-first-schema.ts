import type { Migration } from '#store/migrate'

/** Words that are compared by the store itself; everything else in a row is the bench's own. */
export const firstSchema: Migration = {
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
}
