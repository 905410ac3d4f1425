import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileReason, isFileError } from '#hosts/cli/command'
import { type Foreign, readForeignScenario } from '#scenarios/foreign/foreign'
import { problemLines } from '#scenarios/reading/read-scenario'
import { MAX_SCENARIO_BYTES, type Scenario } from '#scenarios/reading/scenario'
import { tooLongProblem } from '#scenarios/reading/read-yaml'

export interface FoundScenario {
  readonly file: string
  readonly scenario: Scenario
}

/** A file or folder without a scenario that can run. */
export interface FileProblem {
  readonly file: string
  /** Lines for a terminal, starting with the file. */
  readonly text: string
}

/** Reads the scenarios of files and folders in the given order; those of one folder are sorted by path. */
export async function findScenarios(
  paths: readonly string[],
  foreign: Foreign,
): Promise<{ readonly found: readonly FoundScenario[]; readonly problems: readonly FileProblem[] }> {
  const problems: FileProblem[] = []
  const found: FoundScenario[] = []
  const files = new Set<string>()
  const attempt = async (path: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (!isFileError(error)) throw error
      problems.push({ file: path, text: problemText(path, error) })
    }
  }
  for (const path of paths)
    await attempt(path, async () => {
      for (const file of (await stat(path)).isDirectory() ? await filesIn(path) : [path]) files.add(file)
    })
  for (const file of files)
    await attempt(file, async () => {
      const { size } = await stat(file)
      const reading =
        size > MAX_SCENARIO_BYTES
          ? ({ ok: false, problems: [tooLongProblem(`${size} bytes`)] } as const)
          : await readForeignScenario(foreign, await readFile(file, 'utf8'))
      if (reading.ok) found.push({ file, scenario: reading.scenario })
      else problems.push({ file, text: problemLines(file, reading.problems) })
    })
  return { found, problems }
}

const problemText = (path: string, error: NodeJS.ErrnoException): string =>
  error.code === 'ENOENT'
    ? `${path}: There is no such file or folder. Check the name.`
    : `${path}: It cannot be read: ${fileReason(error)}. Make it readable, or leave it out.`

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory() && /\.ya?ml$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
}
