import type { StoreBase } from './base'
import { integer, text, textOrNull } from './columns'
import type { Row } from './connection'
import type { ProjectRecord } from './records'
import { insertInto, update } from './statements'
import type { ClockRepository, ProjectRepository, SettingsRepository } from './repositories'
import { columnsWithout } from './tables'

const INSERT = insertInto('projects', columnsWithout('projects'))
const UPDATE = update('projects', columnsWithout('projects', 'project_id'), 'project_id')

export function createSettings({ connection, group }: StoreBase): SettingsRepository {
  return {
    get(key) {
      const row = connection.get('SELECT value FROM settings WHERE key = ?', key)
      return row === undefined ? null : text(row, 'value')
    },
    set(key, value) {
      group.enlist(() =>
        connection.run('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)', key, value),
      )
    },
    remove(key) {
      group.enlist(() => connection.run('DELETE FROM settings WHERE key = ?', key))
    },
  }
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

export function createProjects({ connection, group }: StoreBase): ProjectRepository {
  return {
    insert(record) {
      group.enlist(() => connection.run(INSERT.sql, ...INSERT.values(valuesOf(record))))
    },
    update(record) {
      return group.enlist(() => {
        const { changes } = connection.run(UPDATE.sql, ...UPDATE.values(valuesOf(record)))
        return changes > 0
      })
    },
    remove: (projectId) =>
      group.enlist(() => connection.run('DELETE FROM projects WHERE project_id = ?', projectId).changes > 0),
    byId(projectId) {
      const row = connection.get('SELECT * FROM projects WHERE project_id = ?', projectId)
      return row === undefined ? null : readProject(row)
    },
    all: () => connection.all('SELECT * FROM projects ORDER BY created_at, project_id').map(readProject),
  }
}

const valuesOf = (record: ProjectRecord) => ({
  project_id: record.projectId,
  name: record.name,
  secret: record.secret,
  callback_url: record.callbackUrl,
  switches: record.switches,
  created_at: record.createdAt,
})

const readProject = (row: Row): ProjectRecord => ({
  projectId: integer(row, 'project_id'),
  name: text(row, 'name'),
  secret: text(row, 'secret'),
  callbackUrl: textOrNull(row, 'callback_url'),
  switches: text(row, 'switches'),
  createdAt: integer(row, 'created_at'),
})
