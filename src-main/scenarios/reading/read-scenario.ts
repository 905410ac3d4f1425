import { z } from 'zod'
import { worded } from '#domain/read-shape'
import { isRecord, type Members } from '#lib/json/node'
import { projectsCreateParams } from '#protocol/projects'
import {
  BESIDE,
  isVerb,
  MAX_SCENARIO_STEPS,
  scenarioHead,
  VERBS,
  type ScenarioHead,
} from '#scenarios/vocabulary/scenario-shape'
import type { Row } from '#scenarios/vocabulary/row'
import { MAX_PROBLEMS, suggestion } from '#scenarios/vocabulary/words'
import { type Path, type Problem, problemLine, type Scenario, type Step, type WrittenStep } from './scenario'
import { readYaml, type YamlFile } from './read-yaml'
import { referencesIn } from '#scenarios/vocabulary/fields'

export type ScenarioReading =
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** Reads a file, or reports its mistakes in order: those of its YAML if there are any, otherwise all others. */
export function readScenario(text: string): ScenarioReading {
  const yaml = readYaml(text)
  if (!yaml.ok) return yaml
  const { file } = yaml
  const problems: Problem[] = []
  const report = (path: Path, message: string, at?: 'key'): void => {
    problems.push(file.problemAt(path, message, at))
  }
  const check = <Shape extends z.ZodType>(shape: Shape, value: unknown, at: Path) => {
    const parsed = shape.safeParse(value, { reportInput: true })
    if (parsed.success) return parsed.data
    problems.push(...problemsOf(file, at, shape, parsed.error.issues))
    return null
  }

  const readSteps = (list: unknown): readonly WrittenStep[] => {
    if (!Array.isArray(list) || list.length === 0) {
      const sample = '`- sale: {as: order, amount: 46.50 EUR}`'
      report(['steps'], `must be a list with at least one step, such as ${sample}.`)
      return []
    }
    if (list.length > MAX_SCENARIO_STEPS) {
      const remedy = 'Split it into several scenarios.'
      report(['steps', MAX_SCENARIO_STEPS], `A scenario has at most ${MAX_SCENARIO_STEPS} steps. ${remedy}`)
      return []
    }
    const lines = text.split('\n')
    const starts = list.map((_, index) => file.problemAt(['steps', index], '').line)
    return list.flatMap((item: unknown, index) => {
      const line = starts[index] ?? 1
      const end = starts[index + 1] ?? lines.length + 1
      const source = lines.slice(line - 1, Math.max(line, end - 1)).join('\n')
      return readStep(item, ['steps', index], { line, source: source.trimEnd() })
    })
  }

  /** Also returns a step for each other word beside the verb: later steps may use the name that it defines. */
  const readStep = (
    item: unknown,
    at: Path,
    place: Pick<Step, 'line' | 'source'>,
  ): readonly WrittenStep[] => {
    const verbs = Object.keys(VERBS)
    if (item === 'until idle') {
      const step: Step = { verb: 'until', args: 'idle', expect: null, note: null, ...place }
      return [{ at, verb: step.verb, args: step.args, expect: null, step }]
    }
    if (!isRecord(item)) {
      const remedy =
        typeof item === 'string' ? suggestion(item, ['until idle', ...verbs]) : 'Write `- VERB: {…}`.'
      report(at, `is not a step. ${remedy}`)
      return []
    }
    const { expect, note, ...rest } = item
    const words = Object.keys(rest)
    const verb = words.find(isVerb)
    if (words.length === 0) report(at, `has no verb. The known verbs are ${verbs.join(', ')}.`)
    for (const word of words.filter((each) => each !== verb).slice(0, MAX_PROBLEMS)) {
      const message = isVerb(word)
        ? `is a second step in the same item. Begin a new line with \`- ${word}:\`.`
        : `is not known here. ${suggestion(word, [...verbs, ...Object.keys(BESIDE)])}`
      report([...at, word], message, 'key')
    }
    const step = verb === undefined ? null : stepOf(verb, { args: rest[verb], expect, note }, at, place)
    return words.map((word, index) => ({
      at,
      verb: isVerb(word) ? word : null,
      args: rest[word],
      expect: index === 0 ? expect : null,
      step: word === verb ? step : null,
    }))
  }

  const stepOf = (
    verb: Step['verb'],
    written: { readonly args: unknown; readonly expect: unknown; readonly note: unknown },
    at: Path,
    place: Pick<Step, 'line' | 'source'>,
  ): Step | null => {
    const row: Row = VERBS[verb]
    const args = check(row.shape, written.args, [...at, verb])
    const expect = check(BESIDE.expect.optional(), written.expect, [...at, 'expect']) ?? null
    const note = check(BESIDE.note.optional(), written.note, [...at, 'note']) ?? null
    if (written.expect !== undefined && !row.answered) {
      const remedy = 'Write a separate step, such as `- expect payment: {…}`.'
      report([...at, 'expect'], `A step with ${verb} gets no response to look at. ${remedy}`, 'key')
    }
    // The shape of this verb has accepted these arguments.
    return args === null ? null : ({ verb, args, expect, note, ...place } as Step)
  }

  if (!isRecord(file.value)) report([], 'A scenario is a map: begin with `name: …` and `steps:`.')
  else {
    const { steps: list, ...rest } = file.value
    const head = check(scenarioHead, rest, [])
    const steps = readSteps(list)
    if (head !== null) problems.push(...checkSwitches(head, file))
    problems.push(...checkNames(file, rest, steps))
    if (head !== null && problems.length === 0)
      return { ok: true, scenario: { ...head, steps: steps.flatMap(({ step }) => step ?? []) } }
  }
  return { ok: false, problems: sortProblems(problems) }
}

/** Sorts problems by place. Keeps only the first of several problems of one field: the others follow from it. */
function sortProblems(problems: readonly Problem[]): readonly Problem[] {
  const fields = new Map<string, Problem>()
  for (const problem of problems) {
    const place = `${problem.line}:${problem.column} ${problem.field}`
    if (!fields.has(place)) fields.set(place, problem)
  }
  return [...fields.values()].sort((a, b) => a.line - b.line || a.column - b.column).slice(0, MAX_PROBLEMS)
}

/** Checks switches as Paybench does, except those with a variable: their values are known only in the run. */
function checkSwitches({ given }: ScenarioHead, file: YamlFile): readonly Problem[] {
  const switches = given?.project?.switches
  if (switches === undefined) return []
  const parsed = projectsCreateParams.safeParse({ switches }, { reportInput: true })
  const issues = parsed.error?.issues ?? []
  const known = issues.filter(
    ({ path }) => !JSON.stringify(valueAt({ switches }, path) ?? null).includes('${'),
  )
  return problemsOf(file, ['given', 'project'], projectsCreateParams, known)
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Readonly<Record<PropertyKey, unknown>>)[key]
        : undefined,
    value,
  )

export function problemLines(file: string, problems: readonly Problem[]): string {
  return problems.map((problem) => problemLine(file, problem)).join('\n')
}

/** Turns the issues that a shape reports about the value at a path into problems at their places in the file. */
function problemsOf(
  file: YamlFile,
  at: Path,
  shape: z.ZodType,
  issues: readonly z.core.$ZodIssue[],
): readonly Problem[] {
  return issues.slice(0, MAX_PROBLEMS).flatMap((issue) => {
    const inner = issue.path.map((key) => (typeof key === 'number' ? key : String(key)))
    const path = [...at, ...inner]
    if (issue.code === 'unrecognized_keys') {
      const names = namesOf(shape, inner)
      return issue.keys
        .slice(0, MAX_PROBLEMS)
        .map((key) => file.problemAt([...path, key], `is not known here. ${suggestion(key, names)}`, 'key'))
    }
    const isMissing =
      issue.code === 'invalid_type' && issue.input === undefined && valueAt(file.value, path) === undefined
    return [file.problemAt(path, isMissing ? missingSentence(issue.message) : sentence(issue.message))]
  })
}

const missingSentence = (message: string): string =>
  `is missing. It ${/^must |^needs /.test(message) ? message : `must be given (${message.toLowerCase()})`}.`

const sentence = (message: string): string => {
  const text = worded(message)
  return /[.?]$/.test(text) ? text : `${text}.`
}

function namesOf(shape: z.ZodType, path: Path): readonly string[] {
  let current = innerShape(shape)
  for (const key of path) {
    if (current instanceof z.ZodObject) current = innerShape(current.shape[String(key)])
    else if (current instanceof z.ZodArray) current = innerShape(current.element)
    else return []
  }
  return current instanceof z.ZodObject ? Object.keys(current.shape) : []
}

function innerShape(shape: unknown): unknown {
  if (shape instanceof z.ZodOptional) return innerShape(shape.unwrap())
  if (shape instanceof z.ZodUnion) return shape.options.find((option) => option instanceof z.ZodObject)
  return shape
}

const RUN_NAMES = ['run', 'project', 'bench'] as const

const REFERENCE_FORM = /^[A-Za-z]\w*([.][^.}]+)*$/

/** Finds names that are not defined, or defined twice. `head`: the file without its steps, as written. */
function checkNames(file: YamlFile, head: Members, steps: readonly WrittenStep[]): readonly Problem[] {
  const problems: Problem[] = []
  const report = (path: Path, message: string): void => {
    problems.push(file.problemAt(path, message))
  }
  const { variables } = head
  const names = new Set<string>()
  const known = new Set<string>([...RUN_NAMES, ...(isRecord(variables) ? Object.keys(variables) : [])])

  const checkTexts = (value: unknown, path: Path): void => {
    if (typeof value === 'string') {
      for (const [whole, name = ''] of referencesIn(value)) {
        // Further problems would not be shown, and each costs a search for the intended name.
        if (problems.length >= MAX_PROBLEMS) return
        const first = name.split('.')[0] ?? ''
        if (!REFERENCE_FORM.test(name))
          report(path, `${whole} is not a variable. Write it like \${order.id}.`)
        else if (!known.has(first))
          report(path, `Nothing is called ${first} at this step. ${suggestion(first, [...known])}`)
      }
    } else if (Array.isArray(value)) for (const [at, item] of value.entries()) checkTexts(item, [...path, at])
    else if (isRecord(value))
      for (const [key, item] of Object.entries(value)) checkTexts(item, [...path, key])
  }

  checkTexts(head['given'] ?? {}, ['given'])
  for (const { verb, at, args, expect } of steps) {
    const { of, as }: Members = isRecord(args) ? args : {}
    if (verb !== null) {
      const path = [...at, verb]
      checkTexts(args, path)
      if (typeof of === 'string' && !names.has(of))
        report([...path, 'of'], `No earlier step has \`as: ${of}\`. ${suggestion(of, [...names])}`)
      if (typeof as === 'string' && known.has(as))
        report([...path, 'as'], `Something else is called ${as}. Choose another name.`)
    }
    if (typeof as === 'string') {
      names.add(as)
      known.add(as)
    }
    // The expectation of a step may use the name that the step defines.
    checkTexts(expect, [...at, 'expect'])
  }
  return problems
}
