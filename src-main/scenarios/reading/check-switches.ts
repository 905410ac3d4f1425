import { projectsCreateParams } from '../../protocol/projects'
import { isRecord } from '../../lib/json/record'
import type { ScenarioHead } from '../vocabulary/scenario-shape'
import type { Problem } from './problem'
import type { YamlFile } from './read-yaml'
import { problemsOf } from './zod-problems'

/** Switches of the project that the bench would refuse; one with a variable is known only when the scenario runs. */
export function checkSwitches({ given }: ScenarioHead, file: YamlFile): readonly Problem[] {
  const switches = given?.project?.switches
  if (switches === undefined) return []
  const parsed = projectsCreateParams.safeParse({ switches }, { reportInput: true })
  if (parsed.success) return []
  const known = parsed.error.issues.filter(
    ({ path }) => !JSON.stringify(valueAt({ switches }, path) ?? null).includes('${'),
  )
  return problemsOf(file, ['given', 'project'], projectsCreateParams, known)
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)] as unknown
    return isRecord(inner) ? inner[String(key)] : undefined
  }, value)
}
