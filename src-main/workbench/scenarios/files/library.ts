import { BenchError } from '#protocol/connection'
import { isOwnScenario, isShippedScenario } from '#protocol/scenarios'
import { LIMITS } from '#lib/limits/limit-table'
import { readForeignScenario, type Foreign } from '#scenarios/foreign/foreign'
import type { ScenarioReading } from '#scenarios/reading/read-scenario'
import {
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { MAX_SCENARIO_BYTES } from '#scenarios/reading/scenario'

export interface ScenarioFile {
  readonly file: string
  readonly isShipped: boolean
  readonly text: string
  /** Changes with the content. */
  readonly version: string
  readonly reading: ScenarioReading
}

export type ScenarioLibrary = ReturnType<typeof createScenarioLibrary>

/**
 * Finds scenario files. Lists the tester's own files first, then those that come with Paybench.
 * @param shipped texts by file name
 */
export function createScenarioLibrary(
  own: OwnFiles,
  shipped: ReadonlyMap<string, string>,
  sha256Hex: (bytes: Uint8Array) => string,
  foreign: Foreign,
) {
  const versionOf = (text: string): string => sha256Hex(new TextEncoder().encode(text))
  /** Parsed files, each valid while its text is unchanged. */
  const known = new Map<string, ScenarioFile>()

  const parseFile = async (file: string, text: string): Promise<ScenarioFile> => {
    const before = known.get(file)
    if (before?.text === text) return before
    const reading = await readForeignScenario(foreign, text)
    const read = { file, text, isShipped: isShippedScenario(file), version: versionOf(text), reading }
    // A file that was too much for a busy computer may be readable the next time.
    if (reading.isLimit !== true) known.set(file, read)
    return read
  }
  const textOf = (file: string): string | null =>
    isShippedScenario(file) ? (shipped.get(file) ?? null) : own.read(file)

  const textOfExisting = (file: string): string => {
    const text = textOf(file)
    if (text !== null) return text
    known.delete(file)
    throw new BenchError('not_found', `There is no scenario ${file}. List them with scenarios.list.`)
  }

  const names = (): readonly string[] => [...own.names(), ...shipped.keys()]

  return {
    directory: own.directory,
    names,
    async list(): Promise<readonly ScenarioFile[]> {
      const files = names()
      for (const file of known.keys()) if (!files.includes(file)) known.delete(file)
      const readings = files.flatMap((file) => {
        const text = textOf(file)
        return text === null ? [] : [parseFile(file, text)]
      })
      return Promise.all(readings)
    },
    /** @throws BenchError `not_found` */
    find: async (file: string): Promise<ScenarioFile> => parseFile(file, textOfExisting(file)),
    /** Replaces this version of the file, or creates the file if `version` is null; throws a {@link BenchError}. */
    async save(file: string, text: string, version: string | null): Promise<ScenarioFile> {
      const before = own.read(file)
      const isChanged = version !== null && (before === null || versionOf(before) !== version)
      const refusal =
        version === null && before !== null
          ? `There is already a scenario ${file}. Give this one another name.`
          : isChanged
            ? `${file} was ${before === null ? 'removed' : 'changed'} meanwhile. Load it again, or save this text under another name.`
            : before === null && own.names().length >= LIMITS.scenarioFiles
              ? `There are ${LIMITS.scenarioFiles} scenarios, the maximum. Remove some first.`
              : null
      if (refusal !== null) throw new BenchError('conflict', refusal)
      own.write(file, text)
      return parseFile(file, text)
    },
    /** @throws BenchError `not_found`, `conflict` */
    remove(file: string, version: string): void {
      if (versionOf(textOfExisting(file)) !== version)
        throw new BenchError(
          'conflict',
          `${file} was changed meanwhile. Look at it again before you remove it.`,
        )
      own.remove(file)
      known.delete(file)
    },
  }
}

/** One byte more than allowed, so that a text that is too long is recognised. */
const MAX_BYTES = MAX_SCENARIO_BYTES + 1

export interface OwnFiles {
  /** Null if the files are in memory. */
  readonly directory: string | null
  /** In the order of their names, up to {@link LIMITS.scenarioFiles}. */
  names(): readonly string[]
  /** Null if there is no such file. */
  read(name: string): string | null
  write(name: string, text: string): void
  remove(name: string): void
}

/** Keeps files in memory; they are lost when the program ends. */
export function createMemoryFiles(): OwnFiles {
  const texts = new Map<string, string>()
  return {
    directory: null,
    names: () => [...texts.keys()].sort(),
    read: (name) => texts.get(name) ?? null,
    write: (name, text) => void texts.set(name, text),
    remove: (name) => void texts.delete(name),
  }
}

/** The folder is created with the first file. Other programs may change the files at any time. */
export function createFolderFiles(directory: string): OwnFiles {
  /** Links are ignored, so that nothing outside the folder is read. */
  const isFile = (name: string): boolean =>
    lstatSync(join(directory, name), { throwIfNoEntry: false })?.isFile() === true
  return {
    directory,
    names() {
      if (lstatSync(directory, { throwIfNoEntry: false }) === undefined) return []
      return readdirSync(directory)
        .filter((name) => isOwnScenario(name) && isFile(name))
        .sort()
        .slice(0, LIMITS.scenarioFiles)
    },
    read(name) {
      if (!isOwnScenario(name) || !isFile(name)) return null
      // The reader of scenarios refuses longer files, so their beginning suffices.
      const file = openSync(join(directory, name), 'r')
      try {
        const bytes = Buffer.alloc(Math.min(fstatSync(file).size, MAX_BYTES))
        return bytes.subarray(0, readSync(file, bytes)).toString('utf8')
      } finally {
        closeSync(file)
      }
    },
    write(name, text) {
      mkdirSync(directory, { recursive: true, mode: 0o700 })
      const file = join(directory, name)
      if (lstatSync(file, { throwIfNoEntry: false })?.isDirectory() === true) {
        throw new BenchError('conflict', `${file} is a folder. Give the scenario another name.`)
      }
      writeFileSync(`${file}.new`, text, { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
    remove: (name) => rmSync(join(directory, name), { force: true }),
  }
}

/** Texts by the names that the window shows: `shipped/FOLDER/NAME.yaml`. */
export function readShippedFiles(directory: string | null): ReadonlyMap<string, string> {
  if (directory === null || !existsSync(directory)) return new Map()
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name)
    const name = `shipped/${relative(directory, path).replaceAll('\\', '/')}`
    return entry.isFile() && isShippedScenario(name) ? [[name, path] as const] : []
  })
  return new Map(
    files
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, path]) => [name, readFileSync(path, 'utf8')] as const),
  )
}
