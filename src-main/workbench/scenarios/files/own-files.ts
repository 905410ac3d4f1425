import {
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '#lib/limits/limit-table'
import { BenchError } from '#protocol/connection'
import { isOwnScenario } from '#protocol/scenarios'
import { MAX_SCENARIO_BYTES } from '#scenarios/reading/limits'

/** Most bytes to read: one more than allowed, so that a text that is too long is still recognised. */
const MAX_BYTES = MAX_SCENARIO_BYTES + 1

/** The tester's own scenario files, by their names. */
export interface OwnFiles {
  /** Null where they are kept in memory. */
  readonly directory: string | null
  /** In the order of their names, up to {@link LIMITS.scenarioFiles}. */
  names(): readonly string[]
  /** The content; null where there is no such file. */
  read(name: string): string | null
  write(name: string, text: string): void
  remove(name: string): void
}

/** Creates files in memory, which are lost when the program ends. */
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

/** Reads the beginning of a file. The reader of scenarios refuses longer files, so it needs no more. */
function beginningOf(path: string): string {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(Math.min(fstatSync(file).size, MAX_BYTES))
    return bytes.subarray(0, readSync(file, bytes)).toString('utf8')
  } finally {
    closeSync(file)
  }
}

/**
 * Creates files in a folder. The folder is created with the first file. Other programs may change the files at any
 * time.
 */
export function createFolderFiles(directory: string): OwnFiles {
  /** Whether a name is a plain file. Links are ignored, so that nothing outside of the folder is read. */
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
      return beginningOf(join(directory, name))
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
    remove(name) {
      rmSync(join(directory, name), { force: true })
    },
  }
}
