import { DatabaseSync } from '@photostructure/sqlite'

/** What is known of a database file before it is used. */
export interface Inspection {
  readonly version: number
  readonly applicationId: number
  readonly objects: number
  /** First fault that the check found, null where it found none or was not asked for. */
  readonly fault: string | null
}

/**
 * Looks into a database file and lets go of it completely. A prepared statement would keep the file open until it is
 * collected, and on Windows an open file cannot be moved aside; so the answers come through a function of ours.
 * Throws what SQLite throws for files that are no database.
 */
export function inspect(file: string, withCheck: boolean, busyTimeoutMs: number): Inspection {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs })
  try {
    const answers = new Map<string, unknown>()
    database.function('tell', (name: unknown, value: unknown) => {
      if (typeof name === 'string') answers.set(name, value)
      return null
    })
    database.exec(`SELECT tell('version', user_version) FROM pragma_user_version`)
    database.exec(`SELECT tell('applicationId', application_id) FROM pragma_application_id`)
    database.exec(`SELECT tell('objects', count(*)) FROM sqlite_schema`)
    if (withCheck) database.exec(`SELECT tell('check', quick_check) FROM pragma_quick_check LIMIT 1`)
    const words = withCheck ? answers.get('check') : 'ok'
    return {
      version: Number(answers.get('version')),
      applicationId: Number(answers.get('applicationId')),
      objects: Number(answers.get('objects')),
      fault: words === 'ok' ? null : typeof words === 'string' ? words : 'The check gave no answer',
    }
  } finally {
    database.close()
  }
}
