import type { StoreBase } from './base'
import { integer, text } from './columns'
import { upsertInto } from './statements'
import type { BulkReplayRepository } from './repositories'
import { columnsWithout } from './tables'

const PUT = upsertInto('bulk_replays', columnsWithout('bulk_replays', 'seq'), 'id')
const PUT_PART = upsertInto('bulk_replay_parts', columnsWithout('bulk_replay_parts', 'seq'), 'replay', 'part')

/** Bulk replays and their messages. */
export function createBulkReplays({
  connection,
  group,
}: Pick<StoreBase, 'connection' | 'group'>): BulkReplayRepository {
  return {
    put({ id, data }) {
      group.enlist(() => {
        connection.run(PUT.sql, ...PUT.values({ id, data }))
      })
    },
    putPart(id, part, data) {
      group.enlist(() => {
        connection.run(PUT_PART.sql, ...PUT_PART.values({ replay: id, part, data }))
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
