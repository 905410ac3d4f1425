import {
  type CallbackCheck,
  type CheckedMessage,
  QUICK_CHECK_WORDS,
  QUICK_CHECKS,
  type QuickCheck,
} from '#protocol/exam'
import { openMessageOnPage } from '#window/navigation/views'
import { useBench } from '#window/state/bench'
import { Button } from '#window/ui/Button.tsx'
import { Output } from '#window/ui/Notice.tsx'
import { KeyValues } from '#window/ui/Table.tsx'
import { Badge } from '#window/ui/StatusMark.tsx'
import { formatDayAndClock, parseTime } from '#window/lib/time'
import { CHECK_LOOKS, keyOf, runCheck, useRunning } from './check-commands'
import { useFetched } from '#window/message-view/use-fetched'
import { useReloadOn } from '#window/message-view/use-message'

export function ChecksPanel({ id, results, error }: ReturnType<typeof useChecks> & { readonly id: string }) {
  return (
    <div className="scroll grow" role="region" aria-label="Checks of the receiver" tabIndex={0}>
      {error === null ? null : <p className="note">{error}</p>}
      {QUICK_CHECKS.map((check) => (
        <Check key={check} id={id} check={check} result={results.find((one) => one.check === check)} />
      ))}
    </div>
  )
}

interface CheckProps {
  readonly id: string
  readonly check: QuickCheck
  readonly result: CallbackCheck | undefined
}

function Check({ id, check, result }: CheckProps) {
  const bench = useBench()
  const isRunning = useRunning(({ running }) => running.has(keyOf(id, check)))
  const { name, sends } = QUICK_CHECK_WORDS[check]
  return (
    <section className="stack band" aria-label={name}>
      <div className="row">
        <h3>{name}</h3>
        {result === undefined || isRunning ? null : (
          <Badge look={CHECK_LOOKS[result.verdict]} small>
            {result.verdict}
          </Badge>
        )}
        <span className="grow" />
        <Button
          size="small"
          icon="play"
          does="callbacks.check"
          aria-label={`${isRunning ? 'Checking' : 'Check'}: ${name}`}
          disabled={isRunning}
          onClick={() => runCheck(bench, id, check)}
        >
          {isRunning ? 'Checking…' : result === undefined ? 'Check' : 'Check again'}
        </Button>
      </div>
      <p className="note">{sends}</p>
      {result === undefined || isRunning ? null : <Result result={result} />}
    </section>
  )
}

function Result({ result }: { readonly result: CallbackCheck }) {
  const { verdict, reason, remedy, look, rule, title, at, sent } = result
  return (
    <div className={`stack small quoted ${verdict === 'failed' ? 'failed' : ''}`}>
      <p>
        <b>{reason}</b>
      </p>
      <KeyValues
        of={[
          remedy === '' ? null : ['Remedy', remedy],
          verdict === 'passed' ? ['Check yourself', look] : null,
          [`Rule ${rule}`, title],
          ['Sent', formatDayAndClock(parseTime(at))],
        ]}
      />
      <ol className="small" aria-label="Messages that were sent">
        {sent.map((message) => (
          <Sent key={message.id} message={message} />
        ))}
      </ol>
    </div>
  )
}

function Sent({ message: { id, what, expected, status, request, response } }: { message: CheckedMessage }) {
  const isAsExpected = status === null ? null : (status === 200) === (expected === '200')
  return (
    <li className="lined-above">
      <div className="row">
        <span>{what}</span>
        <span className="dim">expected {expected},</span>
        <span className={`http ${isAsExpected === true ? 'ok' : 'bad'}`}>
          {status === null ? 'no response' : `was ${status}`}
        </span>
        <span className="grow" />
        <Button
          size="small"
          look="quiet"
          icon="arrow"
          aria-label={`Open the message: ${what}`}
          onClick={() => openMessageOnPage('sent', id)}
        >
          Open the message
        </Button>
      </div>
      <details className="fold">
        <summary>Exact bytes</summary>
        <Output label={`Request: ${what}`} text={request} />
        <Output label={`Response: ${what}`} text={response} />
      </details>
    </li>
  )
}

export function useChecks(id: string) {
  const bench = useBench()
  const { value, error, reload } = useFetched(`checks:${id}`, () => bench.call('callbacks.checks', { id }))
  useReloadOn((event) => event.type === 'callback.changed' && event.callback.id === id, reload)
  const results: readonly CallbackCheck[] = value?.items ?? []
  return { results, error }
}
