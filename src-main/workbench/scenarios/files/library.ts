import { BenchError } from '#protocol/connection'
import { isShippedScenario } from '#protocol/scenarios'
import { LIMITS } from '#lib/limits/limit-table'
import { readForeignScenario, type Foreign } from '#scenarios/foreign/foreign'
import type { ScenarioReading } from '#scenarios/reading/read-scenario'
import type { OwnFiles } from './own-files'

/** The present content of a scenario file. */
export interface ScenarioFile {
  readonly file: string
  readonly isShipped: boolean
  readonly text: string
  /** Changes with the content. */
  readonly version: string
  readonly reading: ScenarioReading
}

/** Scenario files: the tester's own first, then those that come with Paybench. */
export interface ScenarioLibrary {
  readonly directory: string | null
  list(): Promise<readonly ScenarioFile[]>
  /** The names of the files, without reading them. */
  names(): readonly string[]
  /** @throws BenchError `not_found` */
  find(file: string): Promise<ScenarioFile>
  /** @param version of the file that is replaced; null for a new one. @throws BenchError `conflict` */
  save(file: string, text: string, version: string | null): Promise<ScenarioFile>
  /** @throws BenchError `not_found`, `conflict` */
  remove(file: string, version: string): void
}

/**
 * Creates the library.
 * @param shipped texts of the scenarios that come with Paybench, by file name
 */
export function createScenarioLibrary(
  own: OwnFiles,
  shipped: ReadonlyMap<string, string>,
  sha256Hex: (bytes: Uint8Array) => string,
  foreign: Foreign,
): ScenarioLibrary {
  const versionOf = (text: string): string => sha256Hex(new TextEncoder().encode(text))
  /** Parsed files, as long as their text is unchanged. */
  const known = new Map<string, ScenarioFile>()

  const opened = async (file: string, text: string): Promise<ScenarioFile> => {
    const before = known.get(file)
    if (before?.text === text) return before
    const reading = await readForeignScenario(foreign, text)
    const read = { file, text, isShipped: isShippedScenario(file), version: versionOf(text), reading }
    // A file that was too much for a busy computer may be read the next time.
    if (reading.isLimit !== true) known.set(file, read)
    return read
  }
  const textOf = (file: string): string | null =>
    isShippedScenario(file) ? (shipped.get(file) ?? null) : own.read(file)

  const existing = (file: string): string => {
    const text = textOf(file)
    if (text !== null) return text
    known.delete(file)
    throw new BenchError('not_found', `There is no scenario ${file}. List them with scenarios.list.`)
  }

  const names = (): readonly string[] => [...own.names(), ...shipped.keys()]

  return {
    directory: own.directory,
    names,
    async list() {
      const files = names()
      for (const file of known.keys()) if (!files.includes(file)) known.delete(file)
      const there = files.flatMap((file) => {
        const text = textOf(file)
        return text === null ? [] : [opened(file, text)]
      })
      return Promise.all(there)
    },
    find: async (file) => opened(file, existing(file)),
    async save(file, text, version) {
      const before = own.read(file)
      if (version === null && before !== null) {
        throw new BenchError('conflict', `There is a scenario ${file} already. Give this one another name.`)
      }
      if (version !== null && (before === null || versionOf(before) !== version)) {
        throw new BenchError(
          'conflict',
          `${file} was ${before === null ? 'removed' : 'changed'} meanwhile. Load it again, or save this text under another name.`,
        )
      }
      if (before === null && own.names().length >= LIMITS.scenarioFiles) {
        throw new BenchError(
          'conflict',
          `There are ${LIMITS.scenarioFiles} scenarios, and more are not kept. Remove some first.`,
        )
      }
      own.write(file, text)
      return opened(file, text)
    },
    remove(file, version) {
      if (versionOf(existing(file)) !== version) {
        throw new BenchError(
          'conflict',
          `${file} was changed meanwhile. Look at it again before you remove it.`,
        )
      }
      own.remove(file)
      known.delete(file)
    },
  }
}
