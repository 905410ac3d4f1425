import { type Document, type ErrorCode, isScalar, visit, type YAMLError } from 'yaml'

/** Where a mistake of the syntax begins, and a sentence about it. */
export interface YamlMistake {
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
export function yamlMistakes(text: string, documents: readonly Document.Parsed[]): readonly YamlMistake[] {
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

/** The keys of a document that stand twice in one map. */
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

/** One code of the parser stands for several mistakes; its message distinguishes them. */
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
