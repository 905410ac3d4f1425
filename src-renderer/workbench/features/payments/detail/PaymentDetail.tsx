import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PaymentDetail as Payment, TimelineStep } from '#protocol/payments'
import type { MessageReference } from '#window/navigation/views'
import { AnnotationLine } from '#window/message-view/Marks.tsx'
import { JsonBody } from '#window/message-view/JsonBody.tsx'
import { setPlace, usePreferences } from '#window/state/preferences'
import { Button } from '#window/ui/Button.tsx'
import { CopyButton } from '#window/ui/CopyButton.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { Tabs, type TabItem } from '#window/ui/Tabs.tsx'
import { OpenMessage, type Opened } from './OpenMessage'
import { OperationsTable, PaymentCallbacks, PaymentExchanges, PaymentReport } from './PaymentTables'
import { PaymentHeader } from './PaymentHeader'
import { PaymentTimeline } from './PaymentTimeline'
import { useCommand, usePayment } from './use-payment'
import { WaitingPanel } from './WaitingPanel'
import { MissingNotice, UnreadDetail } from '#window/message-view/UnreadDetail.tsx'
import './payment-detail.css'
import type { PaymentKey } from '#domain/ids'
import { visibleId } from '#window/ui/IdText.tsx'
import { formatTerm } from '#domain/query/terms'
import { quotedText } from '#lib/limits/bounded-text'
import { useFetched } from '#window/message-view/use-fetched'
import { useBench } from '#window/state/bench'
import { BURST_REMEDY } from '#protocol/bench'
import { formatCount, formatWallClock, parseTime } from '#window/lib/time'

interface BodyProps {
  readonly payment: Payment
  readonly opened: Opened | null
  readonly openStep: (step: TimelineStep) => void
  readonly openMessage: (reference: MessageReference) => void
  readonly selectedStep: string | null
  readonly showEarlier: () => void
}

function StatusObject({ payment }: { readonly payment: Payment }) {
  const text = JSON.stringify(payment.statusObject)
  return (
    <>
      <div className="bar small msg-bar">
        <span className="grow dim">current response of the status endpoint</span>
        <CopyButton text={text} what="status object" label="Copy" />
      </div>
      <JsonBody text={text} label="Status object" numbered />
    </>
  )
}

const TAB_LABELS: Readonly<Record<PaymentTab, string>> = {
  timeline: 'Timeline',
  status: 'Status object',
  operations: 'Operations',
  callbacks: 'Callbacks',
  exchanges: 'API calls',
  report: 'Report',
}

function DetailTabs(props: BodyProps) {
  const tab = readPaymentTab(usePreferences((state) => state.payments.view))
  const { payment, opened, openMessage } = props
  const selectedId = opened?.type === 'message' ? opened.reference.id : null
  const scroll = (
    tab: PaymentTab,
    content: TabItem<PaymentTab>['content'],
  ): TabItem<PaymentTab>['content'] => (
    <RememberedScroll name={`${payment.key}:${tab}`} label={TAB_LABELS[tab]}>
      {content}
    </RememberedScroll>
  )
  const items: readonly TabItem<PaymentTab>[] = [
    {
      value: 'timeline',
      label: TAB_LABELS.timeline,
      content: scroll('timeline', <PaymentTimeline {...props} />),
    },
    { value: 'status', label: TAB_LABELS.status, content: <StatusObject payment={payment} /> },
    {
      value: 'operations',
      label: TAB_LABELS.operations,
      count: payment.operations.length,
      content: scroll('operations', <OperationsTable payment={payment} />),
    },
    {
      value: 'callbacks',
      label: TAB_LABELS.callbacks,
      count: payment.callbackCount,
      content: scroll(
        'callbacks',
        <PaymentCallbacks paymentKey={payment.key} selectedId={selectedId} onOpen={openMessage} />,
      ),
    },
    {
      value: 'exchanges',
      label: TAB_LABELS.exchanges,
      count: payment.requestCount,
      content: scroll(
        'exchanges',
        <PaymentExchanges paymentKey={payment.key} selectedId={selectedId} onOpen={openMessage} />,
      ),
    },
    {
      value: 'report',
      label: TAB_LABELS.report,
      content: scroll('report', <PaymentReport payment={payment} />),
    },
  ]
  return (
    <Tabs
      label="Payment"
      value={tab}
      onChange={(view) => setPlace('payments', { view })}
      items={items}
      panelClassName="column fill msg-panel"
    />
  )
}

interface ReadPaymentProps {
  readonly payment: Payment
  /** Why it could not be read again; what is shown may be outdated. */
  readonly stale: string | null
  readonly showEarlier: () => void
}

function ReadPayment({ payment, stale, showEarlier }: ReadPaymentProps) {
  const command = useCommand()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [selectedStep, setSelectedStep] = useState<string | null>(null)
  const openedFrom = useRef<Element | null>(null)

  const openMessage = (reference: MessageReference): void => {
    openedFrom.current = document.activeElement
    setSelectedStep(null)
    setOpened({ type: 'message', reference })
  }
  const openStep = (step: TimelineStep): void => {
    openedFrom.current = document.activeElement
    setSelectedStep(step.id)
    setOpened(
      step.reference === undefined ? { type: 'step', step } : { type: 'message', reference: step.reference },
    )
  }
  // The pane covers a part of the steps; keep the opened one in view.
  useEffect(() => {
    if (opened !== null) openedFrom.current?.scrollIntoView({ block: 'nearest' })
  }, [opened])

  const close = (): void => {
    setOpened(null)
    setSelectedStep(null)
    const from = openedFrom.current
    if (from instanceof HTMLElement || from instanceof SVGElement) from.focus()
  }

  return (
    <article className="pane fill pay-detail" aria-label={`Payment ${visibleId(payment.paymentId)}`}>
      <PaymentHeader payment={payment} command={command} />
      <AnnotationLine about={{ kind: 'payment', id: payment.key }} annotation={payment.annotation} />
      {stale === null ? null : (
        <div className="band">
          <Notice tone="amber" title="This may be out of date.">
            {stale}
          </Notice>
        </div>
      )}
      {command.error === null ? null : (
        <div className="band">
          <Notice
            tone="red"
            live
            title={command.error}
            action={
              <Button look="quiet" size="small" icon="close" aria-label="Dismiss" onClick={command.dismiss} />
            }
          />
        </div>
      )}
      <RequestBurst payment={payment} />
      <WaitingPanel payment={payment} command={command} />
      <DetailTabs
        payment={payment}
        opened={opened}
        openStep={openStep}
        openMessage={openMessage}
        selectedStep={selectedStep}
        showEarlier={showEarlier}
      />
      {opened === null ? null : <OpenMessage opened={opened} onClose={close} />}
    </article>
  )
}

/** One payment: what it is, what it waits for, and everything that happened to it. It follows the bench live. */
export function PaymentDetail({ paymentKey }: { readonly paymentKey: PaymentKey }) {
  const { value: payment, error, isMissing, reload, showEarlier } = usePayment(paymentKey)
  if (payment !== null)
    return <ReadPayment key={payment.key} payment={payment} stale={error} showEarlier={showEarlier} />
  return (
    <UnreadDetail
      className="pane fill pay-detail"
      label="Payment"
      id={paymentKey}
      title="This payment could not be read."
      error={error}
      isMissing={isMissing}
      missing={<MissingDetail id={paymentKey} />}
      onRetry={reload}
      onLeave={() => setPlace('payments', { selection: null })}
    />
  )
}

/** Payments that are looked at: the filter ignores letter case, ids do not. */
const MAX_FOUND = 20

/** Where no payment has the key: the payment whose id was given instead, if exactly one has it, else that there is none. */
function MissingDetail({ id }: { readonly id: string }) {
  const bench = useBench()
  const { value, error } = useFetched(`payment-named:${id}`, () =>
    bench.call('payments.list', {
      query: formatTerm({ kind: 'field', field: 'id', operator: '=', values: [id], negated: false }),
      limit: MAX_FOUND,
    }),
  )
  const named = value?.items.filter(({ paymentId }) => paymentId === id) ?? []
  const [only] = named
  const leave = (): void => setPlace('payments', { selection: null })
  if (value === null && error === null) return null
  if (only === undefined) return <MissingNotice label="Payment" id={id} onLeave={leave} />
  const isOnly = named.length === 1
  return (
    <Notice
      tone="amber"
      title={`“${quotedText(id)}” is a payment id; a link needs the key of the payment.`}
      action={
        <Button size="small" onClick={isOnly ? () => setPlace('payments', { selection: only.key }) : leave}>
          {isOnly ? 'Open the payment' : 'Show the list'}
        </Button>
      }
    >
      {isOnly
        ? 'One payment has this id. Copy link in its menu gives the address with the key.'
        : 'Several payments have this id. Select one in the list.'}
    </Notice>
  )
}

interface RememberedScrollProps {
  /** Names what is scrolled; each name has its own position. */
  readonly name: string
  /** Name for screen readers: the area takes the focus so that keys can scroll it. */
  readonly label: string
  readonly children: ReactNode
}

/** A scrolling area whose position is restored. */
function RememberedScroll({ name, label, children }: RememberedScrollProps) {
  const area = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (area.current !== null) area.current.scrollTop = rememberedScroll(name)
  }, [name])
  return (
    <div
      ref={area}
      className="scroll grow inset-focus"
      role="region"
      aria-label={label}
      tabIndex={0}
      onScroll={(event) => rememberScroll(name, event.currentTarget.scrollTop)}
    >
      {children}
    </div>
  )
}

const TABS = ['timeline', 'status', 'operations', 'callbacks', 'exchanges', 'report'] as const
type PaymentTab = (typeof TABS)[number]

/** The tab of a stored name; the timeline for an unknown name. */
function readPaymentTab(name: string | null): PaymentTab {
  return TABS.find((tab) => tab === name) ?? 'timeline'
}

/** Scroll positions by payment and tab, in pixels. They live as long as the page. */
const positions = new Map<string, number>()
const MAX_POSITIONS = 500

function rememberScroll(key: string, top: number): void {
  positions.delete(key)
  positions.set(key, top)
  const [oldest] = positions.keys()
  if (positions.size > MAX_POSITIONS && oldest !== undefined) positions.delete(oldest)
}

function rememberedScroll(key: string): number {
  return positions.get(key) ?? 0
}

/** Says that the requests about a payment and its callbacks probably cause each other, and how to end that. */
function RequestBurst({ payment }: { readonly payment: Payment }) {
  const { requestBurst, callbacks } = payment
  if (requestBurst === undefined) return null
  const sent = callbacks.delivered + callbacks.failed + callbacks.pending
  return (
    <div className="band">
      <Notice
        tone="amber"
        title={`${formatCount(requestBurst.requests)} requests about this payment came within a minute (wall time ${formatWallClock(parseTime(requestBurst.wallFrom))}); it has ${formatCount(sent)} callbacks.`}
      >
        {BURST_REMEDY}
      </Notice>
    </div>
  )
}
