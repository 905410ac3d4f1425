import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { connect, type Connection } from './connection'
import { createGroup } from './group'
import { createSavepoints } from './savepoints'

/** What a write does, one after the other: adds a row, or runs another write, whose failure it takes upon itself. */
interface Work {
  readonly steps: readonly (number | Work)[]
  readonly fails: boolean
}

const { work } = fc.letrec<{ work: Work }>((tie) => ({
  work: fc.record({
    steps: fc.array(fc.oneof({ maxDepth: 4 }, fc.integer({ min: 0, max: 99 }), tie('work')), {
      maxLength: 5,
    }),
    fails: fc.boolean(),
  }),
}))

/** The rows that stay, by the rule: what failed takes with it all that happened inside. */
const rowsLeftBy = ({ steps, fails }: Work): readonly number[] =>
  fails ? [] : steps.flatMap((step) => (typeof step === 'number' ? [step] : rowsLeftBy(step)))

const anEmptyTable = () => {
  const statements: string[] = []
  const inner = connect(':memory:', 0)
  const watched: Connection = {
    ...inner,
    get inTransaction() {
      return inner.inTransaction
    },
    run(sql, ...values) {
      statements.push(sql)
      return inner.run(sql, ...values)
    },
  }
  inner.exec('CREATE TABLE rows (value INTEGER)')
  const savepoints = createSavepoints(watched)
  const group = createGroup(savepoints, [], () => undefined)
  const { connection } = savepoints
  const add = (value: number): void => {
    connection.run('INSERT INTO rows (value) VALUES (?)', value)
  }
  const carryOut = ({ steps, fails }: Work): void => {
    try {
      group.write(() => {
        for (const step of steps) {
          if (typeof step === 'number') add(step)
          else carryOut(step)
        }
        if (fails) throw new Error('planned')
      })
    } catch (error) {
      if (!(error instanceof Error) || error.message !== 'planned') throw error
    }
  }
  const rows = () => connection.all('SELECT value FROM rows ORDER BY rowid').map(({ value }) => value)
  const made = () => statements.filter((sql) => sql.startsWith('SAVEPOINT')).length
  return { group, add, carryOut, rows, made }
}

describe('writes inside of writes', () => {
  it('leave what did not fail, whatever failed inside, before and after it', () => {
    fc.assert(
      fc.property(fc.array(work, { maxLength: 4 }), (works) => {
        const { group, carryOut, rows } = anEmptyTable()
        for (const one of works) carryOut(one)
        group.flush()
        expect(rows()).toEqual(works.flatMap(rowsLeftBy))
      }),
      { numRuns: 500 },
    )
  })

  it('make no savepoint where nothing is written, and one where several begin at the same point', () => {
    const { group, add, made } = anEmptyTable()
    group.write(() => group.write(() => undefined))
    expect(made()).toBe(0)
    group.write(() => {
      group.write(() => {
        add(1)
      })
      add(2)
    })
    expect(made()).toBe(1)
    group.write(() => {
      add(3)
      group.write(() => {
        add(4)
      })
    })
    expect(made()).toBe(3)
  })
})
