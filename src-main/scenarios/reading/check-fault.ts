import { faultRule } from '../../protocol/faults'
import { faultOf, wordOfParameter } from '../vocabulary/faults'
import type { ArgsOf } from '../vocabulary/scenario-shape'
import type { Path, Problem } from './problem'
import type { YamlFile } from './read-yaml'

/** What the bench would not take of a fault; one with a variable is known only when the scenario runs. */
export function checkFault(given: ArgsOf<'fault'>, path: Path, file: YamlFile): readonly Problem[] {
  const read = faultOf(given)
  if (read === null) return []
  const unknown = read.unknown.map((name) =>
    file.problemAt([...path, name], `is nothing that the fault ${given.kind} has. Leave it out.`, 'key'),
  )
  if (unknown.length > 0 || JSON.stringify(given).includes('${')) return unknown
  const rule = faultRule.safeParse({
    ...{ id: 'scenario', name: 'Scenario', enabled: true, when: { kind: 'always' }, fault: read.fault },
    match: given.on === undefined ? {} : { kinds: given.on },
  })
  if (rule.success) return []
  return rule.error.issues.map(({ path: inside, message }) => {
    const word = inside[0] === 'fault' && inside[1] !== undefined ? wordOfParameter(String(inside[1])) : null
    const isThere = word !== null && Object.hasOwn(given, word)
    return file.problemAt(
      isThere ? [...path, word] : path,
      `${word === null || isThere ? '' : `${word}: `}${message.endsWith('.') ? message : `${message}.`}`,
    )
  })
}
