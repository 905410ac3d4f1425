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
  type ErrorCode,
  type YAMLError,
} from 'yaml'
import {
  fieldText,
  MAX_PROBLEMS,
  MAX_SCENARIO_CHARS,
  MAX_SCENARIO_DEPTH,
  MAX_SCENARIO_VALUES,
  type Path,
  type Problem,
} from './scenario'

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
    // The composer would compare each key with all before it: `repeatedKeys` finds repeated ones in one pass.
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

/** Where a mistake of the syntax begins, and a sentence about it. */
interface YamlMistake {
  readonly offset: number
  readonly message: string
}

const INDENT =
  'The indentation does not fit here. Begin the members of a map, and the items of a list, in one column.'
const TAG = 'A word that begins with ! is a tag, and none is known here. Put the text in quotes.'

/** Mistakes after which the rest of a file can still be read as it is meant. */
const SINGLE: Partial<Readonly<Record<ErrorCode, string>>> = {
  DUPLICATE_KEY: 'This name stands twice in one map. Leave one of them out.',
  TAG_RESOLVE_FAILED: TAG,
  BAD_DQ_ESCAPE:
    'There is no such escape in a text in double quotes. Write \\\\ for a backslash, or use single quotes.',
}

const SENTENCES: Partial<Readonly<Record<ErrorCode, string>>> = {
  ...SINGLE,
  BAD_INDENT: INDENT,
  MULTILINE_IMPLICIT_KEY: INDENT,
  TAB_AS_INDENT: 'A tab stands here. Indent with spaces.',
  NON_STRING_KEY: 'A list or a map stands where a name belongs. Write `name: value`.',
  BAD_SCALAR_START: 'A text cannot begin with this character. Put the text in quotes.',
  BLOCK_IN_FLOW: 'A line of its own cannot begin inside of brackets. Close the bracket before it.',
}
const OTHERWISE = 'The YAML cannot be read from here on. Compare the line with its neighbours.'

/**
 * Says what is wrong with the syntax of a text, in sentences for people who do not know the parser. The first mistake
 * that makes the parser lose its place is the only one of its kind: those after it follow from it.
 */
function yamlMistakes(text: string, documents: readonly Document.Parsed[]): readonly YamlMistake[] {
  const errors = documents.flatMap((each) => [...each.errors, ...each.warnings, ...repeatedKeys(each)])
  const ordered = errors.toSorted((one, other) => one.pos[0] - other.pos[0])
  const lost = ordered.find(({ code }) => SINGLE[code] === undefined)
  return ordered
    .filter((error) => error === lost || (SINGLE[error.code] !== undefined && isBefore(error, lost)))
    .map((error) => ({
      offset: isOpenQuote(error) ? (openQuote(documents) ?? error.pos[0]) : error.pos[0],
      message: sentenceOf(text, error),
    }))
}

type Mistake = Pick<YAMLError, 'code' | 'message' | 'pos'>

/** The keys that a map of a document has twice. */
function repeatedKeys(document: Document.Parsed): readonly Mistake[] {
  const repeated: Mistake[] = []
  visit(document, {
    Map(_key, { items }) {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        const [begins = 0, ends = 0] = key.range ?? []
        if (seen.has(key.value)) repeated.push({ code: 'DUPLICATE_KEY', message: '', pos: [begins, ends] })
        seen.add(key.value)
      }
    },
  })
  return repeated
}

const isOpenQuote = ({ code, message }: Pick<YAMLError, 'code' | 'message'>): boolean =>
  code === 'MISSING_CHAR' && message.includes('quote')

/** Where the text in quotes begins that has no end: it is the last one. The parser finds the mistake at the end of the file. */
function openQuote(documents: readonly Document.Parsed[]): number | null {
  let begins: number | null = null
  for (const document of documents) {
    visit(document, {
      Scalar(_key, { type, range }) {
        if (type?.startsWith('QUOTE') === true) begins = range?.[0] ?? begins
      },
    })
  }
  return begins
}

const isBefore = (error: Mistake, lost: Mistake | undefined): boolean =>
  lost === undefined || error.pos[0] < lost.pos[0]

/** One code of the parser covers several mistakes; its message distinguishes them. */
function sentenceOf(text: string, { code, message, pos }: Mistake): string {
  if (code === 'BAD_INDENT' && message.startsWith('Flow'))
    return 'A bracket before this is not closed. Write the } or ] that is missing.'
  if (code === 'BLOCK_AS_IMPLICIT_KEY') {
    const line = text.slice(pos[0]).split('\n', 1)[0] ?? ''
    return /\S: /.test(line) ? 'A text with a colon and a space in it stands in quotes. Add them.' : INDENT
  }
  if (code === 'MISSING_CHAR') {
    if (isOpenQuote({ code, message })) return 'A text in quotes has no end. Write the quote that is missing.'
    if (message.startsWith('Implicit map keys')) return 'The colon is missing here. Write `name: value`.'
    return INDENT
  }
  return SENTENCES[code] ?? OTHERWISE
}
