import type { StoreBase } from './base'
import { integer, text } from './columns'
import type { Row } from './connection'
import type { DraftRecord } from './records'
import type { DraftRepository } from './store'

export function createDrafts({ connection, group }: StoreBase): DraftRepository {
  return {
    put: ({ id, data, updatedAt }) => {
      group.enlist(() =>
        connection.run(
          `INSERT INTO drafts (id, data, updated_at) VALUES (?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET data = excluded.data, updated_at = excluded.updated_at`,
          id,
          data,
          updatedAt,
        ),
      )
    },
    get(id) {
      const row = connection.get('SELECT * FROM drafts WHERE id = ?', id)
      return row === undefined ? null : readDraft(row)
    },
    all: () => connection.all('SELECT * FROM drafts ORDER BY updated_at DESC, seq DESC').map(readDraft),
    remove: (id) => group.enlist(() => connection.run('DELETE FROM drafts WHERE id = ?', id).changes > 0),
  }
}

const readDraft = (row: Row): DraftRecord => ({
  id: text(row, 'id'),
  data: text(row, 'data'),
  updatedAt: integer(row, 'updated_at'),
})
