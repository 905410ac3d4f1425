import { KeyValues, Table } from '#window/ui/Table.tsx'
import { counted, formatCount } from '#lib/words'
import { firstOf } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import type { SignatureVerdict } from '#protocol/messages'
import type { Result } from '#protocol/methods'
import { explainMessage, explainParams, referenceKey } from '#window/navigation/views'
import { useBench } from '#window/state/bench'
import { Button } from '#window/ui/Button.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { CopyButton } from '#window/ui/CopyButton.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { useFetched } from './use-fetched'
import { verdictLook } from './callback-words'
import type { ShownMessage } from './shown-message'

type Explained = Result<'signature.explain'>

function CanonicalLines({ explained }: { readonly explained: Explained }) {
  const shown = firstOf(explained.lines, LIMITS.shownRows)
  return (
    <>
      <div className="row bar small">
        <h4 className="h-sec">String to sign</h4>
        <span className="dim">
          {counted(explained.lines.length, 'line')}, joined with semicolons
          {explained.reading === 'booleanWords' ? '; true and false are read as 1 and 0' : ''}
        </span>
        <span className="grow" />
        <CopyButton text={explained.canonical} what="string to sign" label="Copy" />
      </div>
      <Table
        caption="String to sign line by line"
        className="tall"
        rows={shown.items}
        keyOf={(_line, index) => index}
        columns={[
          { head: '#', className: 'num dim nowrap', cell: (_line, index) => index + 1 },
          { head: 'Line', className: 'mono', cell: ({ line }) => line },
        ]}
      />
      {shown.left === 0 ? null : (
        <p className="dim">Lines not shown here: {formatCount(shown.left)}. Copy includes all of them.</p>
      )}
    </>
  )
}

/** Messages with other verdicts lack a readable body or a known project, so they cannot be explained. */
const EXPLAINABLE: ReadonlySet<SignatureVerdict['state']> = new Set(['valid', 'invalid', 'missing', 'empty'])

function LikelyMistake({ explained, of }: { readonly explained: Explained; readonly of: ShownMessage }) {
  const { state, message, fix, explanations } = explained.diagnosis
  if (state !== 'explained' && state !== 'unexplained') return null
  if (state === 'unexplained' && of.changedByRule === true)
    return (
      <Notice
        className="msg-refusal"
        tone="amber"
        title="A fault rule changed this callback after it was signed."
      >
        That is why the signature does not match. The changes to this callback name the rule.
      </Notice>
    )
  // Not repeated if the platform's verdict already names the mistake.
  if (of.signature.explanation.includes(message)) return null
  const others = explanations.length - 1
  return (
    <Notice className="msg-refusal" tone={state === 'explained' ? 'amber' : 'quiet'} title={message}>
      {fix}
      {others > 0
        ? ` ${String(others)} more ${others === 1 ? 'mistake gives' : 'mistakes give'} the same signature.`
        : ''}
    </Notice>
  )
}

export function SignaturePanel({ message }: { readonly message: ShownMessage }) {
  const { reference, signature: verdict, projectId } = message
  const masked = message.masked.length > 0
  const bench = useBench()
  const explained = useFetched(`${referenceKey(reference)}:${String(projectId)}`, async () => {
    if (masked || !EXPLAINABLE.has(verdict.state)) return null
    const params = explainParams(reference)
    return bench.call('signature.explain', projectId === undefined ? params : { ...params, projectId })
  })
  const { place, expected, dialect } = verdict
  // Verdicts about correct signatures do not repeat the signature in the message.
  const received = verdict.received ?? explained.value?.received ?? undefined
  const look = verdictLook(verdict.state)
  const name = explained.value?.dialects.find((row) => row.dialect === dialect)?.name
  const fact = (name: string, value: string | undefined) =>
    value === undefined ? null : ([name, <code>{value}</code>] as const)
  return (
    <div className="scroll grow" role="region" aria-label="Signature" tabIndex={0}>
      <p className="row small pad" data-hue={look.hue}>
        <Icon name={look.icon} small />
        {verdict.explanation}
      </p>
      <KeyValues
        className="kv pad"
        of={[
          fact('Where', place),
          dialect === undefined ? null : ['Dialect', name ?? dialect],
          fact('Received', received === '' ? '(empty)' : received),
          fact('Expected', expected === verdict.received ? undefined : expected),
        ]}
      />
      <div className="bar small">
        <Button size="small" icon="signature" onClick={() => explainMessage(reference)}>
          Explain signature
        </Button>
      </div>
      {explained.value === null ? null : <LikelyMistake explained={explained.value} of={message} />}
      {masked ? (
        <Notice className="msg-refusal" title="The verdict was computed from the original.">
          Card data was masked before storing, so the string to sign can no longer be shown as it was signed.
        </Notice>
      ) : null}
      {explained.error === null ? null : (
        <Notice className="msg-refusal" title="The string to sign could not be computed.">
          {explained.error}
        </Notice>
      )}
      {explained.value === null ? null : <CanonicalLines explained={explained.value} />}
    </div>
  )
}
