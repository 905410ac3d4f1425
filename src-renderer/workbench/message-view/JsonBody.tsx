import { useMemo } from 'react'
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

interface JsonBodyProps {
  readonly text: string
  /** Name of the whole, for screen readers. */
  readonly label: string
  /** Key of the root object whose lines are marked as changed. */
  readonly markedMember?: string
  readonly numbered?: boolean
}

/** A JSON text laid out for reading, with every value as it was written; text that is not JSON as it is. */
export function JsonBody({ text, label, markedMember, numbered = false }: JsonBodyProps) {
  const lines = useMemo(() => jsonLines(text), [text])
  if (lines === null) return <RawText text={text} label={label} />
  return (
    <div
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
