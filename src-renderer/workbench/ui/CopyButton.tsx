import { announce } from '#window/state/announcements'
import { Button } from './Button'
import { copyText } from '#window/lib/clipboard'
import { useBriefly } from './use-briefly'

interface CopyButtonProps {
  /** The text, or where it comes from when it is asked for. */
  readonly text: string | (() => Promise<string> | string)
  /** What is copied, for the accessible name: "Copy API address". */
  readonly what: string
  /** Visible word; without it the button is the icon alone. */
  readonly label?: string
  readonly look?: 'plain' | 'quiet'
  readonly size?: 'small' | 'normal'
}

/** Copies and says so in the same place. */
export function CopyButton({ text, what, label, look = 'quiet', size = 'small' }: CopyButtonProps) {
  const [outcome, showOutcome] = useBriefly<'copied' | 'refused'>()

  const copy = async (): Promise<void> => {
    const copied = await Promise.resolve(typeof text === 'string' ? text : text())
      .then(copyText)
      .catch(() => false)
    showOutcome(copied ? 'copied' : 'refused')
    announce(copied ? `Copied ${what}` : `${what} could not be copied. Select the text and copy it by hand.`)
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
