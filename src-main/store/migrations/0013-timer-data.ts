import type { Migration } from '#store/migrate'

/** Timers lose a column that always held `{}`. */
export const timerData: Migration = {
  version: 13,
  statements: ['ALTER TABLE timers DROP COLUMN data'],
}
