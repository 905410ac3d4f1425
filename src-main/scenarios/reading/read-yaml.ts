import {
  type Alias,
  type Document,
  type ErrorCode,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseAllDocuments,
  visit,
  type YAMLError,
  type YAMLMap,
} from 'yaml'
import { MAX_PROBLEMS } from '#scenarios/vocabulary/words'
import {
  fieldText,
  MAX_SCENARIO_CHARS,
  MAX_SCENARIO_DEPTH,
  MAX_SCENARIO_VALUES,
  type Path,
  type Problem,
} from './scenario'

export interface YamlFile {
  readonly value: unknown
  /** Puts a problem at the value of a path or at its key; without such a path, at the nearest existing parent. */
  problemAt(path: Path, message: string, at?: 'key' | 'value'): Problem
}

export type YamlReading =
  | { readonly ok: true; readonly file: YamlFile }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** The problem of a file that is too long to be read. `size` includes the unit: `300000 characters`. */
export const tooLongProblem = (size: string): Problem => ({
  line: 1,
  column: 1,
  field: '',
  message: `The file has ${size}; the limit is ${MAX_SCENARIO_CHARS} characters. Split it into several scenarios.`,
})

/** Reads a file with one YAML 1.2 document within the limits of scenarios, or reports its first mistakes. */
export function readYaml(text: string): YamlReading {
  const lines = new LineCounter()
  const problemOf = ({ offset, message }: Mistake): Problem => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(1, line), column: Math.max(1, col), field: '', message }
  }
  const refuse = (...mistakes: readonly Mistake[]): YamlReading => ({
    ok: false,
    problems: mistakes.map(problemOf),
  })
  if (text.length > MAX_SCENARIO_CHARS)
    return { ok: false, problems: [tooLongProblem(`${text.length} characters`)] }
  const parsed = parseAllDocuments(text, {
    version: '1.2',
    lineCounter: lines,
    // The parser would compare each key with all keys before it; `repeatedKeys` finds duplicates in one pass.
    uniqueKeys: false,
    merge: false,
    stringKeys: true,
    prettyErrors: false,
    logLevel: 'silent',
  })
  const documents = Array.isArray(parsed) ? parsed : []
  const [document, second] = documents
  if (document === undefined || document.contents === null)
    return refuse({ offset: 0, message: 'The file is empty. Begin with `name: …` and `steps:`.' })
  const mistakes = [
    ...yamlMistakes(text, documents).slice(0, MAX_PROBLEMS),
    ...(second === undefined ? [] : [{ offset: second.range[0], message: SECOND_DOCUMENT }]),
  ]
  if (mistakes.length > 0) return refuse(...mistakes)
  const { contents } = document
  const targets = aliasTargets(document)
  const read = readValue(contents, targets)
  if (read.mistake !== null) return refuse(read.mistake)
  const offsetOf = offsetReader(contents, targets)
  return {
    ok: true,
    file: {
      value: read.value,
      problemAt: (path, message, at = 'value') => ({
        ...problemOf({ offset: offsetOf(path, at), message }),
        field: fieldText(path),
      }),
    },
  }
}

interface Mistake {
  readonly offset: number
  readonly message: string
}

const TOO_DEEP = `More than ${MAX_SCENARIO_DEPTH} levels. Write it with fewer.`
const SECOND_DOCUMENT = 'A second document begins here. Write one scenario per file.'

/** The target of each alias in a document: the last value before the alias that has its anchor. */
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

function readValue(
  root: Node,
  targets: AliasTargets,
): { readonly value: unknown; readonly mistake: Mistake | null } {
  let mistake: Mistake | null = null
  let values = 0
  const valueOf = (node: Node | null | undefined, depth: number): unknown => {
    if (mistake !== null || node === null || node === undefined) return null
    values += 1
    const message =
      values > MAX_SCENARIO_VALUES
        ? `More than ${MAX_SCENARIO_VALUES} values. Use fewer aliases.`
        : depth > MAX_SCENARIO_DEPTH
          ? TOO_DEEP
          : isScalar(node) && typeof node.value === 'number' && !Number.isFinite(node.value)
            ? 'JSON has no such number. Write it in quotes.'
            : null
    if (message !== null) {
      mistake = { offset: startOf(node), message }
      return null
    }
    if (isAlias(node)) return valueOf(targets.get(node), depth + 1)
    if (isSeq<Node>(node)) return node.items.map((item) => valueOf(item, depth + 1))
    if (isMap<Node, Node>(node))
      return Object.fromEntries(node.items.map(({ key, value }) => [keyOf(key), valueOf(value, depth + 1)]))
    return isScalar(node) ? node.value : null
  }
  const value = valueOf(root, 0)
  return { value, mistake }
}

const keyOf = (key: unknown): string => String(isScalar(key) ? key.value : key)
const startOf = (node: unknown): number => (node as Node | null)?.range?.[0] ?? 0

/** Finds where the value at a path, or its key, begins; if there is no such path, the nearest existing parent. */
function offsetReader(root: unknown, targets: AliasTargets): (path: Path, at: 'key' | 'value') => number {
  const pairs = new Map<YAMLMap, ReadonlyMap<string, Pair>>()
  const pairsOf = (map: YAMLMap): ReadonlyMap<string, Pair> => {
    const known = pairs.get(map) ?? new Map(map.items.map((pair) => [keyOf(pair.key), pair]))
    pairs.set(map, known)
    return known
  }
  return (path, at) => {
    let node: unknown = root
    let offset = startOf(root)
    for (const [index, key] of path.entries()) {
      if (isAlias(node)) node = targets.get(node)
      const pair = isMap(node) ? pairsOf(node).get(String(key)) : undefined
      node = isSeq(node) ? node.items[Number(key)] : pair?.value
      const isKey = at === 'key' && index === path.length - 1
      const place = pair !== undefined && isKey ? pair.key : (node ?? pair?.key)
      if (place === undefined || place === null) return offset
      offset = startOf(place)
    }
    return offset
  }
}

const INDENT =
  'The indentation does not fit here. Begin the members of a map, and the items of a list, in the same column.'

/** After these mistakes the rest of a file can still be read as intended. */
const RECOVERABLE: Partial<Readonly<Record<ErrorCode, string>>> = {
  DUPLICATE_KEY: 'This name occurs twice in one map. Remove one of them.',
  TAG_RESOLVE_FAILED: 'A word that begins with ! is a tag, and none is known here. Put the text in quotes.',
  BAD_DQ_ESCAPE:
    'There is no such escape in a text in double quotes. Write \\\\ for a backslash, or use single quotes.',
}

const SENTENCES: typeof RECOVERABLE = {
  ...RECOVERABLE,
  RESOURCE_EXHAUSTION: TOO_DEEP,
  BAD_INDENT: INDENT,
  MULTILINE_IMPLICIT_KEY: INDENT,
  TAB_AS_INDENT: 'There is a tab here. Indent with spaces.',
  NON_STRING_KEY: 'There is a list or a map where a name belongs. Write `name: value`.',
  BAD_SCALAR_START: 'A text cannot begin with this character. Put the text in quotes.',
  BLOCK_IN_FLOW: 'A list or map on new lines cannot begin inside brackets. Close the bracket before it.',
}
const OTHER_MISTAKE = 'The YAML cannot be read from here on. Compare the line with its neighbours.'

type Found = Pick<YAMLError, 'code' | 'message' | 'pos'>

/** Explains syntax mistakes to people who do not know the parser, up to the first that makes it lose its position. */
function yamlMistakes(text: string, documents: readonly Document.Parsed[]): readonly Mistake[] {
  const all = documents.flatMap((each) => [...each.errors, ...each.warnings, ...repeatedKeys(each)])
  const found = all.sort((one, other) => one.pos[0] - other.pos[0])
  const lost = found.findIndex(({ code }) => RECOVERABLE[code] === undefined)
  return (lost < 0 ? found : found.slice(0, lost + 1)).map((each) => ({
    offset: isOpenQuote(each) ? (openQuote(documents) ?? each.pos[0]) : each.pos[0],
    message: sentenceOf(text, each),
  }))
}

function repeatedKeys(document: Document.Parsed): readonly Found[] {
  const repeated: Found[] = []
  visit(document, {
    Map(_key, { items }) {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        const begins = startOf(key)
        if (seen.has(key.value)) repeated.push({ code: 'DUPLICATE_KEY', message: '', pos: [begins, begins] })
        seen.add(key.value)
      }
    },
  })
  return repeated
}

const isOpenQuote = ({ code, message }: Found): boolean =>
  code === 'MISSING_CHAR' && message.includes('quote')

/** Where the last quoted text begins. The parser reports an unclosed text at the end of the file. */
function openQuote(documents: readonly Document.Parsed[]): number | null {
  let begins: number | null = null
  for (const document of documents) {
    visit(document, {
      Scalar(_key, node) {
        if (node.type?.startsWith('QUOTE') === true) begins = startOf(node)
      },
    })
  }
  return begins
}

/** One code of the parser covers several mistakes; its message distinguishes them. */
function sentenceOf(text: string, found: Found): string {
  const { code, message, pos } = found
  if (code === 'BAD_INDENT' && message.startsWith('Flow'))
    return 'An earlier bracket is not closed. Add the missing } or ].'
  if (code === 'BLOCK_AS_IMPLICIT_KEY')
    return /^.*\S: /.test(text.slice(pos[0]))
      ? 'A text that contains a colon and a space must be in quotes. Add them.'
      : INDENT
  if (isOpenQuote(found)) return 'A text in quotes has no end. Add the missing quote.'
  if (code === 'MISSING_CHAR')
    return message.startsWith('Implicit map keys')
      ? 'The colon is missing here. Write `name: value`.'
      : INDENT
  return SENTENCES[code] ?? OTHER_MISTAKE
}
