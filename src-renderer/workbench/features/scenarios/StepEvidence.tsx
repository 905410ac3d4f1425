import type { ScenarioEvidence, ScenarioStep } from '#protocol/scenarios'
import { openExchange, openMessageOnPage, openPayment } from '#window/navigation/views'
import { Button } from '#window/ui/Button.tsx'

/** The evidence of a step: its source text, and the exact bytes. Why it failed is above all steps. */
export function StepEvidence({
  step,
  hasFailed,
}: {
  readonly step: ScenarioStep
  readonly hasFailed: boolean
}) {
  const { source, note, evidence } = step
  return (
    <div className={hasFailed ? 'stack quoted sc-why failed' : 'stack quoted sc-why'}>
      {note === null ? null : <p className="mid">{note}</p>}
      <details className="fold">
        <summary>As written in the file</summary>
        <pre className="code output" tabIndex={0} aria-label="Source of the step">
          {source}
        </pre>
      </details>
      {evidence.map((each, at) => (
        <Message key={at} evidence={each} />
      ))}
    </div>
  )
}

function open({ type, id }: NonNullable<ScenarioEvidence['reference']>): void {
  switch (type) {
    case 'exchange':
      openExchange(id)
      return
    case 'callback':
      openMessageOnPage('sent', id)
      return
    case 'capture':
      openMessageOnPage('captured', id)
      return
    case 'payment':
      openPayment(id)
  }
}

function Message({
  evidence: { title, reference, request, response, remarks = [] },
}: {
  readonly evidence: ScenarioEvidence
}) {
  return (
    <div className="sc-message">
      <div className="row">
        <h3 className="clip">{title}</h3>
        <span className="grow" />
        {reference === null ? null : (
          <Button size="small" look="quiet" icon="arrow" onClick={() => open(reference)}>
            Open the{' '}
            {reference.type === 'exchange'
              ? 'request'
              : reference.type === 'capture'
                ? 'captured request'
                : reference.type}
          </Button>
        )}
      </div>
      {remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
      {request === null && response === null ? (
        <p className="dim">Its bytes were not kept here: the limit was reached.</p>
      ) : (
        <details className="fold">
          <summary>Exact bytes</summary>
          {request === null ? null : (
            <pre className="code output" tabIndex={0} aria-label="Request">
              {request}
            </pre>
          )}
          {response === null ? null : (
            <pre className="code output" tabIndex={0} aria-label="Response">
              {response}
            </pre>
          )}
        </details>
      )}
    </div>
  )
}
