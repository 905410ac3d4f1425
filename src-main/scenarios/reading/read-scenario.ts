import { z } from 'zod'
import { isRecord } from '#lib/json/node'
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
import { checkNames } from './check-names'
import {
  MAX_PROBLEMS,
  type Path,
  type Problem,
  problemLine,
  type Scenario,
  type Step,
  suggestion,
  type WrittenStep,
} from './scenario'
import { readYaml, type YamlFile } from './read-yaml'

export type ScenarioReading =
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/**
 * Reads a scenario file. Reports all mistakes at once, in the order of the file; those of its YAML come first, since nothing
 * else can be read before. A file with a mistake is not run.
 */
export function readScenario(text: string): ScenarioReading {
  const yaml = readYaml(text)
  if (!yaml.ok) return yaml
  const { file } = yaml
  if (!isRecord(file.value)) {
    return refusal([file.problemAt([], 'A scenario is a map: begin with `name: …` and `steps:`.')])
  }
  const { steps: list, ...rest } = file.value
  const problems: Problem[] = []
  const checked = <Shape extends z.ZodType>(
    shape: Shape,
    value: unknown,
    at: Path,
  ): z.output<Shape> | null => {
    const parsed = shape.safeParse(value, { reportInput: true })
    if (parsed.success) return parsed.data
    problems.push(...problemsOf(file, at, shape, parsed.error.issues))
    return null
  }
  const head = checked(scenarioHead, rest, [])
  const written = readSteps(file, list, text, problems, checked)
  if (head !== null) problems.push(...checkSwitches(head, file))
  problems.push(...checkNames({ file, head, written: rest, steps: written }))
  if (head === null || problems.length > 0) return refusal(problems)
  return { ok: true, scenario: { ...head, steps: written.flatMap(({ step }) => step ?? []) } }
}

type Check = <Shape extends z.ZodType>(shape: Shape, value: unknown, at: Path) => z.output<Shape> | null

/** Of several problems of one field the first is enough: the others follow from it. */
function refusal(problems: readonly Problem[]): ScenarioReading {
  const fields = new Map<string, Problem>()
  for (const problem of problems) {
    const place = `${problem.line}:${problem.column} ${problem.field}`
    if (!fields.has(place)) fields.set(place, problem)
  }
  const ordered = [...fields.values()].toSorted((a, b) => a.line - b.line || a.column - b.column)
  return { ok: false, problems: ordered.slice(0, MAX_PROBLEMS) }
}

function readSteps(
  file: YamlFile,
  list: unknown,
  text: string,
  problems: Problem[],
  check: Check,
): readonly WrittenStep[] {
  if (!Array.isArray(list) || list.length === 0) {
    problems.push(
      file.problemAt(
        ['steps'],
        'must be a list with at least one step, such as `- sale: {as: order, amount: 46.50 EUR}`.',
      ),
    )
    return []
  }
  if (list.length > MAX_SCENARIO_STEPS) {
    problems.push(
      file.problemAt(
        ['steps', MAX_SCENARIO_STEPS],
        `A scenario has at most ${MAX_SCENARIO_STEPS} steps. Make several scenarios of it.`,
      ),
    )
    return []
  }
  const lines = text.split('\n')
  const items: readonly unknown[] = list
  const starts = items.map((_, index) => file.problemAt(['steps', index], '').line)
  return items.flatMap((item, index) => {
    const line = starts[index] ?? 1
    const end = starts[index + 1] ?? lines.length + 1
    const source = lines
      .slice(line - 1, Math.max(line, end - 1))
      .join('\n')
      .trimEnd()
    return readStep(file, item, { at: ['steps', index], line, source }, problems, check)
  })
}

function readStep(
  file: YamlFile,
  item: unknown,
  { at, line, source }: { readonly at: Path; readonly line: number; readonly source: string },
  problems: Problem[],
  check: Check,
): readonly WrittenStep[] {
  if (item === 'until idle') {
    const step: Step = { verb: 'until', args: 'idle', expect: null, note: null, line, source }
    return [{ at, verb: step.verb, args: step.args, expect: null, step }]
  }
  const verbs = Object.keys(VERBS)
  if (!isRecord(item)) {
    const remedy =
      typeof item === 'string' ? suggestion(item, ['until idle', ...verbs]) : 'Write `- VERB: {…}`.'
    problems.push(file.problemAt(at, `is not a step. ${remedy}`))
    return []
  }
  const { expect, note, ...rest } = item
  const words = Object.keys(rest)
  const [verb, ...others] = words.filter(isVerb)
  const strange = words.filter((word) => !isVerb(word))
  for (const word of strange.slice(0, MAX_PROBLEMS)) {
    problems.push(
      file.problemAt(
        [...at, word],
        `is not known here. ${suggestion(word, [...verbs, ...Object.keys(BESIDE)])}`,
        'key',
      ),
    )
  }
  for (const other of others) {
    problems.push(
      file.problemAt(
        [...at, other],
        `is a second step in one. Begin a new line with \`- ${other}:\`.`,
        'key',
      ),
    )
  }
  const beside = [
    ...strange.map((word) => [null, word] as const),
    ...others.map((word) => [word, word] as const),
  ]
  const further = beside.map(([known, word]) => ({
    ...{ at, verb: known, args: rest[word] },
    ...{ expect: verb === undefined ? expect : null, step: null },
  }))
  if (verb === undefined) {
    if (strange.length === 0) problems.push(file.problemAt(at, `has no verb. Known are ${verbs.join(', ')}.`))
    return further
  }
  const row: Row = VERBS[verb]
  const args = check(row.shape, rest[verb], [...at, verb])
  const besideExpect = expect === undefined ? null : check(BESIDE.expect, expect, [...at, 'expect'])
  const besideNote = note === undefined ? null : check(BESIDE.note, note, [...at, 'note'])
  if (expect !== undefined && !row.answered) {
    const remedy = 'Write a step of its own, such as `- expect payment: {…}`.'
    problems.push(
      file.problemAt([...at, 'expect'], `A step with ${verb} gets no response to look at. ${remedy}`, 'key'),
    )
  }
  // The shape of this verb has accepted these arguments.
  const step =
    args === null ? null : ({ verb, args, expect: besideExpect, note: besideNote, line, source } as Step)
  return [{ at, verb, args: rest[verb], expect, step }, ...further]
}

/** Checks the switches of the project as the bench would, but for those with a variable: their values are known when it runs. */
function checkSwitches({ given }: ScenarioHead, file: YamlFile): readonly Problem[] {
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

/** Writes all problems of a file as lines for a terminal. */
export function problemLines(file: string, problems: readonly Problem[]): string {
  return problems.map((problem) => problemLine(file, problem)).join('\n')
}

type Issue = z.core.$ZodIssue

/** Turns the issues of a shape about the value at a path into problems at their places in the file. */
function problemsOf(
  file: YamlFile,
  at: Path,
  shape: z.ZodType,
  issues: readonly Issue[],
): readonly Problem[] {
  return issues.slice(0, MAX_PROBLEMS).flatMap((issue) => {
    const inner = issue.path.map((key) => (typeof key === 'number' ? key : String(key)))
    const path = [...at, ...inner]
    if (issue.code === 'unrecognized_keys') {
      return issue.keys
        .slice(0, MAX_PROBLEMS)
        .map((key) =>
          file.problemAt(
            [...path, key],
            `is not known here. ${suggestion(key, namesOf(shape, inner))}`,
            'key',
          ),
        )
    }
    const missing = issue.code === 'invalid_type' && issue.input === undefined && !isThere(file.value, path)
    return [
      file.problemAt(
        path,
        missing ? `is missing. It ${requirement(issue.message)}.` : sentence(issue.message),
      ),
    ]
  })
}

const requirement = (message: string): string =>
  /^must |^needs /.test(message) ? message : `must be given (${message.toLowerCase()})`

const sentence = (message: string): string => {
  const text = message.replace(/^Invalid input: expected (.*), received (.*)$/, 'must be $1, not $2')
  return /[.]$/.test(text) ? text : `${text}.`
}

function isThere(value: unknown, path: Path): boolean {
  let current: unknown = value
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return false
    current = (current as Readonly<Record<string | number, unknown>>)[key]
  }
  return true
}

/** The names that a map at a path inside a shape may have; none where any may stand. */
function namesOf(shape: z.ZodType, path: Path): readonly string[] {
  let current: unknown = shape
  for (const key of path) {
    const inside = bare(current)
    if (inside instanceof z.ZodObject) current = inside.shape[String(key)]
    else if (inside instanceof z.ZodArray) current = inside.element
    else return []
  }
  const found = bare(current)
  return found instanceof z.ZodObject ? Object.keys(found.shape) : []
}

/** The shape inside of `optional`; of a union its member that is a map. */
function bare(shape: unknown): unknown {
  if (shape instanceof z.ZodOptional) return bare(shape.unwrap())
  if (shape instanceof z.ZodUnion) return shape.options.find((option) => option instanceof z.ZodObject)
  return shape
}
