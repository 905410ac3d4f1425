import type { StoreBase } from './base'
import { integer, text } from './columns'
import { readerOf, upsertInto } from './statements'
import type { DraftRepository } from './repositories'
import { fieldsOf } from './tables'

const PUT = upsertInto('drafts', fieldsOf('drafts', 'seq'), 'id')
const readDraft = readerOf('drafts', fieldsOf('drafts', 'seq'))

/** Limits of what is kept beside the draft that was just written; the newest are kept. */
const MAX_DRAFTS = 500
const MAX_BYTES = 256 * 1024 ** 2

/** Reads no draft: how long a text is stands before it. */
const TOO_MANY = `SELECT seq FROM (
  SELECT seq, row_number() OVER newest AS place, sum(octet_length(data)) OVER newest AS bytes
  FROM drafts WINDOW newest AS (ORDER BY updated_at DESC, seq DESC)
) WHERE place > 1 AND (place > ? OR bytes > ?)`

/** Unfinished texts of the tester. */
export function createDrafts(
  { connection, group }: Pick<StoreBase, 'connection' | 'group'>,
  { mostDrafts = MAX_DRAFTS, mostBytes = MAX_BYTES } = {},
): DraftRepository {
  return {
    put: (draft) => {
      group.enlist(() => {
        PUT.run(connection, draft)
        connection.run(`DELETE FROM drafts WHERE seq IN (${TOO_MANY})`, mostDrafts, mostBytes)
      })
    },
    get(id) {
      const row = connection.get('SELECT * FROM drafts WHERE id = ?', id)
      return row === undefined ? null : readDraft(row)
    },
    list: () =>
      connection
        .all(
          'SELECT id, octet_length(data) AS bytes, updated_at FROM drafts ORDER BY updated_at DESC, seq DESC',
        )
        .map((row) => ({
          id: text(row, 'id'),
          bytes: integer(row, 'bytes'),
          updatedAt: integer(row, 'updated_at'),
        })),
    remove: (id) => group.enlist(() => connection.run('DELETE FROM drafts WHERE id = ?', id).changes > 0),
  }
}
