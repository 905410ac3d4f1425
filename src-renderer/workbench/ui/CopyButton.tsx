import { announce } from '#window/state/toasts'
import { Button } from './Button'
import { copyText } from '#window/lib/files'
import { useCallback, useEffect, useState } from 'react'

interface CopyButtonProps {
  readonly text: string | (() => Promise<string> | string)
  readonly what: string
  readonly label?: string
  readonly look?: 'plain' | 'quiet'
  readonly size?: 'small' | 'normal'
}

export function CopyButton({ text, what, label, look = 'quiet', size = 'small' }: CopyButtonProps) {
  const [outcome, showOutcome] = useBriefly<'copied' | 'refused'>()

  const copy = async (): Promise<void> => {
    const copied = await Promise.resolve(typeof text === 'string' ? text : text())
      .then(copyText)
      .catch(() => false)
    showOutcome(copied ? 'copied' : 'refused')
    announce(copied ? `Copied ${what}` : `Could not copy ${what}. Select the text and copy it yourself.`)
  }

  const word = outcome === null ? label : { copied: 'Copied', refused: 'Not copied' }[outcome]
  return (
    <Button
      look={look}
      size={size}
      icon={outcome === 'copied' ? 'check' : 'copy'}
      aria-label={`Copy ${what}`}
      title={`Copy ${what}`}
      onClick={() => void copy()}
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

const SHOWN_MS = 1600

/** A value shown briefly after it was set, such as "Copied"; otherwise null. */
function useBriefly<Value>(): readonly [Value | null, (value: Value) => void] {
  // A new object each time, so that setting the same value again restarts the timer.
  const [shown, setShown] = useState<{ readonly value: Value } | null>(null)
  useEffect(() => {
    if (shown === null) return
    const timer = setTimeout(() => setShown(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown])
  const show = useCallback((value: Value) => setShown({ value }), [])
  return [shown === null ? null : shown.value, show]
}
