import type { Migration } from '#store/migrate'

/** Finds the request ids of a payment that is removed, which the check of references does too. */
export const requestIdsOfPayment: Migration = {
  version: 17,
  statements: [`CREATE INDEX request_ids_by_payment ON request_ids (payment)`],
}
