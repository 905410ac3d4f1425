import { useEffect, useMemo, useRef } from 'react'
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
        token.kind === 'key' ? (
          token.text
        ) : (
          <span key={index} className={TOKEN_CLASS[token.kind]}>
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

interface JsonBodyProps {
  readonly text: string
  /** Name of the whole, for screen readers. */
  readonly label: string
  /** Key of the root object whose lines are marked as changed, and kept in view. */
  readonly markedMember?: string
  readonly numbered?: boolean
}

/** A JSON text laid out for reading, with every value as it was written; text that is not JSON as it is. */
export function JsonBody({ text, label, markedMember, numbered = false }: JsonBodyProps) {
  const lines = useMemo(() => jsonLines(text), [text])
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const marked = area.current?.querySelector<HTMLElement>('.marked')
    if (markedMember === undefined || area.current === null || marked === null || marked === undefined) return
    const { scrollTop, clientHeight } = area.current
    if (marked.offsetTop < scrollTop || marked.offsetTop > scrollTop + clientHeight - MARK_ROOM) {
      area.current.scrollTop = marked.offsetTop - MARK_MARGIN
    }
  }, [text, markedMember])
  if (lines === null) return <RawText text={text} label={label} />
  return (
    <div
      ref={area}
      className={numbered ? 'msg-json numbered scroll' : 'msg-json scroll'}
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      <ol>
        {lines.map((line, index) => (
          <li
            key={index}
            className={line.member !== null && line.member === markedMember ? 'marked' : undefined}
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
