import {
  type Alias,
  Composer,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  type Pair,
  Parser,
  visit,
  type YAMLMap,
} from 'yaml'
import { MAX_PROBLEMS, MAX_SCENARIO_CHARS, MAX_SCENARIO_DEPTH, MAX_SCENARIO_VALUES } from './limits'
import { fieldText, type Path, type Problem } from './problem'
import { yamlMistakes } from './yaml-mistakes'

/** A file as values, with the place of each. */
export interface YamlFile {
  readonly value: unknown
  /** The problem of the value at a path, or of the key itself; the nearest one that is there. */
  problemAt(path: Path, message: string, at?: 'key' | 'value'): Problem
}

export type YamlReading =
  | { readonly ok: true; readonly file: YamlFile }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** The problem of a file that is too long to be read. `size` with its unit: `300000 characters`. */
export const tooLongProblem = (size: string): Problem => ({
  line: 1,
  column: 1,
  field: '',
  message: `The file has ${size}; ${MAX_SCENARIO_CHARS} characters are read. Make several scenarios of it.`,
})

/** Reads a file with one YAML 1.2 document within the limits of scenarios. Reports all mistakes of its syntax at once. */
export function readYaml(text: string): YamlReading {
  const lines = new LineCounter()
  const problem = (offset: number, message: string): Problem => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(1, line), column: Math.max(1, col), field: '', message }
  }
  const refused = (offset: number, message: string): YamlReading => ({
    ok: false,
    problems: [problem(offset, message)],
  })
  if (text.length > MAX_SCENARIO_CHARS) {
    return { ok: false, problems: [tooLongProblem(`${text.length} characters`)] }
  }
  const composed = composeDocuments(text, lines)
  if ('tooDeepAt' in composed) {
    return refused(composed.tooDeepAt, `More than ${MAX_SCENARIO_DEPTH} levels. Write it with fewer.`)
  }
  const [document, second] = composed.documents
  if (document === undefined || document.contents === null) {
    return refused(0, 'The file is empty. Begin with `name: …` and `steps:`.')
  }
  const problems = yamlMistakes(text, composed.documents)
    .slice(0, MAX_PROBLEMS)
    .map(({ offset, message }) => problem(offset, message))
  if (second !== undefined) {
    problems.push(problem(second.range[0], 'A second document begins here. Write one scenario a file.'))
  }
  if (problems.length > 0) return { ok: false, problems }
  const { contents } = document
  const targets = aliasTargets(document)
  const read = valueReader(targets, problem)
  const value = read.valueOf(contents, 0)
  if (read.problems.length > 0) return { ok: false, problems: read.problems }
  const offsetOf = offsetReader(contents, targets)
  return {
    ok: true,
    file: {
      value,
      problemAt(path, message, at = 'value') {
        return { ...problem(offsetOf(path, at), message), field: fieldText(path) }
      },
    },
  }
}

/** Composes the documents of a text. Stops at the limit of levels, before the composer can run out of stack. */
function composeDocuments(
  text: string,
  lines: LineCounter,
): { readonly documents: readonly Document.Parsed[] } | { readonly tooDeepAt: number } {
  const parser = new Parser(lines.addNewLine)
  const composer = new Composer({
    version: '1.2',
    // The composer would compare each key with all before it: yaml-mistakes.ts looks for those that stand twice.
    uniqueKeys: false,
    merge: false,
    stringKeys: true,
    logLevel: 'silent',
  })
  const documents: Document.Parsed[] = []
  lines.addNewLine(0)
  for (const lexeme of new Lexer().lex(text)) {
    // The stack has an entry for the document, and up to two for a level.
    if (parser.stack.length > 2 * MAX_SCENARIO_DEPTH + 2) return { tooDeepAt: parser.offset }
    for (const token of parser.next(lexeme)) documents.push(...composer.next(token))
  }
  for (const token of parser.end()) documents.push(...composer.next(token))
  documents.push(...composer.end())
  return { documents }
}

/** What the aliases of a document stand for, found in one pass: the last value before each that has its name. */
type AliasTargets = ReadonlyMap<Alias, Node | undefined>

function aliasTargets(document: Document.Parsed): AliasTargets {
  const named = new Map<string, Node>()
  const targets = new Map<Alias, Node | undefined>()
  visit(document, {
    Node(_key, node) {
      if (isAlias(node)) targets.set(node, named.get(node.source))
      else if (node.anchor !== undefined) named.set(node.anchor, node)
    },
  })
  return targets
}

function valueReader(targets: AliasTargets, problem: (offset: number, message: string) => Problem) {
  const problems: Problem[] = []
  let values = 0
  const refuse = (node: Node | null | undefined, message: string): null => {
    if (problems.length === 0) problems.push(problem(node?.range?.[0] ?? 0, message))
    return null
  }
  const valueOf = (node: unknown, depth: number): unknown => {
    if (problems.length > 0 || node === null || node === undefined) return null
    values += 1
    const place = node as Node
    if (values > MAX_SCENARIO_VALUES)
      return refuse(place, `More than ${MAX_SCENARIO_VALUES} values. Use fewer aliases.`)
    if (depth > MAX_SCENARIO_DEPTH)
      return refuse(place, `More than ${MAX_SCENARIO_DEPTH} levels. Write it with fewer.`)
    if (isAlias(node)) return valueOf(targets.get(node), depth + 1)
    if (isScalar(node)) {
      const { value } = node
      if (typeof value === 'number' && !Number.isFinite(value))
        return refuse(node, 'JSON has no such number. Write it in quotes.')
      return value
    }
    if (isSeq(node)) return node.items.map((item) => valueOf(item, depth + 1))
    if (!isMap(node)) return refuse(place, 'This is not a value. Write a text, a number, a list or a map.')
    const members = node.items.map((pair) => [keyOf(pair.key), valueOf(pair.value, depth + 1)] as const)
    return Object.fromEntries(members)
  }
  return { problems, valueOf }
}

const keyOf = (key: unknown): string => (isScalar(key) ? String(key.value) : String(key))

/** Returns a function that finds where the value at a path, or its key, begins; the nearest one that is there. */
function offsetReader(root: unknown, targets: AliasTargets): (path: Path, at: 'key' | 'value') => number {
  const pairs = new Map<YAMLMap, ReadonlyMap<string, Pair>>()
  const pairOf = (map: YAMLMap, key: string): Pair | undefined => {
    let byKey = pairs.get(map)
    if (byKey === undefined) {
      byKey = new Map(map.items.map((pair) => [keyOf(pair.key), pair]))
      pairs.set(map, byKey)
    }
    return byKey.get(key)
  }
  return (path, at) => {
    let node: unknown = root
    let offset = startOf(root)
    path.forEach((key, index) => {
      if (isAlias(node)) node = targets.get(node)
      if (isMap(node)) {
        const pair = pairOf(node, String(key))
        if (pair === undefined) node = null
        else {
          const last = index === path.length - 1
          offset =
            (last && at === 'key') || !isPair(pair) ? startOf(pair.key) : startOf(pair.value ?? pair.key)
          node = pair.value
        }
      } else if (isSeq(node) && typeof key === 'number') {
        node = node.items[key] ?? null
        if (node !== null) offset = startOf(node)
      } else node = null
    })
    return offset
  }
}

const startOf = (node: unknown): number => (node as Node | null)?.range?.[0] ?? 0
