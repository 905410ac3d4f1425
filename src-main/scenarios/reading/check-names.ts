import { isRecord } from '../../lib/json/record'
import { faultRule } from '../../protocol/faults'
import { fromWords } from '../matching/from-words'
import { faultOf, wordOfParameter } from '../vocabulary/faults'
import { secretOfProject, type ArgsOf } from '../vocabulary/scenario-shape'
import { suggestion } from './suggestion'
import type { Path, Problem } from './problem'
import type { YamlFile } from './read-yaml'
import type { Scenario, Step } from './scenario'

/** Names that every run has. */
const RUN_NAMES = ['run', 'project', 'bench'] as const

const REFERENCE = /\$\{([^}]*)\}/g
const REFERENCE_FORM = /^[A-Za-z]\w*([.][^.}]+)*$/

/** Checks what only the whole file shows: names that are missing or given twice, matchers, faults, and secrets in the file. */
export function checkNames(scenario: Scenario, file: YamlFile): readonly Problem[] {
  const problems: Problem[] = []
  const variables = Object.keys(scenario.variables ?? {})
  const names = new Map<string, string>()
  const known = (): readonly string[] => [...RUN_NAMES, ...variables, ...names.keys()]

  const checkTexts = (value: unknown, path: Path): void => {
    if (typeof value === 'string') {
      for (const [whole, name = ''] of value.matchAll(REFERENCE)) {
        const first = name.split('.')[0] ?? ''
        if (!REFERENCE_FORM.test(name)) {
          problems.push(file.problemAt(path, `${whole} is not a variable. Write it like \${order.id}.`))
        } else if (!known().includes(first)) {
          problems.push(
            file.problemAt(path, `Nothing is called ${first} at this step. ${suggestion(first, known())}`),
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

  checkSecrets(scenario, file, problems)
  checkTexts(scenario.given ?? {}, ['given'])
  scenario.given?.faults?.forEach((fault, at) => {
    problems.push(...checkFault(fault, ['given', 'faults', at], file))
  })
  scenario.steps.forEach((step, index) => {
    const at: Path = ['steps', index]
    const path = [...at, step.verb]
    checkTexts(step.args, path)
    checkPatterns(step, at, file, problems)
    if (step.verb === 'fault') problems.push(...checkFault(step.args, path, file))
    const args: Readonly<Record<string, unknown>> = isRecord(step.args) ? step.args : {}
    const { of, as } = args
    if (typeof of === 'string' && !names.has(of)) {
      problems.push(
        file.problemAt(
          [...path, 'of'],
          `No step before has \`as: ${of}\`. ${suggestion(of, [...names.keys()])}`,
        ),
      )
    }
    const isOptional = step.verb === 'customer' || step.verb === 'post'
    if (isOptional && as === undefined && of === undefined) {
      problems.push(
        file.problemAt(path, 'needs `as: order` for a new payment, or `of: order` for one that is there.'),
      )
    }
    if (step.verb === 'post' && as !== undefined && of !== undefined) {
      problems.push(file.problemAt([...path, 'of'], 'stands beside `as`. Leave one of them out.'))
    }
    if (step.verb === 'customer' && as !== undefined && step.args.opens === undefined) {
      problems.push(file.problemAt(path, 'needs `opens`: the parameters, the URL or the page of a form.'))
    }
    if (typeof as === 'string' && known().includes(as)) {
      problems.push(file.problemAt([...path, 'as'], `Something else is called ${as}. Choose another name.`))
    }
    if (typeof as === 'string') names.set(as, step.verb)
    // The expectation of a step may use the name that the step gives.
    checkTexts(step.expect, [...at, 'expect'])
  })
  return problems
}

const SECRET_FROM_OUTSIDE =
  'stands in the file, and no secret may. Take it out, and give it with --var or the environment.'

/** The values of secrets come from outside of the file. */
function checkSecrets(scenario: Scenario, file: YamlFile, problems: Problem[]): void {
  const ofProject = secretOfProject(scenario)
  for (const [name, said] of Object.entries(scenario.variables ?? {})) {
    const isMap = typeof said === 'object'
    if (name !== ofProject && !(isMap && said.secret === true)) continue
    if (isMap && said.default === undefined) continue
    const path = ['variables', name, ...(isMap ? ['default'] : [])]
    problems.push(file.problemAt(path, SECRET_FROM_OUTSIDE))
  }
}

/** Members of expectations that are not patterns. */
const NO_PATTERNS = new Set(['of', 'as', 'within', 'for', 'kinds'])

function checkPatterns(step: Step, at: Path, file: YamlFile, problems: Problem[]): void {
  const check = (value: unknown, path: Path): void => {
    if (!isRecord(value)) return
    for (const [key, item] of Object.entries(value)) {
      if (NO_PATTERNS.has(key)) continue
      const read = fromWords(item)
      if (!read.ok) problems.push(file.problemAt([...path, key, ...read.path], read.message))
    }
  }
  if (step.verb.startsWith('expect ')) check(step.args, [...at, step.verb])
  check(step.expect, [...at, 'expect'])
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
