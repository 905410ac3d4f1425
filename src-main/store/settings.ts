import type { ProjectId } from '#domain/ids'
import type { JsonText, ProjectRecord, RuleRecord } from './records'
import type { StoreBase } from './base'
import { integer, type RuleList, text } from './columns'
import { insertInto, readerOf, update } from './statements'
import { fieldsOf } from './tables'

const INSERT = insertInto('projects', fieldsOf('projects'))
const UPDATE = update('projects', fieldsOf('projects', 'projectId'), 'projectId')
const readProject = readerOf('projects', fieldsOf('projects'))

export type SettingsRepository = ReturnType<typeof createSettings>

export function createSettings({ connection, group }: StoreBase) {
  return {
    get(key: string): JsonText | null {
      const row = connection.get('SELECT value FROM settings WHERE key = ?', key)
      return row === undefined ? null : text(row, 'value')
    },
    set(key: string, value: JsonText): void {
      group.enlist(() =>
        connection.run('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)', key, value),
      )
    },
    remove(key: string): void {
      group.enlist(() => connection.run('DELETE FROM settings WHERE key = ?', key))
    },
  }
}

export interface ClockRepository {
  read(): JsonText | null
  write(state: JsonText): void
}

export function createClockState({ connection, group }: StoreBase): ClockRepository {
  return {
    read() {
      const row = connection.get('SELECT state FROM clock WHERE id = 1')
      return row === undefined ? null : text(row, 'state')
    },
    write(state) {
      group.enlist(() => connection.run('INSERT OR REPLACE INTO clock (id, state) VALUES (1, ?)', state))
    },
  }
}

export function createProjects({ connection, group }: StoreBase) {
  return {
    insert(record: ProjectRecord): void {
      group.enlist(() => INSERT.run(connection, record))
    },
    /** False if there is no such project. */
    update: (record: ProjectRecord): boolean =>
      group.enlist(() => UPDATE.run(connection, record).changes > 0),
    /** The project must not have payments or messages. False if there is no such project. */
    remove: (projectId: ProjectId): boolean =>
      group.enlist(() => connection.run('DELETE FROM projects WHERE project_id = ?', projectId).changes > 0),
    byId(projectId: ProjectId): ProjectRecord | null {
      const row = connection.get('SELECT * FROM projects WHERE project_id = ?', projectId)
      return row === undefined ? null : readProject(row)
    },
    /** Oldest first. */
    all: (): readonly ProjectRecord[] =>
      connection.all('SELECT * FROM projects ORDER BY created_at, project_id').map(readProject),
  }
}

const INSERT_RULE = insertInto('rules', fieldsOf('rules', 'seq'))
const readRule = readerOf('rules', fieldsOf('rules', 'seq', 'list', 'position'))

export function createRules({ connection, group }: StoreBase) {
  return {
    /** In their order. */
    all: (list: RuleList): readonly RuleRecord[] =>
      connection.all('SELECT * FROM rules WHERE list = ? ORDER BY position, seq', list).map(readRule),
    /** Replaces all rules of the list, in this order. */
    replaceAll: (list: RuleList, rules: readonly RuleRecord[]): void => {
      group.enlist(() => {
        connection.run('DELETE FROM rules WHERE list = ?', list)
        for (const [position, rule] of rules.entries())
          INSERT_RULE.run(connection, { ...rule, list, position })
      })
    },
    /** Counts one evaluation, and a firing if `fired`. False if there is no such rule. */
    countOne: (list: RuleList, id: string, fired: boolean): boolean =>
      group.enlist(
        () =>
          connection.run(
            'UPDATE rules SET evaluated = evaluated + 1, fired = fired + ? WHERE list = ? AND id = ?',
            fired ? 1 : 0,
            list,
            id,
          ).changes > 0,
      ),
  }
}

const ANNOTATED = {
  payment: { rows: 'payments', key: 'key' },
  callback: { rows: 'callbacks', key: 'id' },
  exchange: { rows: 'exchanges', key: 'id' },
} as const

/** The tester's labels and notes, stored as JSON of a higher layer. They are removed with their row. */
export function createAnnotations({ connection, group, changes, callbackMemory }: StoreBase) {
  return {
    /** Null removes the annotation. Returns false if there is no such payment or message. */
    set: (subject: keyof typeof ANNOTATED, id: string, annotation: JsonText | null): boolean =>
      group.enlist(() => {
        const { rows, key } = ANNOTATED[subject]
        const row = connection.get(`SELECT seq FROM ${rows} WHERE ${key} = ?`, id)
        if (row === undefined) return false
        const seq = integer(row, 'seq')
        connection.run(`UPDATE ${rows} SET annotation = ? WHERE seq = ?`, annotation, seq)
        changes.written(rows, seq)
        if (subject === 'callback') callbackMemory.forget(id)
        return true
      }),
  }
}
