import type { CallbackAttempt } from '#protocol/messages'
import { Icon } from '#window/ui/Icon.tsx'
import { formatBytes } from '#window/lib/figures'
import { formatClockMs, formatDayAndClock, formatDuration, parseTime } from '#window/lib/time'
import { isInFlight } from './in-flight'
import { utf8Length } from './size'
import { shortDay } from './step-time'

interface AttemptTableProps {
  readonly attempts: readonly CallbackAttempt[]
  /** Where the callback goes now; attempts of before may have gone elsewhere. */
  readonly target: string | null
  readonly selected: number
  /** Index into `attempts`. */
  readonly onSelect: (index: number) => void
}

function excerpt(attempt: CallbackAttempt): string {
  if (attempt.withheldBytes !== undefined)
    return `${formatBytes(attempt.withheldBytes)} sent and received, loaded when you select it`
  if (isInFlight(attempt)) return ''
  if (attempt.answer === undefined) return attempt.error?.message ?? 'no response'
  if (attempt.answer.body === null) return 'a body that is not UTF-8'
  if (attempt.answer.body === '') return 'empty body'
  return attempt.answer.body.slice(0, 300)
}

/** The status of the response; before it came, that it is awaited. */
const statusWord = (attempt: CallbackAttempt): string =>
  isInFlight(attempt) ? 'waiting…' : (attempt.status?.toString() ?? 'none')

function statusClass(attempt: CallbackAttempt): string {
  if (isInFlight(attempt)) return 'http none'
  return attempt.status === 200 ? 'http ok' : 'http bad'
}

const markWords = ({ marks, certificateError }: CallbackAttempt): string =>
  [
    ...marks.map(({ text }) => text),
    ...(certificateError === undefined
      ? []
      : [`${certificateError} It was accepted, because the project does not check it.`]),
  ].join('\n')

/** Whether the attempts and those to come do not all go to one address. */
function goElsewhere(attempts: readonly CallbackAttempt[], target: string | null): boolean {
  return attempts.some((attempt) => attempt.target !== undefined && attempt.target !== target)
}

/** Addresses without their common start: scheme, host and port. */
function shortAddresses(attempts: readonly CallbackAttempt[], now: string | null): (url: string) => string {
  const all = [now ?? undefined, ...attempts.map(({ target }) => target)]
  const origins = new Set(all.flatMap((url) => (url === undefined ? [] : originOf(url))))
  const [origin = '', ...others] = [...origins]
  return (url) => (others.length === 0 && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url)
}

const originOf = (url: string): readonly string[] => (URL.canParse(url) ? [new URL(url).origin] : [])

/** What a rule changed about an attempt, and an untrusted certificate. */
function AttemptMarks({ attempt }: { readonly attempt: CallbackAttempt }) {
  const { marks, certificateError } = attempt
  return (
    <>
      {marks.length === 0 ? null : (
        <>
          <Icon name="warn" small />
          <span className="sr">changed by a rule, </span>
        </>
      )}
      {certificateError === undefined ? null : (
        <>
          <Icon name="lock" small />
          <span className="sr">{certificateError} Accepted, because the project does not check it. </span>
        </>
      )}
    </>
  )
}

/** What the merchant responded to every attempt, the newest first. */
export function AttemptTable({ attempts, target, selected, onSelect }: AttemptTableProps) {
  if (attempts.length === 0)
    return <p className="msg-empty">Nothing was sent yet, so there is no response.</p>
  const days = new Set(attempts.map((attempt) => attempt.sentAt.slice(0, 10)))
  const showsTargets = goElsewhere(attempts, target)
  const short = shortAddresses(attempts, target)
  const rows = attempts.map((attempt, index) => ({ attempt, index })).reverse()
  return (
    <table className="plain long msg-attempts">
      <caption className="sr">Responses to each attempt</caption>
      <thead>
        <tr>
          <th className="num">Attempt</th>
          <th>Status</th>
          <th>Virtual time</th>
          <th className="num">Duration</th>
          {showsTargets ? <th className="msg-target">Sent to</th> : null}
          <th>Body</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ attempt, index }) => (
          <tr key={index} className={index === selected ? 'chosen' : undefined}>
            <td className="num dim nowrap msg-marked" title={markWords(attempt)}>
              <AttemptMarks attempt={attempt} />
              {index + 1}
            </td>
            <td>
              <span className={statusClass(attempt)}>{statusWord(attempt)}</span>
            </td>
            <td
              className={days.size > 1 ? 'mono msg-days' : 'mono nowrap'}
              title={`${formatDayAndClock(parseTime(attempt.sentAt))}, wall ${attempt.wallSentAt}`}
            >
              <button
                type="button"
                className="bare step-open mono"
                aria-current={index === selected ? 'true' : undefined}
                aria-label={`Attempt ${(index + 1).toString()} at ${formatDayAndClock(parseTime(attempt.sentAt))}, response ${statusWord(attempt)}`}
                onClick={() => {
                  onSelect(index)
                }}
              >
                {days.size > 1 ? `${shortDay(attempt.sentAt)} ` : ''}
                {formatClockMs(parseTime(attempt.sentAt))}
              </button>
            </td>
            <td className="num mid nowrap">
              {attempt.durationMs === undefined ? '' : formatDuration(attempt.durationMs)}
            </td>
            {showsTargets ? (
              <td className="mono mid clip msg-target" title={attempt.target}>
                {attempt.target === undefined ? (
                  <span className="dim">not recorded</span>
                ) : (
                  short(attempt.target)
                )}
              </td>
            ) : null}
            <td
              className={
                attempt.answer?.body === undefined || attempt.answer.body === null
                  ? 'wide-cell mid'
                  : 'wide-cell mono'
              }
            >
              {excerpt(attempt)}
              {attempt.answer?.body !== null && (attempt.answer?.body.length ?? 0) > 300 ? (
                <span className="dim"> ({formatBytes(utf8Length(attempt.answer?.body ?? ''))})</span>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
