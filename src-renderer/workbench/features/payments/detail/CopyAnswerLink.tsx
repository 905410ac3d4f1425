import { useBench } from '../../../state/bench'
import { useBriefly } from '../../../ui/use-briefly'
import { copyAnswerCurl } from './copy-answer-curl'
import type { Command } from './use-command'

interface CopyAnswerLinkProps {
  readonly paymentKey: string
  readonly command: Command
}

/** Copies the merchant's answer as curl, and says for a moment that it did. */
export function CopyAnswerLink({ paymentKey, command }: CopyAnswerLinkProps) {
  const bench = useBench()
  const [copied, showCopied] = useBriefly<true>()
  const copy = async (): Promise<void> => {
    await copyAnswerCurl(bench, paymentKey)
    showCopied(true)
  }
  return (
    <button type="button" className="link" onClick={() => command.run(copy, 'Copied the answer as curl')}>
      {copied === null ? 'Copy the answer as curl' : 'Copied'}
    </button>
  )
}
