import type { ReactNode } from 'react'
import { countFields } from '#domain/clarification/fields'
import { isFinal, PAYMENT_STATUSES, type PaymentStatus } from '#domain/payment/statuses'
import { counted, formatCount } from '#lib/words'
import type { PaymentSummary } from '#protocol/payments'
import { SOON_MS, TimeLeft } from '#window/features/payments/TimeLeft.tsx'
import { FirstRun } from '#window/features/payments/first-run/FirstRun.tsx'
import { callbackKindWords, callbackStateWord } from '#window/message-view/callback-words'
import { useFetched } from '#window/message-view/use-fetched'
import { useLater, useReloadOn } from '#window/message-view/use-message'
import { openList, openMessageOnPage, openPayment } from '#window/navigation/views'
import { useBench } from '#window/state/bench'
import { nextWait, nextWord, useVirtualNow } from '#window/state/clock'
import { useInfo, useProjectFilter } from '#window/state/info'
import type { ListName } from '#window/state/lists'
import { Failure } from '#window/ui/Notice.tsx'
import { Amount, IdText } from '#window/ui/IdText.tsx'
import {
  callbackLook,
  type Hue,
  LastResponse,
  ShareBar,
  StateMark,
  statusLook,
  StatusMark,
} from '#window/ui/StatusMark.tsx'
import { formatClock, formatDuration, parseTime } from '#window/lib/time'
import './overview.css'

/** An outcome, named after its main status. The query filters the list. */
const outcome = (name: PaymentStatus, ...others: readonly PaymentStatus[]) => {
  const statuses = [name, ...others].map((status) => (status.includes(' ') ? `"${status}"` : status))
  return { name, query: `status:${statuses.join(',')}` }
}

/** From good to bad. */
const OUTCOMES = [
  outcome('success'),
  outcome('refunded', 'partially refunded', 'reversed', 'partially reversed'),
  ...PAYMENT_STATUSES.filter((status) => !isFinal(status)).map((status) => outcome(status)),
  outcome('decline'),
  outcome('error', 'internal error', 'external error', 'expired', 'canceled'),
]

/** A callback with a response may be held or dropped later, and is then counted only as that. */
const NOT_STOPPED = '-state:held,dropped'

/** Callbacks by the class of their last response, or by the reason why they are not sent. */
const DELIVERIES = [
  { name: '200', what: 'delivered', query: `status:200 ${NOT_STOPPED}`, hue: 'green' },
  {
    name: '2xx, 3xx',
    what: 'not 200, so not delivered',
    query: `status>200 status<400 ${NOT_STOPPED}`,
    hue: 'amber',
  },
  { name: '4xx', what: 'refused by the receiver', query: `status:4xx ${NOT_STOPPED}`, hue: 'red' },
  { name: '5xx', what: 'failed in the receiver', query: `status:5xx ${NOT_STOPPED}`, hue: 'red' },
  { name: 'none', what: 'no response', query: `status:none ${NOT_STOPPED}`, hue: 'rose' },
  { name: 'held', what: 'held by you or a rule', query: 'state:held', hue: 'amber' },
  { name: 'dropped', what: 'dropped by you or a rule', query: 'state:dropped', hue: 'quiet' },
] as const satisfies readonly (Record<'name' | 'what' | 'query', string> & { hue: Hue })[]

const ROWS = 8
/** The number of waiting payments that are read; those whose wait ends first are shown. */
const MAX_WAITING = 100

/** The entries whose query finds rows, with the number of those. */
async function occurring<Entry extends { readonly query: string }>(
  entries: readonly Entry[],
  find: (query: string) => Promise<{ readonly total: number }>,
) {
  const found = entries.map(async (entry) => ({ ...entry, count: (await find(entry.query)).total }))
  return (await Promise.all(found)).filter(({ count }) => count > 0)
}

function useOverview() {
  const bench = useBench()
  const projectId = useProjectFilter()
  const scope = projectId === undefined ? {} : { projectId }
  const { value, error, reload } = useFetched(`overview:${String(projectId)}`, async () => {
    const payments = (query: string, limit = 1) => bench.call('payments.list', { ...scope, query, limit })
    const callbacks = (query: string, limit = 1) => bench.call('callbacks.list', { ...scope, query, limit })
    const [outcomes, deliveries, waiting, failing, newest, sent, timers] = await Promise.all([
      occurring(OUTCOMES, payments),
      occurring(DELIVERIES, callbacks),
      payments('waiting:yes', MAX_WAITING),
      callbacks('failing:yes', ROWS),
      payments('', ROWS),
      callbacks(''),
      bench.call('clock.timers', { limit: ROWS }),
    ])
    return { outcomes, deliveries, waiting, failing, newest, sent, timers: timers.items }
  })
  useReloadOn(
    ({ type }) => type === 'payment.changed' || type === 'callback.changed' || type === 'clock.changed',
    useLater(reload),
  )
  return { value, error, reload }
}

interface PartProps {
  readonly figure?: number
  readonly title: string
  readonly note: string
  readonly list: ListName
  readonly query: string
  readonly link: string
  readonly above?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

function Part({ figure, title, note, list, query, link, above, className, children }: PartProps) {
  return (
    <section className="lined ov-part" aria-label={title}>
      <div className="row ov-head">
        <h2 className="h-sec">
          {figure === undefined ? null : <b className="figure">{formatCount(figure)}</b>} {title}
        </h2>
        <span className="small dim clip grow">{note}</span>
        <button type="button" className="link" onClick={() => openList(list, query)}>
          {link}
        </button>
      </div>
      {above}
      <ul className={className}>{children}</ul>
    </section>
  )
}

interface LineProps {
  /** Undefined if the line leads nowhere. */
  readonly onOpen: (() => void) | undefined
  readonly paymentId: string
  readonly first: ReactNode
  readonly children: ReactNode
}

function Line({ onOpen, paymentId, first, children }: LineProps) {
  return (
    <li>
      <button
        type="button"
        className="row bare pickable ov-line"
        disabled={onOpen === undefined}
        onClick={onOpen}
      >
        {first}
        <span className="mono ov-id">{paymentId === '' ? null : <IdText id={paymentId} />}</span>
        {children}
      </button>
    </li>
  )
}

const endOf = ({ clarification }: PaymentSummary): number => parseTime(clarification?.expiresAt ?? '')

const shareOf = (count: number, total: number): string =>
  `${((100 * count) / Math.max(1, total)).toFixed(1)}%`

/** What happened and what comes next: outcomes, deliveries, what waits for the merchant, and the next timers. */
export function OverviewPage() {
  const { value, error, reload } = useOverview()
  const now = useVirtualNow()
  const isEmpty = useInfo(({ info }) => info?.counters.payments === 0)
  if (isEmpty) return <FirstRun />
  if (value === null)
    return error === null ? null : (
      <div className="page-message">
        <Failure title="The overview could not be read." error={error} onRetry={reload} />
      </div>
    )
  const { outcomes, newest, sent, timers } = value
  const { total } = newest
  const waiting = value.waiting.items.toSorted((a, b) => endOf(a) - endOf(b)).slice(0, ROWS)
  const successes = outcomes.find(({ name }) => name === 'success')?.count ?? 0
  return (
    <div className="pane scroll overview">
      <h1 className="pane-title sr">Overview</h1>
      <Part
        figure={total}
        title={total === 1 ? 'payment' : 'payments'}
        note={`${shareOf(successes, total)} success`}
        list="payments"
        query=""
        link="Payments"
        above={
          <ShareBar
            parts={outcomes.map(({ name, count }) => ({ hue: statusLook(name).hue, count }))}
            label={outcomes.map(({ name, count }) => `${formatCount(count)} ${name}`).join(', ')}
          />
        }
        className="halves ov-legend"
      >
        {outcomes.map(({ name, query, count }) => (
          <li key={name}>
            <button type="button" className="row bare pickable" onClick={() => openList('payments', query)}>
              <StateMark look={statusLook(name)}>{name}</StateMark>
              <b className="end">{formatCount(count)}</b>
            </button>
          </li>
        ))}
      </Part>
      <Part
        figure={sent.total}
        title={sent.total === 1 ? 'callback' : 'callbacks'}
        note="by the last response"
        list="callbacks"
        query=""
        link="Callbacks"
      >
        {value.deliveries.map(({ name, what, query, hue, count }) => (
          <li key={name}>
            <button
              type="button"
              className="bare pickable ov-class"
              onClick={() => openList('callbacks', query)}
            >
              <code>{name}</code>
              <span className="mid clip">{what}</span>
              <i className="ov-share" data-hue={hue}>
                <i style={{ width: shareOf(count, sent.total) }} />
              </i>
              <b className="num">{formatCount(count)}</b>
            </button>
          </li>
        ))}
      </Part>
      <Part
        title="Waiting for the merchant"
        note={waiting.length === 0 ? 'nothing is waiting' : 'shortest time left first'}
        list="payments"
        query="waiting:yes"
        link={`All ${formatCount(value.waiting.total)}`}
      >
        {waiting.map(({ key, status, paymentId, clarification, updatedAt }) => (
          <Line
            key={key}
            paymentId={paymentId}
            first={<StatusMark status={status} />}
            onOpen={() => openPayment(key)}
          >
            <span className="small mid clip">
              {counted(countFields(clarification?.remaining ?? {}), 'field')} missing
            </span>
            <TimeLeft expiresAt={clarification?.expiresAt ?? updatedAt} />
          </Line>
        ))}
      </Part>
      <Part
        title="Next timers"
        note={timers.length === 0 ? 'nothing is due' : 'jump to them in the clock timeline'}
        list="callbacks"
        query="state:scheduled"
        link="Scheduled"
      >
        {timers.map((timer) => {
          const { dueAt, name, paymentKey, paymentId } = timer
          const isSoon = parseTime(dueAt) - now < SOON_MS
          return (
            <Line
              key={`${dueAt} ${paymentKey ?? ''} ${name}`}
              paymentId={paymentId}
              first={<span className={isSoon ? 'medium' : 'mid'}>{nextWait(timer, now)}</span>}
              onOpen={paymentKey === null ? undefined : () => openPayment(paymentKey)}
            >
              <span className="small mid clip">{nextWord(timer)}</span>
            </Line>
          )
        })}
      </Part>
      <Part title="Newest payments" note="" list="payments" query="" link={`All ${formatCount(total)}`}>
        {newest.items.map(({ key, status, paymentId, amount, currency, createdAt }) => (
          <Line
            key={key}
            paymentId={paymentId}
            first={<StatusMark status={status} />}
            onOpen={() => openPayment(key)}
          >
            <span className="grow">
              <Amount amount={amount} currency={currency} />
            </span>
            <time className="mono small dim" dateTime={createdAt}>
              {formatClock(parseTime(createdAt))}
            </time>
          </Line>
        ))}
      </Part>
      <Part
        title="Failing callbacks"
        note={value.failing.total === 0 ? 'none' : 'newest first'}
        list="callbacks"
        query="failing:yes"
        link={`All ${formatCount(value.failing.total)}`}
      >
        {value.failing.items.map((callback) => (
          <Line
            key={callback.id}
            paymentId={callback.paymentId}
            first={<StateMark look={callbackLook(callback)}>{callbackStateWord(callback, now)}</StateMark>}
            onOpen={() => openMessageOnPage('sent', callback.id)}
          >
            <span className="small mid clip">{callbackKindWords(callback)}</span>
            <LastResponse callback={callback} />
            <span className="small dim num">
              {callback.lastDurationMs === undefined ? '' : formatDuration(callback.lastDurationMs)}
            </span>
          </Line>
        ))}
      </Part>
    </div>
  )
}
