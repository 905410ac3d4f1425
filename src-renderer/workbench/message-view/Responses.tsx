import { Marks } from './Marks'
import { OpenRow, Table, type TableColumn } from '#window/ui/Table.tsx'
import type { CallbackAttempt, CallbackDetail } from '#protocol/messages'
import { Icon } from '#window/ui/Icon.tsx'
import { formatBytes, formatClockMs, formatDayAndClock, formatDuration, parseTime } from '#window/lib/time'
import { isInFlight, shortDay } from './callback-words'
import { utf8Length } from './wire'
import { shownMerchantResponse, type ShownResponse } from './shown-message'
import { JsonBody } from './JsonBody'
import { RawText } from './RawText'
import type { HeaderList } from '#lib/http-message/message'

function excerpt(attempt: CallbackAttempt): string {
  if (attempt.withheldBytes !== undefined)
    return `${formatBytes(attempt.withheldBytes)} sent and received, loaded when you select it`
  if (isInFlight(attempt)) return ''
  if (attempt.answer === undefined) return attempt.error?.message ?? 'no response'
  if (attempt.answer.body === null) return 'a body that is not UTF-8'
  if (attempt.answer.body === '') return 'empty body'
  return attempt.answer.body.slice(0, 300)
}

const statusWord = (attempt: CallbackAttempt): string =>
  isInFlight(attempt) ? 'waiting…' : (attempt.status?.toString() ?? 'none')

function statusClass(attempt: CallbackAttempt): string {
  if (isInFlight(attempt)) return 'http dim'
  return attempt.status === 200 ? 'http ok' : 'http bad'
}

const markWords = ({ marks, certificateError }: CallbackAttempt): readonly string[] => [
  ...marks.map(({ text }) => text),
  ...(certificateError === undefined
    ? []
    : [`${certificateError} It was accepted, because the project does not check certificates.`]),
]

const TARGET: TableColumn<{ readonly attempt: CallbackAttempt }> = {
  head: 'Sent to',
  headClassName: 'msg-target',
  className: 'mono mid clip msg-target',
  title: ({ attempt }) => attempt.target,
  cell: ({ attempt }) => attempt.target ?? <span className="dim">not recorded</span>,
}

function AttemptTable({ callback, selected, onSelect }: MerchantResponsesProps) {
  const { attempts, target } = callback
  if (attempts.length === 0) return <p className="pad note">Nothing was sent yet, so there is no response.</p>
  const days = new Set(attempts.map((attempt) => attempt.sentAt.slice(0, 10)))
  const showsTargets = attempts.some((attempt) => attempt.target !== undefined && attempt.target !== target)
  return (
    <Table
      caption="Response to each attempt"
      className="long msg-attempts"
      rows={attempts.map((attempt, index) => ({ attempt, index })).reverse()}
      columns={[
        {
          head: 'Attempt',
          className: 'num dim nowrap msg-marked',
          title: ({ attempt }) => markWords(attempt).join('\n'),
          cell: ({ attempt, index }) => (
            <>
              {attempt.marks.length === 0 ? null : <Icon name="warn" small />}
              {attempt.certificateError === undefined ? null : <Icon name="lock" small />}
              {markWords(attempt).map((text) => (
                <span className="sr" key={text}>
                  {text}{' '}
                </span>
              ))}
              {index + 1}
            </>
          ),
        },
        {
          head: 'Status',
          cell: ({ attempt }) => <span className={statusClass(attempt)}>{statusWord(attempt)}</span>,
        },
        {
          head: 'Virtual time',
          className: days.size > 1 ? 'mono msg-days' : 'mono nowrap',
          title: ({ attempt }) =>
            `${formatDayAndClock(parseTime(attempt.sentAt))}, wall ${attempt.wallSentAt}`,
          cell: ({ attempt, index }) => (
            <OpenRow
              isOpen={index === selected}
              className="mono"
              label={`Attempt ${String(index + 1)} at ${formatDayAndClock(parseTime(attempt.sentAt))}, response ${statusWord(attempt)}`}
              onOpen={() => onSelect(index)}
            >
              {days.size > 1 ? `${shortDay(attempt.sentAt)} ` : ''}
              {formatClockMs(parseTime(attempt.sentAt))}
            </OpenRow>
          ),
        },
        {
          head: 'Duration',
          className: 'num mid nowrap',
          cell: ({ attempt: { durationMs } }) => (durationMs === undefined ? '' : formatDuration(durationMs)),
        },
        ...(showsTargets ? [TARGET] : []),
        {
          head: 'Body',
          className: ({ attempt: { answer } }) =>
            typeof answer?.body === 'string' ? 'wide-cell mono' : 'wide-cell mid',
          cell: ({ attempt }) => {
            const body = attempt.answer?.body ?? ''
            return (
              <>
                {excerpt(attempt)}
                {body.length > 300 ? <span className="dim"> ({formatBytes(utf8Length(body))})</span> : null}
              </>
            )
          },
        },
      ]}
      keyOf={({ index }) => index}
      isChosen={({ index }) => index === selected}
    />
  )
}

interface MerchantResponsesProps {
  readonly callback: CallbackDetail
  /** Why the selected attempt is not shown in full; null if it is. */
  readonly reading: string | null
  readonly selected: number
  readonly onSelect: (index: number) => void
  readonly className?: string
}

export function MerchantResponses(props: MerchantResponsesProps) {
  const { callback, reading, selected, className = 'fill msg-responses' } = props
  const attempt = callback.attempts[selected]
  return (
    <>
      <Marks label="What decided this response" marks={attempt?.responseMarks ?? []} />
      <div className={className}>
        <div className="scroll" role="region" aria-label="Attempts and responses" tabIndex={0}>
          <AttemptTable {...props} />
        </div>
        {attempt === undefined ? null : (
          <ResponsePanel
            response={shownMerchantResponse(attempt)}
            missing={
              reading ??
              (isInFlight(attempt)
                ? 'Sent. Waiting for the response…'
                : (attempt.error?.message ?? 'No response was received.'))
            }
          />
        )}
      </div>
    </>
  )
}

export function ResponsePanel(props: { readonly response: ShownResponse | null; readonly missing: string }) {
  const { response, missing } = props
  if (response === null) return <p className="pad note">{missing}</p>
  return (
    <div className="fill msg-response scroll" role="region" aria-label="Response" tabIndex={0}>
      <p className="bar small">
        <span className={`http ${response.good ? 'ok' : 'bad'}`}>
          HTTP/{response.httpVersion} {response.status}
        </span>
        {response.durationMs === undefined ? null : (
          <span className="mid">after {formatDuration(response.durationMs)}</span>
        )}
        {response.note === undefined ? null : <span className="mid">{response.note}</span>}
        {response.truncated ? <span className="mid">the rest of the body was not recorded</span> : null}
      </p>
      {response.body.text === null || response.body.text === '' ? (
        <RawText text={response.body.text} base64={response.body.base64} label="Body of the response" />
      ) : (
        <JsonBody text={response.body.text} label="Body of the response" />
      )}
      <HeadersTable headers={response.headers} label="Headers of the response" />
    </div>
  )
}

/** Header fields in their original order and case, including repeats. */
export function HeadersTable({ headers, label }: { readonly headers: HeaderList; readonly label: string }) {
  if (headers.length === 0) return <p className="pad note">No header field was sent.</p>
  return (
    <Table
      caption={label}
      className="long tall"
      rows={headers}
      keyOf={(_header, index) => index}
      columns={[
        { head: '#', className: 'num dim', cell: (_header, index) => index + 1 },
        { head: 'Name', className: 'mono nowrap', cell: ([name]) => name },
        {
          head: 'Value',
          className: 'mono wrap',
          cell: ([, value]) => (value === '' ? <span className="dim">empty</span> : value),
        },
      ]}
    />
  )
}
