import type { StoreBase } from './base'
import { integer, text } from './columns'
import type { BulkReplayRepository } from './store'

export function createBulkReplays({
  connection,
  group,
}: Pick<StoreBase, 'connection' | 'group'>): BulkReplayRepository {
  return {
    put({ id, data }) {
      group.enlist(() => {
        connection.run(
          `INSERT INTO bulk_replays (id, data) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET data = excluded.data`,
          id,
          data,
        )
      })
    },
    putPart(id, part, data) {
      group.enlist(() => {
        connection.run(
          `INSERT INTO bulk_replay_parts (replay, part, data) VALUES (?, ?, ?)
           ON CONFLICT (replay, part) DO UPDATE SET data = excluded.data`,
          id,
          part,
          data,
        )
      })
    },
    list: (limit) =>
      connection
        .all('SELECT id, data FROM bulk_replays ORDER BY seq DESC LIMIT ?', limit)
        .map((row) => ({ id: text(row, 'id'), data: text(row, 'data') })),
    parts: (id) =>
      connection
        .all('SELECT part, data FROM bulk_replay_parts WHERE replay = ? ORDER BY part', id)
        .map((row) => ({ part: integer(row, 'part'), data: text(row, 'data') })),
    keepOnly(ids) {
      group.enlist(() => {
        connection.run(
          'DELETE FROM bulk_replays WHERE id NOT IN (SELECT value FROM json_each(?))',
          JSON.stringify(ids),
        )
      })
    },
  }
}
