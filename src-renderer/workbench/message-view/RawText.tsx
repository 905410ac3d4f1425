import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '#window/ui/Button.tsx'
import { counted, formatCount } from '#lib/words'
import { bytesOfBase64 } from '#window/lib/files'
import { hexLines, type Masked, rawLines, type RawPart } from './raw-text'
import './message-view.css'

/** Characters of text, or bytes of a listing; the rest is drawn only on request. */
const FIRST_PART = 120_000
const POINTED_MARGIN = 60

const MASKED_WORDS = {
  pan: 'card number, masked before storing',
  cvv: 'security code, masked before storing',
  field: 'refused',
} as const

function Part({ part }: { readonly part: RawPart }) {
  if (part.kind === 'text') return part.text
  if (part.kind === 'invisible')
    return (
      <span className="dim msg-mark" title={`${part.name}, one character`}>
        {part.name}
      </span>
    )
  const words = MASKED_WORDS[part.what]
  return (
    <mark className="msg-part" data-hue={part.what === 'field' ? 'red' : 'quiet'} title={words}>
      {part.text}
      <span className="sr"> ({words})</span>
    </mark>
  )
}

interface RawTextProps {
  /** Null if the bytes are not UTF-8; then `base64` is listed in hexadecimal. */
  readonly text: string | null
  readonly base64?: string
  readonly label: string
  readonly masked?: readonly Masked[]
}

function HexListing({ bytes }: { readonly bytes: Uint8Array }) {
  const lines = useMemo(() => hexLines(bytes), [bytes])
  return (
    <ol className="msg-hex">
      {lines.map((line) => (
        <li key={line.offset}>
          <span className="dim">{line.offset}</span> {line.hex.padEnd(47)}{' '}
          <span className="mid">{line.text}</span>
        </li>
      ))}
    </ol>
  )
}

function TextListing({ text, masked }: { readonly text: string; readonly masked: readonly Masked[] }) {
  const lines = useMemo(() => rawLines(text, masked), [text, masked])
  return (
    <ol>
      {lines.map(({ parts, end }, index) => (
        <li key={index}>
          {parts.map((part, at) => (
            <Part key={at} part={part} />
          ))}
          {end === null ? null : <span className="dim msg-mark end">{end}</span>}
        </li>
      ))}
    </ol>
  )
}

/** Exact text: line ends and invisible characters are named; bytes that are not UTF-8 are listed in hexadecimal. */
export function RawText({ text, base64 = '', label, masked = [] }: RawTextProps) {
  const pointed = masked.find(({ kind }) => kind === 'field')?.start
  const [whole, setWhole] = useState(pointed !== undefined && pointed > FIRST_PART)
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (pointed === undefined || area.current === null) return
    const mark = area.current.querySelector<HTMLElement>('.msg-part[data-hue=red]')
    if (mark !== null) area.current.scrollTop = Math.max(0, mark.offsetTop - POINTED_MARGIN)
  }, [text, pointed])
  const bytes = useMemo(() => (text === null ? bytesOfBase64(base64) : null), [text, base64])
  const size = text?.length ?? bytes?.length ?? 0
  const limit = whole ? size : FIRST_PART
  return (
    <div ref={area} className="code sunken msg-raw scroll" role="region" aria-label={label} tabIndex={0}>
      {text === null ? (
        <p className="pad note">These bytes are not UTF-8, so they are listed in hexadecimal.</p>
      ) : null}
      {size === 0 ? <p className="pad note">Empty: no bytes were sent.</p> : null}
      {text === null ? (
        <HexListing bytes={(bytes ?? new Uint8Array()).subarray(0, limit)} />
      ) : (
        <TextListing text={text.slice(0, limit)} masked={masked} />
      )}
      {size > limit ? (
        <p className="pad note">
          Shown: the first {formatCount(limit)} of {counted(size, text === null ? 'byte' : 'character')}.{' '}
          <Button size="small" onClick={() => setWhole(true)}>
            Show everything
          </Button>
        </p>
      ) : null}
    </div>
  )
}
