import type { TimelineStep } from '#protocol/payments'
import type { MessageReference } from '#window/navigation/views'
import { MessagePane } from '#window/message-view/MessagePane.tsx'
import { Button } from '#window/ui/Button.tsx'
import { StatusBadge } from '#window/ui/StatusMark.tsx'
import { formatDateTime, formatWallClock, parseTime } from '#window/lib/time'
import { partyWord } from './sequence-layout'

/** The lower part of the detail: exact bytes, or a step that crossed no socket. */
export type Opened =
  | { readonly type: 'message'; readonly reference: MessageReference }
  | { readonly type: 'step'; readonly step: TimelineStep }

function StepPane({ step, onClose }: { readonly step: TimelineStep; readonly onClose: () => void }) {
  const parties =
    step.from === step.to ? partyWord(step.from) : `${partyWord(step.from)} to ${partyWord(step.to)}`
  return (
    <section
      className="column fill msg"
      aria-label="Step"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <header className="row msg-head">
        <div className="grow">
          <div className="msg-title">
            <h3>{step.title}</h3>
            {step.status === undefined ? null : <StatusBadge status={step.status} small />}
          </div>
          <p className="small mid msg-meta">{parties}</p>
        </div>
        <Button look="quiet" size="small" icon="close" aria-label="Close step" onClick={onClose} />
      </header>
      <dl className="kv pay-step">
        <dt>{step.kind === 'planned' ? 'Due' : 'Virtual time'}</dt>
        <dd className="mono">
          {formatDateTime(parseTime(step.at))}
          {step.at.slice(19)}
        </dd>
        {step.wallAt === undefined ? null : (
          <>
            <dt>Wall time</dt>
            <dd className="mono">{formatWallClock(parseTime(step.wallAt))}</dd>
          </>
        )}
        {step.detail === undefined ? null : (
          <>
            <dt>What</dt>
            <dd>{step.detail}</dd>
          </>
        )}
        <dt>Bytes</dt>
        <dd>
          {step.kind === 'planned'
            ? 'None yet: this is scheduled.'
            : 'None: this happened inside Paybench, and nothing was sent.'}
        </dd>
      </dl>
    </section>
  )
}

/** The lower part of the detail. */
export function OpenMessage({ opened, onClose }: { readonly opened: Opened; readonly onClose: () => void }) {
  return (
    <div className="column pay-opened">
      {opened.type === 'message' ? (
        <MessagePane reference={opened.reference} onClose={onClose} />
      ) : (
        <StepPane step={opened.step} onClose={onClose} />
      )}
    </div>
  )
}
