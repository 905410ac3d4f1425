import { useState } from 'react'
import { Button } from './Button'
import { CopyButton } from './CopyButton'

interface SecretProps {
  readonly id?: string
  readonly secret: string
  /** "project secret": for the names of the buttons. */
  readonly what: string
}

const MASK = '•'.repeat(18)

/** A secret, masked until it is revealed. Copying does not reveal it. */
export function Secret({ id, secret, what }: SecretProps) {
  const [revealed, setRevealed] = useState(false)
  return (
    <span className="copyrow">
      <output className="mono" id={id}>
        {revealed ? secret : <span aria-label="hidden">{MASK}</span>}
      </output>
      <Button
        look="quiet"
        size="small"
        icon={revealed ? 'eye-off' : 'eye'}
        aria-label={revealed ? `Hide the ${what}` : `Reveal the ${what}`}
        onClick={() => setRevealed(!revealed)}
      />
      <CopyButton text={secret} what={what} label="Copy" />
    </span>
  )
}

/** A value that code needs, with its copy button. */
export function CopyRow({
  id,
  value,
  what,
  copied = value,
}: {
  readonly id?: string
  readonly value: string
  readonly what: string
  /** What is copied where that is more than what is shown. */
  readonly copied?: string
}) {
  return (
    <span className="copyrow">
      <output className="mono" id={id} title={value}>
        {value}
      </output>
      <CopyButton text={copied} what={what} label="Copy" />
    </span>
  )
}
