import { Choice } from '#window/ui/Field.tsx'
import { useEffect, useMemo, useState } from 'react'
import { useRowWindow } from '#window/ui/use-row-window'
import { formatCount } from '#lib/words'
import { laidOutJson, type LineToken, pairLines, pairTokens, tokensOf } from './json-lines'
import { RawText } from './RawText'
import './message-view.css'
import { useMessageTab } from './shown-message'

const TOKEN_CLASS: Readonly<Record<LineToken['kind'], string>> = {
  key: '',
  string: 's',
  number: 'n',
  literal: 'n',
  punctuation: 'p',
}

/** A longer value is truncated: rendering a line of several megabytes is slow. */
const MAX_OF_VALUE = 4000

function TokenText({ text }: { readonly text: string }) {
  if (text.length <= MAX_OF_VALUE) return text
  return (
    <>
      {text.slice(0, MAX_OF_VALUE)}
      <span className="dim msg-mark">
        {formatCount(text.length - MAX_OF_VALUE)} more characters, see the exact body
      </span>
    </>
  )
}

interface TokensProps {
  readonly tokens: readonly LineToken[]
  readonly pointed: { readonly from: number; readonly to: number } | null
}

function Tokens({ tokens, pointed }: TokensProps) {
  return tokens.map(({ kind, text, at }) => {
    const isPointed = pointed !== null && at >= pointed.from && at < pointed.to
    return kind === 'key' && !isPointed && text.length <= MAX_OF_VALUE ? (
      text
    ) : (
      <span key={at} className={isPointed ? `${TOKEN_CLASS[kind]} pointed` : TOKEN_CLASS[kind]}>
        <TokenText text={text} />
      </span>
    )
  })
}

// As in the style sheet: the height of a line, and the padding above the first.
const LINE_HEIGHT = 18
const PADDING = 8
const MARK_MARGIN = 60
const MARK_ROOM = 100

/** A longer body renders only the lines on the screen and some around them, and does not wrap them. */
const WHOLE_LINES = 500
const LINES_AROUND = 40
const COLUMNS_BESIDE = 12

interface JsonBodyProps {
  readonly text: string
  readonly label: string
  /** Key in the root object; the lines of this member are marked as changed, and kept in view. */
  readonly markedMember?: string
  /** Path of a value to mark and scroll into view; if it is missing, its nearest container is marked. */
  readonly pointed?: readonly string[] | undefined
  readonly numbered?: boolean
  /** Whether text that is not JSON is form-encoded. */
  readonly isForm?: boolean
}

/** What does not fit in a line continues two columns to the right of where the line begins. */
const hangingIndent = (line: string) => {
  const columns = `${String(line.search(/\S|$/) + 2)}ch`
  return { paddingLeft: columns, textIndent: `-${columns}` }
}

const columnsOf = (lines: readonly string[]): number =>
  lines.reduce((widest, { length }) => Math.max(widest, Math.min(length, MAX_OF_VALUE)), 0)

/** JSON laid out for reading, with every value as written, or the decoded pairs of a form; other text unchanged. */
export function JsonBody(props: JsonBodyProps) {
  const { text, label, markedMember, pointed, numbered = false, isForm = false } = props
  const path = pointed?.join('\n')
  const laidOut = useMemo(
    () => laidOutJson(text, { path: path === undefined ? [] : path.split('\n'), member: markedMember }),
    [text, path, markedMember],
  )
  const pairs = useMemo(() => (isForm && laidOut === null ? pairLines(text) : null), [isForm, laidOut, text])
  const lines = laidOut?.lines ?? pairs
  const marked = laidOut?.marked ?? null
  const pointedAt = laidOut?.pointed ?? null
  const inView = marked?.first ?? pointedAt?.line
  const [area, setArea] = useState<HTMLDivElement | null>(null)
  const count = lines?.length ?? 0
  const view = useRowWindow(area, count, LINE_HEIGHT, 0)
  const long = count > WHOLE_LINES
  const columns = useMemo(() => (long && lines !== null ? columnsOf(lines) : 0), [long, lines])
  useEffect(() => {
    if (area === null || inView === undefined) return
    const line = long ? undefined : area.querySelectorAll('li')[inView]?.getBoundingClientRect()
    const top =
      line === undefined
        ? PADDING + inView * LINE_HEIGHT
        : area.scrollTop + line.top - area.getBoundingClientRect().top
    if (top < area.scrollTop || top > area.scrollTop + area.clientHeight - MARK_ROOM)
      area.scrollTo({ top: top - MARK_MARGIN, behavior: 'instant' })
  }, [area, text, inView, long])
  if (lines === null) return <RawText text={text} label={label} />
  const first = long ? Math.max(0, view.first - LINES_AROUND) : 0
  const end = long ? Math.min(count, view.last + 1 + LINES_AROUND) : count
  const place = long
    ? {
        paddingTop: PADDING + first * LINE_HEIGHT,
        paddingBottom: PADDING + (count - end) * LINE_HEIGHT,
        minWidth: `${String(columns + COLUMNS_BESIDE)}ch`,
        counterReset: `line ${String(first)}`,
      }
    : undefined
  return (
    <div
      ref={setArea}
      className={`code sunken msg-json scroll ${numbered ? 'numbered' : ''} ${long ? '' : 'wrap'}`}
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      <ol style={place}>
        {lines.slice(first, end).map((line, index) => {
          const at = first + index
          const isPointed = pointedAt?.line === at
          const isMarked = isPointed || (marked !== null && at >= marked.first && at <= marked.last)
          return (
            <li
              key={at}
              className={isMarked ? 'marked' : undefined}
              {...(long ? { 'aria-posinset': at + 1, 'aria-setsize': count } : {})}
            >
              <code style={long ? undefined : hangingIndent(line)}>
                <Tokens
                  tokens={laidOut === null ? pairTokens(line) : tokensOf(line)}
                  pointed={isPointed ? pointedAt : null}
                />
              </code>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

export function LayoutChoice({ label, onlyExact }: { readonly label: string; readonly onlyExact: boolean }) {
  const { exact } = useMessageTab()
  return (
    <Choice
      label={label}
      value={exact || onlyExact ? 'exact' : 'formatted'}
      options={[
        { value: 'formatted', label: 'Formatted' },
        { value: 'exact', label: 'Exact' },
      ]}
      fixed={onlyExact}
      onChange={(layout) => useMessageTab.setState({ exact: layout === 'exact' })}
    />
  )
}
