import { Choice } from '#window/ui/Field.tsx'
import { useEffect, useMemo, useState } from 'react'
import { useRowWindow } from '#window/ui/use-row-window'
import { formatCount } from '#window/lib/time'
import { isPointedAt, type JsonLine, jsonLines, type JsonToken, tokensOf } from './json-lines'
import { RawText } from './RawText'
import './message-view.css'
import { showExactBody, useMessageTab } from './shown-message'

const TOKEN_CLASS: Readonly<Record<JsonToken['kind'], string>> = {
  key: '',
  string: 's',
  number: 'n',
  literal: 'n',
  punctuation: 'p',
}

/** A longer value is cut: it is one line, and rendering a line of some megabytes is slow. */
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

function Tokens({ line }: { readonly line: JsonLine }) {
  return (
    <>
      {'  '.repeat(line.indent)}
      {tokensOf(line).map((token, index) =>
        token.kind === 'key' && token.pointed === undefined && token.text.length <= MAX_OF_VALUE ? (
          token.text
        ) : (
          <span
            key={index}
            className={
              token.pointed === undefined ? TOKEN_CLASS[token.kind] : `${TOKEN_CLASS[token.kind]} pointed`
            }
          >
            <TokenText text={token.text} />
          </span>
        ),
      )}
    </>
  )
}

/** Height of a line, as the style sheet has it, and the padding above the first. */
const LINE_HEIGHT = 18
const PADDING = 8
/** Pixels that stay above a marked part, and that it needs to count as visible. */
const MARK_MARGIN = 60
const MARK_ROOM = 100

function isMarked(line: JsonLine, member: string | undefined): boolean {
  if (line.member !== null && line.member === member) return true
  return isPointedAt(line)
}

/** Of a longer body only the lines on the screen are in the page, and some around them. */
const WHOLE_LINES = 500
const LINES_AROUND = 40
/** Columns that the numbers and the padding take. */
const COLUMNS_BESIDE = 12

interface JsonBodyProps {
  readonly text: string
  /** Name of the whole, for screen readers. */
  readonly label: string
  /** Key of the root object whose lines are marked as changed, and kept in view. */
  readonly markedMember?: string
  /** Path of a value that is marked and brought into view; where it is missing, of what should hold it. */
  readonly pointed?: readonly string[]
  readonly numbered?: boolean
}

/** Length of the longest line in characters, as far as it is drawn. */
const columnsOf = (lines: readonly JsonLine[]): number =>
  lines.reduce((widest, { indent, width }) => Math.max(widest, indent * 2 + Math.min(width, MAX_OF_VALUE)), 0)

/** A JSON text laid out for reading, with every value as it was written; text that is not JSON as it is. */
export function JsonBody({ text, label, markedMember, pointed, numbered = false }: JsonBodyProps) {
  const path = pointed?.join('\n')
  const lines = useMemo(() => jsonLines(text, path === undefined ? [] : path.split('\n')), [text, path])
  const [area, setArea] = useState<HTMLDivElement | null>(null)
  const count = lines?.length ?? 0
  const view = useRowWindow(area, count, LINE_HEIGHT, 0)
  const long = count > WHOLE_LINES
  const columns = useMemo(() => (long && lines !== null ? columnsOf(lines) : 0), [long, lines])
  useEffect(() => {
    if (area === null || lines === null || (markedMember === undefined && path === undefined)) return
    const marked = lines.findIndex((line) => isMarked(line, markedMember))
    if (marked < 0) return
    const top = PADDING + marked * LINE_HEIGHT
    if (top < area.scrollTop || top > area.scrollTop + area.clientHeight - MARK_ROOM)
      area.scrollTo({ top: top - MARK_MARGIN, behavior: 'instant' })
  }, [area, lines, markedMember, path])
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
      className={`code sunken msg-json scroll ${numbered ? 'numbered' : ''}`.trimEnd()}
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      <ol style={place}>
        {lines.slice(first, end).map((line, index) => (
          <li
            key={first + index}
            className={isMarked(line, markedMember) ? 'marked' : undefined}
            {...(long ? { 'aria-posinset': first + index + 1, 'aria-setsize': count } : {})}
          >
            <code>
              <Tokens line={line} />
            </code>
          </li>
        ))}
      </ol>
    </div>
  )
}

interface LayoutChoiceProps {
  readonly label: string
  /** There is nothing that could be laid out. */
  readonly onlyExact: boolean
}

/** Laid out for reading, or exactly as it was sent: one choice for all messages. */
export function LayoutChoice({ label, onlyExact }: LayoutChoiceProps) {
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
      onChange={(layout) => showExactBody(layout === 'exact')}
    />
  )
}
