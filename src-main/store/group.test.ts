import { describe, expect, it } from 'vitest'
import { connect, type Connection, createSavepoints } from './connection'
import { createCounters, createGroup } from './group'
import { temporaryFolder } from './testing/programs'
import { aPayment, aProject, aStore, opened } from './testing/samples'
import { DATABASE_NAME, migrate } from './open-database'
import { MIGRATIONS } from './migrations'

/** What another connection to the same file sees: committed rows only. */
function committedPayments(directory: string): number {
  const other = connect(`${directory}/${DATABASE_NAME}`, 1000)
  const total = other.get('SELECT count(*) AS total FROM payments')?.['total']
  other.close()
  return Number(total)
}

const nthPayment = (n: number) => aPayment({ key: `pay_${n}`, paymentId: `order-${n}` })

describe('writes of one turn', () => {
  const aFolderStore = () => {
    const folder = temporaryFolder()
    const store = opened({ directory: folder })
    store.projects.insert(aProject())
    return { folder, store }
  }

  it('are visible at once to the store, and to other connections after the common commit', async () => {
    const { folder, store } = aFolderStore()
    await store.committed()
    store.write(() => store.payments.insert(nthPayment(1)))
    store.payments.insert(nthPayment(2))
    expect(store.payments.byKey('pay_1')?.paymentId).toBe('order-1')
    expect(committedPayments(folder)).toBe(0)
    await store.committed()
    expect(committedPayments(folder)).toBe(2)
    await store.close()
  })

  it('are committed without anybody waiting for them', async () => {
    const { folder, store } = aFolderStore()
    store.payments.insert(nthPayment(1))
    await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
    expect(committedPayments(folder)).toBe(1)
    await store.close()
  })

  it('are committed at once by flush and by close', async () => {
    const { folder, store } = aFolderStore()
    store.payments.insert(nthPayment(1))
    store.flush()
    expect(committedPayments(folder)).toBe(1)
    store.payments.insert(nthPayment(2))
    await store.close()
    expect(committedPayments(folder)).toBe(2)
  })

  it('are not needed for `committed` to resolve', async () => {
    await expect(aStore().committed()).resolves.toBeUndefined()
  })
})

describe('a write that throws', () => {
  it('is undone with its changes to totals, and no other write is', async () => {
    const store = aStore()
    store.payments.insert(nthPayment(1))
    expect(() =>
      store.write(() => {
        store.payments.insert(nthPayment(2))
        throw new Error('changed my mind')
      }),
    ).toThrow('changed my mind')
    store.payments.insert(nthPayment(3))
    await store.committed()
    expect(store.payments.byKey('pay_2')).toBeNull()
    expect(store.payments.byKey('pay_1')).not.toBeNull()
    expect(store.payments.byKey('pay_3')).not.toBeNull()
    expect(store.payments.count()).toBe(2)
  })

  it('is also undone if it throws because it is asynchronous', () => {
    const store = aStore()
    expect(() =>
      store.write(async () => {
        store.payments.insert(nthPayment(1))
        await Promise.resolve()
      }),
    ).toThrow('must be synchronous')
    expect(store.payments.count()).toBe(0)
  })
})

describe('a commit that fails', () => {
  const aGroup = (log: string[]) => {
    const savepoints = createSavepoints(connect(':memory:', 0))
    const { connection } = savepoints
    migrate(connection, MIGRATIONS)
    const counters = createCounters(connection)
    return {
      connection,
      counters,
      group: createGroup(savepoints, [counters], (_, message) => log.push(message)),
    }
  }
  /** Adds a row whose parent is missing: with checks deferred, SQLite notices that only at the commit. */
  const spoil = (connection: Connection) => () => {
    connection.exec('PRAGMA defer_foreign_keys = ON')
    connection.run('INSERT INTO payment_states (payment, state) VALUES (77, ?)', '{}')
  }
  const settingsIn = (connection: Connection): number => connection.all('SELECT key FROM settings').length
  const addSetting = (connection: Connection, key: string) => () => {
    connection.run('INSERT INTO settings (key, value) VALUES (?, ?)', key, '1')
  }

  it('rejects every pending `committed`, undoes the whole group and is logged; later writes work', async () => {
    const log: string[] = []
    const { connection, counters, group } = aGroup(log)
    group.write(addSetting(connection, 'a'))
    group.write(() => {
      counters.add('payments', 1)
    })
    group.write(spoil(connection))
    await expect(group.committed()).rejects.toThrow('FOREIGN KEY')
    expect(log).toEqual([expect.stringContaining('could not commit')])
    expect([settingsIn(connection), counters.get('payments')]).toEqual([0, 0])

    group.write(addSetting(connection, 'b'))
    await group.committed()
    expect(settingsIn(connection)).toBe(1)
  })

  it('makes `flush` throw', () => {
    const { connection, group } = aGroup([])
    group.write(spoil(connection))
    expect(() => {
      group.flush()
    }).toThrow('FOREIGN KEY')
  })

  it('does not make `commitOpen` throw, but rejects every pending `committed`', async () => {
    const { connection, group } = aGroup([])
    group.write(spoil(connection))
    const committed = expect(group.committed()).rejects.toThrow('FOREIGN KEY')
    group.commitOpen()
    await committed
  })

  it('undoes all writes of the turn if the database itself ends the transaction', async () => {
    const log: string[] = []
    const { connection, group } = aGroup(log)
    group.write(addSetting(connection, 'a'))
    const giveUp = () =>
      group.write(() => {
        connection.exec('ROLLBACK')
        throw new Error('disk full')
      })
    expect(giveUp).toThrow('disk full')
    expect(() => group.write(addSetting(connection, 'b'))).toThrow('disk full')
    await expect(group.committed()).rejects.toThrow('disk full')
    group.write(addSetting(connection, 'c'))
    await group.committed()
    expect([settingsIn(connection), log.length]).toEqual([1, 1])
  })
})
