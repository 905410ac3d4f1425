import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileReason, isFileError } from '#hosts/cli/file-errors'
import { readForeignScenario, type Foreign } from '#scenarios/foreign/foreign'
import { problemLines } from '#scenarios/reading/read-scenario'
import { MAX_SCENARIO_BYTES, type Scenario } from '#scenarios/reading/scenario'
import { tooLongProblem } from '#scenarios/reading/read-yaml'

/** A scenario that was read from a file. */
export interface FoundScenario {
  readonly file: string
  readonly scenario: Scenario
}

/** A file or folder that holds no scenario that can run. */
export interface FileProblem {
  readonly file: string
  /** Lines for a terminal, which begin with the file. */
  readonly text: string
}

/** Reads the scenarios of files and folders, in the order of their names. */
export async function findScenarios(
  paths: readonly string[],
  foreign: Foreign,
): Promise<{ readonly found: readonly FoundScenario[]; readonly problems: readonly FileProblem[] }> {
  const problems: FileProblem[] = []
  const files: string[] = []
  for (const path of paths) {
    try {
      if ((await stat(path)).isDirectory()) files.push(...(await filesIn(path)))
      else files.push(path)
    } catch (error) {
      problems.push({ file: path, text: unreadable(path, error) })
    }
  }
  const found: FoundScenario[] = []
  for (const file of new Set(files)) {
    try {
      const { size } = await stat(file)
      if (size > MAX_SCENARIO_BYTES) {
        problems.push({ file, text: problemLines(file, [tooLongProblem(`${size} bytes`)]) })
        continue
      }
      const reading = await readForeignScenario(foreign, await readFile(file, 'utf8'))
      if (reading.ok) found.push({ file, scenario: reading.scenario })
      else problems.push({ file, text: problemLines(file, reading.problems) })
    } catch (error) {
      problems.push({ file, text: unreadable(file, error) })
    }
  }
  return { found, problems }
}

/** Says why a file or folder could not be read; throws on whatever is not an error of the operating system. */
function unreadable(path: string, error: unknown): string {
  if (!isFileError(error)) throw error
  return error.code === 'ENOENT'
    ? `${path}: There is no such file or folder. Check the name.`
    : `${path}: It cannot be read: ${fileReason(error)}. Make it readable, or leave it out.`
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory() && /\.ya?ml$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
}
