import type { Connection } from './connection'

/** A part of a transaction that can be undone alone. Parts are nested; the last that began ends first. */
export interface UndoablePart {
  /** Keeps what was written in it. */
  keep(): void
  /** Takes back what was written in it. Does nothing where the database itself has ended the transaction. */
  undo(): void
}

export interface Savepoints {
  /** The connection to be used instead: its writes belong to the part that began last. */
  readonly connection: Connection
  begin(): UndoablePart
}

interface Frame {
  /** Null where nothing was written in it, or where a part around it began at the same point. */
  savepoint: string | null
}

const READS = /^\s*(?:SELECT|PRAGMA)\b/i

/**
 * Makes a savepoint when the first write of a part comes, and one for all the parts that began since the last write:
 * most parts only read, or are the whole of the part around them.
 */
export function createSavepoints(inner: Connection): Savepoints {
  const frames: Frame[] = []
  /** So many of the frames, from the outermost on, can be undone: they have a savepoint, or share the one below. */
  let covered = 0

  const beforeWrite = (): void => {
    const frame = frames[covered]
    if (frame === undefined) return
    frame.savepoint = `write${covered}`
    inner.run(`SAVEPOINT ${frame.savepoint}`)
    covered = frames.length
  }

  /** The savepoint of the part that began last, where the database still has it. */
  const own = (): string | null => (inner.inTransaction ? (frames.at(-1)?.savepoint ?? null) : null)

  const end = (): void => {
    frames.pop()
    covered = Math.min(covered, frames.length)
  }

  const rollBack = (): void => {
    if (covered < frames.length || !inner.inTransaction) return
    const savepoint = frames.findLast((frame) => frame.savepoint !== null)?.savepoint ?? null
    if (savepoint === null) return
    inner.run(`ROLLBACK TO ${savepoint}`)
    if (savepoint === own()) inner.run(`RELEASE ${savepoint}`)
  }

  return {
    connection: {
      exec(sql) {
        if (!READS.test(sql)) beforeWrite()
        inner.exec(sql)
      },
      run(sql, ...values) {
        beforeWrite()
        return inner.run(sql, ...values)
      },
      get: (sql, ...values) => inner.get(sql, ...values),
      all: (sql, ...values) => inner.all(sql, ...values),
      get inTransaction() {
        return inner.inTransaction
      },
      close: () => {
        inner.close()
      },
    },
    begin() {
      frames.push({ savepoint: null })
      return {
        keep() {
          const savepoint = own()
          if (savepoint !== null) inner.run(`RELEASE ${savepoint}`)
          end()
        },
        undo() {
          try {
            rollBack()
          } finally {
            end()
          }
        },
      }
    },
  }
}
