import type { Migration } from '#store/migrate'

/** Tables and columns have the names of the glossary: a customer's stay is a form visit, a request has a response. */
export const names: Migration = {
  version: 18,
  statements: [
    'ALTER TABLE form_sessions RENAME TO form_visits',
    'ALTER TABLE exchange_replies RENAME TO exchange_responses',
    'ALTER TABLE exchanges RENAME COLUMN reply_status TO response_status',
    'ALTER TABLE attempts RENAME COLUMN certificate_fault TO certificate_error',
  ],
}
