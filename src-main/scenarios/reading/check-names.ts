import { isRecord, type Members } from '#lib/json/node'
import { faultRule } from '#protocol/rules'
import { faultOf, wordOfParameter } from '#scenarios/vocabulary/faults'
import {
  type ArgsOf,
  EXPECTATION_WORDS,
  RESPONSE_WORDS,
  type ScenarioHead,
  secretOfProject,
  type Verb,
  type Words,
} from '#scenarios/vocabulary/scenario-shape'
import { referencesIn } from '#scenarios/vocabulary/fields'
import { MAX_PROBLEMS, type Path, type Problem, suggestion, type WrittenStep } from './scenario'
import type { YamlFile } from './read-yaml'
import { fromWords } from '#scenarios/matching/from-words'

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

/** Members of expectations that are not patterns. */
const NO_PATTERNS = new Set(['of', 'as', 'within', 'for', 'kinds'])

/** Checks the patterns of a step: whether each can be read, and whether its words can ever come. */
function checkPatterns(step: WrittenStep, file: YamlFile): readonly Problem[] {
  const { verb, args, expect, at } = step
  const isExpectation = verb?.startsWith('expect ') === true
  return [
    ...(isExpectation ? checkMembers(args, EXPECTATION_WORDS[verb] ?? {}, [...at, verb], file) : []),
    ...checkMembers(expect, RESPONSE_WORDS, [...at, 'expect'], file),
  ]
}

function checkMembers(value: unknown, words: Words, path: Path, file: YamlFile): readonly Problem[] {
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, item]) => {
    if (NO_PATTERNS.has(key)) return []
    const read = fromWords(item)
    if (!read.ok) return [file.problemAt([...path, key, ...read.path], read.message)]
    return impossibleWords(item, wordsOf(words, key), [...path, key])
      .slice(0, MAX_PROBLEMS)
      .map(({ at, word, known }) => file.problemAt(at, `is never ${word}. ${suggestion(word, known)}`))
  })
}

const wordsOf = (words: Words, member: string): Words | null =>
  isRecord(words) && Object.hasOwn(words, member) ? (words[member] ?? null) : null

interface ImpossibleWord {
  readonly at: Path
  readonly word: string
  readonly known: readonly string[]
}

/** Finds the words in a pattern that no value can be, inside of matchers and lists too. */
function impossibleWords(value: unknown, words: Words | null, at: Path): readonly ImpossibleWord[] {
  if (words === null) return []
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => impossibleWords(item, words, [...at, index]))
  if (!isRecord(value)) return isWordList(words) && !mayMatch(value, words) ? [found(value, words, at)] : []
  const [only, ...more] = Object.keys(value)
  if (only === 'is' && more.length === 0) {
    const isKnown = !isWordList(words) || hasVariable(value[only]) || words.includes(String(value[only]))
    return isKnown ? [] : [found(value[only], words, [...at, only])]
  }
  if (more.length === 0 && (only === 'not' || only === 'one-of' || only === 'unordered'))
    return impossibleWords(value[only], words, [...at, only])
  return Object.entries(value).flatMap(([key, item]) =>
    impossibleWords(item, wordsOf(words, key), [...at, key]),
  )
}

const found = (value: unknown, known: readonly string[], at: Path): ImpossibleWord => ({
  at,
  word: String(value),
  known,
})

const isWordList = (words: Words): words is readonly string[] => Array.isArray(words)
const hasVariable = (value: unknown): boolean => String(value).includes('${')

/** Whether a value is one of the words, a matcher, or known only when the step runs. */
function mayMatch(value: unknown, words: readonly string[]): boolean {
  if (typeof value !== 'string') return false
  if (words.includes(value) || hasVariable(value)) return true
  const read = fromWords(value)
  return !read.ok || typeof read.pattern !== 'string'
}
