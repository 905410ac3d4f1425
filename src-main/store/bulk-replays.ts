import type { StoreBase } from './base'
import { readerOf, upsertInto } from './statements'
import type { BulkReplayRepository } from './repositories'
import { fieldsOf } from './tables'

const PUT = upsertInto('bulk_replays', fieldsOf('bulk_replays', 'seq'), 'id')
const PUT_PART = upsertInto('bulk_replay_parts', fieldsOf('bulk_replay_parts', 'seq'), 'replay', 'part')
const readReplay = readerOf('bulk_replays', fieldsOf('bulk_replays', 'seq'))
const readPart = readerOf('bulk_replay_parts', fieldsOf('bulk_replay_parts', 'seq', 'replay'))

/** Bulk replays and their messages. */
export function createBulkReplays({
  connection,
  group,
}: Pick<StoreBase, 'connection' | 'group'>): BulkReplayRepository {
  return {
    put(replay) {
      group.enlist(() => PUT.run(connection, replay))
    },
    putPart(id, part, data) {
      group.enlist(() => PUT_PART.run(connection, { replay: id, part, data }))
    },
    list: (limit) =>
      connection.all('SELECT id, data FROM bulk_replays ORDER BY seq DESC LIMIT ?', limit).map(readReplay),
    parts: (id) =>
      connection
        .all('SELECT part, data FROM bulk_replay_parts WHERE replay = ? ORDER BY part', id)
        .map(readPart),
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
