import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isShippedScenario } from '#protocol/scenarios'

/** The scenarios that come with Paybench, by the names that the window shows: `shipped/FOLDER/NAME.yaml`. */
export function readShippedFiles(directory: string | null): ReadonlyMap<string, string> {
  if (directory === null || !existsSync(directory)) return new Map()
  const folders = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const names = folders.flatMap(({ name: folder }) =>
    readdirSync(join(directory, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile() && isShippedScenario(`shipped/${folder}/${entry.name}`))
      .map(({ name }) => `${folder}/${name}`),
  )
  return new Map(
    names.sort().map((name) => [`shipped/${name}`, readFileSync(join(directory, name), 'utf8')] as const),
  )
}
