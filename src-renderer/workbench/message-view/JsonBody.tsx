import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../ui/Button'
import { formatCount } from '../ui/time'
import { jsonLines } from './json-lines'
import type { JsonLine, JsonToken } from './json-lines'
import { RawText } from './RawText'
import type { Masked } from './raw-text'
import './message-view.css'

const TOKEN_CLASS: Readonly<Record<JsonToken['kind'], string>> = {
  key: '',
  string: 's',
  number: 'n',
  literal: 'n',
  punctuation: 'p',
}

function Tokens({ line }: { readonly line: JsonLine }) {
  return (
    <>
      {'  '.repeat(line.indent)}
      {line.tokens.map((token, index) =>
        token.kind === 'key' && token.pointed === undefined ? (
          token.text
        ) : (
          <span
            key={index}
            className={
              token.pointed === undefined ? TOKEN_CLASS[token.kind] : `${TOKEN_CLASS[token.kind]} pointed`
            }
          >
            {token.text}
          </span>
        ),
      )}
    </>
  )
}

/** Pixels that stay above a marked part, and that it needs to count as visible. */
const MARK_MARGIN = 60
const MARK_ROOM = 100

function isMarked(line: JsonLine, member: string | undefined): boolean {
  if (line.member !== null && line.member === member) return true
  return line.tokens.some((token) => token.pointed === true)
}

/** A body of some megabytes has more lines than a page can hold at once. */
const FIRST_LINES = 1500
const FURTHER_LINES = 5000

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

/** A JSON text laid out for reading, with every value as it was written; text that is not JSON as it is. */
export function JsonBody({ text, label, markedMember, pointed, numbered = false }: JsonBodyProps) {
  const path = pointed?.join('\n')
  const lines = useMemo(() => jsonLines(text, path === undefined ? [] : path.split('\n')), [text, path])
  const area = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(FIRST_LINES)
  useEffect(() => {
    if (markedMember === undefined && path === undefined) return
    const marked = area.current?.querySelector<HTMLElement>('li.marked')
    if (area.current === null || marked === null || marked === undefined) return
    const { scrollTop, clientHeight } = area.current
    if (marked.offsetTop < scrollTop || marked.offsetTop > scrollTop + clientHeight - MARK_ROOM) {
      area.current.scrollTop = marked.offsetTop - MARK_MARGIN
    }
  }, [text, markedMember, path])
  if (lines === null) return <RawText text={text} label={label} />
  // What is marked is drawn wherever it stands.
  const drawn = Math.max(room, lines.findLastIndex((line) => isMarked(line, markedMember)) + 1)
  return (
    <div
      ref={area}
      className={numbered ? 'msg-json numbered scroll' : 'msg-json scroll'}
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      <ol>
        {lines.slice(0, drawn).map((line, index) => (
          <li key={index} className={isMarked(line, markedMember) ? 'marked' : undefined}>
            <code>
              <Tokens line={line} />
            </code>
          </li>
        ))}
      </ol>
      {lines.length <= drawn ? null : (
        <p className="msg-bar">
          <Button size="small" onClick={() => setRoom(drawn + FURTHER_LINES)}>
            Show more
          </Button>
          <span className="dim">{formatCount(lines.length - drawn)} more lines</span>
        </p>
      )}
    </div>
  )
}

interface ExactBodyProps {
  readonly text: string | null
  readonly base64: string
  readonly label: string
  readonly masked?: readonly Masked[]
}

/** A body exactly as it was on the wire. */
export function ExactBody({ text, base64, label, masked = [] }: ExactBodyProps) {
  return <RawText text={text} base64={base64} label={label} masked={masked} />
}
