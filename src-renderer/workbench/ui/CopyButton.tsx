import { announce } from '#window/state/toasts'
import { Button } from './Button'
import { copyText } from '#window/lib/files'
import { useEffect, useState } from 'react'

const SHOWN_MS = 2000

interface CopyButtonProps {
  readonly text: string | (() => Promise<string> | string)
  readonly what: string
  readonly label?: string
  readonly look?: 'plain' | 'quiet'
  readonly size?: 'small' | 'normal' | 'large'
}

/** Whether the last copy succeeded; null again after {@link SHOWN_MS}. `copy` resolves with the same. */
export function useCopied() {
  // A new object each time, so that copying again restarts the timer.
  const [outcome, setOutcome] = useState<{ readonly copied: boolean } | null>(null)
  useEffect(() => {
    if (outcome === null) return
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async (text: string | (() => Promise<string> | string)): Promise<boolean> => {
    const copied = await Promise.resolve(typeof text === 'string' ? text : text())
      .then(copyText)
      .catch(() => false)
    setOutcome({ copied })
    return copied
  }
  return { copied: outcome?.copied ?? null, copy }
}

export function CopyButton({ text, what, label, look = 'quiet', size = 'small' }: CopyButtonProps) {
  const { copied, copy } = useCopied()
  const copyNow = async (): Promise<void> => {
    const isDone = await copy(text)
    announce(isDone ? `Copied ${what}` : `Could not copy ${what}. Select the text and copy it yourself.`)
  }

  const word = copied === null ? label : copied ? 'Copied' : 'Not copied'
  return (
    <Button
      look={look}
      size={size}
      icon={copied === true ? 'check' : 'copy'}
      aria-label={`Copy ${what}`}
      title={`Copy ${what}`}
      onClick={() => void copyNow()}
    >
      {label === undefined ? undefined : word}
    </Button>
  )
}

interface SecretProps {
  readonly id?: string
  readonly secret: string
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

export function CopyRow({
  id,
  value,
  what,
  copied = value,
}: {
  readonly id?: string
  readonly value: string
  readonly what: string
  /** The copied text, if it is longer than the shown one. */
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
