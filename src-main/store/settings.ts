import type { StoreBase } from './base'
import { text } from './columns'
import { insertInto, readerOf, update } from './statements'
import type { ClockRepository, ProjectRepository, SettingsRepository } from './repositories'
import { fieldsOf } from './tables'

const INSERT = insertInto('projects', fieldsOf('projects'))
const UPDATE = update('projects', fieldsOf('projects', 'projectId'), 'projectId')
const readProject = readerOf('projects', fieldsOf('projects'))

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
      group.enlist(() => INSERT.run(connection, record))
    },
    update: (record) => group.enlist(() => UPDATE.run(connection, record).changes > 0),
    remove: (projectId) =>
      group.enlist(() => connection.run('DELETE FROM projects WHERE project_id = ?', projectId).changes > 0),
    byId(projectId) {
      const row = connection.get('SELECT * FROM projects WHERE project_id = ?', projectId)
      return row === undefined ? null : readProject(row)
    },
    all: () => connection.all('SELECT * FROM projects ORDER BY created_at, project_id').map(readProject),
  }
}
