import type { ReactNode } from 'react'
import { verdictLook } from '#window/message-view/verdict'
import { Button } from '#window/ui/Button.tsx'
import { CopyButton } from '#window/ui/CopyButton.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import type { Explained } from './use-explained'

interface VerdictHeadProps {
  readonly explained: Explained
  readonly onSearch: () => void
}

interface Words {
  readonly title: string
  readonly text: ReactNode
}

function wordsOf({ verdict, diagnosis, source }: Explained): Words {
  switch (diagnosis.state) {
    case 'right':
      return {
        title: `Accepted. ${verdict.explanation}`,
        text: `Verified with the secret of project ${String(source.projectId)}.`,
      }
    case 'explained':
      return { title: `Refused. ${diagnosis.message}`, text: diagnosis.fix }
    case 'unexplained':
      return {
        title: 'Refused, and no known mistake explains it.',
        text: `${diagnosis.message} ${diagnosis.fix}`,
      }
    case 'unreadable':
      return {
        title: verdict.explanation,
        text: `${diagnosis.message === verdict.explanation ? '' : diagnosis.message} ${diagnosis.fix}`,
      }
    case 'skipped':
      return { title: verdict.explanation, text: `${diagnosis.message} ${diagnosis.fix}` }
  }
}

/** The verdict in a sentence, the reason, and what to do. */
export function VerdictHead({ explained, onSearch }: VerdictHeadProps) {
  const look = verdictLook(explained.verdict.state)
  const { title, text } = wordsOf(explained)
  const { diagnosis, expected, remarks } = explained
  return (
    <div className="sg-verdict" role="status" data-hue={look.hue}>
      <Icon name={look.icon} />
      <div className="grow">
        <h2>{title}</h2>
        <p>{text}</p>
        {remarks.map((remark) => (
          <p key={remark} className="sg-remark">
            <Icon name="info" small />
            <span>Also: {remark}</span>
          </p>
        ))}
      </div>
      {diagnosis.state === 'skipped' && diagnosis.fix.startsWith('Ask') ? (
        <Button onClick={onSearch}>Look for the mistake</Button>
      ) : null}
      {expected === '' || explained.verdict.state === 'valid' ? null : (
        <CopyButton
          text={expected}
          what="correct signature"
          label="Copy correct signature"
          look="plain"
          size="normal"
        />
      )}
    </div>
  )
}
