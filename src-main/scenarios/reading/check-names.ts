import { isRecord, type Members } from '#lib/json/record'
import { faultRule } from '#protocol/faults'
import { faultOf, wordOfParameter } from '#scenarios/vocabulary/faults'
import {
  secretOfProject,
  type ArgsOf,
  type ScenarioHead,
  type Verb,
} from '#scenarios/vocabulary/scenario-shape'
import { referencesIn } from '#scenarios/vocabulary/references'
import { checkPatterns } from './check-patterns'
import { MAX_PROBLEMS } from './limits'
import { suggestion } from './suggestion'
import type { Path, Problem } from './problem'
import type { YamlFile } from './read-yaml'
import type { WrittenStep } from './written-step'

/** Names that every run has. */
const RUN_NAMES = ['run', 'project', 'bench'] as const

const REFERENCE_FORM = /^[A-Za-z]\w*([.][^.}]+)*$/

/** A file as far as it could be read: the steps are there also where they have mistakes. */
export interface WrittenScenario {
  readonly file: YamlFile
  /** Null where its shape is wrong. */
  readonly head: ScenarioHead | null
  /** Everything of the file but its steps, as it is written. */
  readonly written: Members
  readonly steps: readonly WrittenStep[]
}

/** Checks what only the whole file shows: names that are missing or given twice, matchers, faults, and secrets in the file. */
export function checkNames({ file, head, written, steps }: WrittenScenario): readonly Problem[] {
  const problems: Problem[] = []
  const variables = isRecord(written['variables']) ? Object.keys(written['variables']) : []
  const names = new Set<string>()
  const known = new Set<string>([...RUN_NAMES, ...variables])

  const checkTexts = (value: unknown, path: Path): void => {
    // A file shows no more of them, and each looks for the name that was meant.
    if (problems.length >= MAX_PROBLEMS) return
    if (typeof value === 'string') {
      for (const [whole, name = ''] of referencesIn(value)) {
        if (problems.length >= MAX_PROBLEMS) return
        const first = name.split('.')[0] ?? ''
        if (!REFERENCE_FORM.test(name)) {
          problems.push(file.problemAt(path, `${whole} is not a variable. Write it like \${order.id}.`))
        } else if (!known.has(first)) {
          problems.push(
            file.problemAt(path, `Nothing is called ${first} at this step. ${suggestion(first, [...known])}`),
          )
        }
      }
    } else if (Array.isArray(value))
      value.forEach((item, at) => {
        checkTexts(item, [...path, at])
      })
    else if (isRecord(value))
      for (const [key, item] of Object.entries(value)) checkTexts(item, [...path, key])
  }

  if (head !== null) problems.push(...checkSecrets(head, file))
  checkTexts(written['given'] ?? {}, ['given'])
  head?.given?.faults?.forEach((fault, at) => {
    problems.push(...checkFault(fault, ['given', 'faults', at], file))
  })
  for (const written of steps) {
    const { verb, at, step } = written
    const args: Members = isRecord(written.args) ? written.args : {}
    const { of, as } = args
    if (verb !== null) {
      const path = [...at, verb]
      checkTexts(written.args, path)
      problems.push(...checkPatterns(written, file))
      if (step?.verb === 'fault') problems.push(...checkFault(step.args, path, file))
      if (typeof of === 'string' && !names.has(of)) {
        problems.push(
          file.problemAt([...path, 'of'], `No step before has \`as: ${of}\`. ${suggestion(of, [...names])}`),
        )
      }
      problems.push(...checkOwnName(verb, args, path, file))
      if (typeof as === 'string' && known.has(as)) {
        problems.push(file.problemAt([...path, 'as'], `Something else is called ${as}. Choose another name.`))
      }
    }
    if (typeof as === 'string') {
      names.add(as)
      known.add(as)
    }
    // The expectation of a step may use the name that the step gives.
    checkTexts(written.expect, [...at, 'expect'])
  }
  return problems
}

/** Checks the steps that either begin a payment or go on with one. */
function checkOwnName(verb: Verb, args: Members, path: Path, file: YamlFile): readonly Problem[] {
  const { of, as, opens } = args
  if ((verb === 'customer' || verb === 'post') && as === undefined && of === undefined) {
    return [
      file.problemAt(path, 'needs `as: order` for a new payment, or `of: order` for one that is there.'),
    ]
  }
  if (verb === 'post' && as !== undefined && of !== undefined) {
    return [file.problemAt([...path, 'of'], 'stands beside `as`. Leave one of them out.')]
  }
  if (verb === 'customer' && as !== undefined && opens === undefined) {
    return [file.problemAt(path, 'needs `opens`: the parameters, the URL or the page of a form.')]
  }
  return []
}

const SECRET_FROM_OUTSIDE =
  'stands in the file, and no secret may. Take it out, and give it with --var or the environment.'

/** The values of secrets come from outside of the file. */
function checkSecrets(head: ScenarioHead, file: YamlFile): readonly Problem[] {
  const ofProject = secretOfProject(head)
  return Object.entries(head.variables ?? {}).flatMap(([name, said]) => {
    const isMap = typeof said === 'object'
    if (name !== ofProject && !(isMap && said.secret === true)) return []
    if (isMap && said.default === undefined) return []
    const path = ['variables', name, ...(isMap ? ['default'] : [])]
    return [file.problemAt(path, SECRET_FROM_OUTSIDE)]
  })
}

/** Checks a fault as the bench would; one with a variable only for unknown members, since its values are known when it runs. */
function checkFault(given: ArgsOf<'fault'>, path: Path, file: YamlFile): readonly Problem[] {
  const read = faultOf(given)
  if (read === null) return []
  const unknown = read.unknown.map((name) =>
    file.problemAt([...path, name], `is not a parameter of the fault ${given.kind}. Leave it out.`, 'key'),
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
