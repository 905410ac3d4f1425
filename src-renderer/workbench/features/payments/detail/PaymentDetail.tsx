import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PaymentDetail as Payment } from '#protocol/payments'
import type { MessageReference } from '#window/navigation/views'
import { AnnotationLine } from '#window/message-view/Marks.tsx'
import { JsonBody } from '#window/message-view/JsonBody.tsx'
import { setPlace, usePreferences } from '#window/state/preferences'
import { CopyButton } from '#window/ui/CopyButton.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { Tabs, type TabItem } from '#window/ui/Tabs.tsx'
import { CallbackDetailPane } from '#window/features/callbacks/CallbackDetailPane.tsx'
import { ExchangePane } from '#window/features/traffic/ExchangePane.tsx'
import { OperationsTable, PaymentCallbacks, PaymentExchanges } from './PaymentTables'
import { PaymentHeader } from './PaymentHeader'
import { PaymentTimeline } from './PaymentTimeline'
import { usePayment } from './use-payment'
import { WaitingCard } from './WaitingCard'
import { UnreadDetail } from '#window/message-view/UnreadDetail.tsx'
import './payment-detail.css'
import type { PaymentKey } from '#domain/ids'
import { visibleId } from '#window/ui/IdText.tsx'

function StatusObject({ payment }: { readonly payment: Payment }) {
  const text = JSON.stringify(payment.statusObject)
  return (
    <>
      <div className="bar small">
        <span className="grow dim">current response of the status endpoint</span>
        <CopyButton text={text} what="status object" label="Copy" />
      </div>
      <JsonBody text={text} label="Status object" numbered />
    </>
  )
}

const tab = (value: string, label: string, content: ReactNode, count?: number): TabItem<string> => ({
  value,
  label,
  count,
  content: (
    <div className="scroll grow inset-focus" role="region" aria-label={label} tabIndex={0}>
      {content}
    </div>
  ),
})

interface ReadPaymentProps {
  readonly payment: Payment
  readonly stale: string | null
  readonly showEarlier: () => void
}

function ReadPayment({ payment, stale, showEarlier }: ReadPaymentProps) {
  const view = usePreferences((state) => state.payments.view)
  const [opened, setOpened] = useState<(MessageReference & { readonly step: string | null }) | null>(null)
  const openedFrom = useRef<Element | null>(null)

  const openMessage = (reference: MessageReference, step: string | null = null): void => {
    openedFrom.current = document.activeElement
    setOpened({ ...reference, step })
  }
  // The opened message takes room from the steps: keep the row of the message in view.
  useEffect(() => {
    if (opened !== null) openedFrom.current?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  }, [opened])

  const close = (): void => {
    setOpened(null)
    if (openedFrom.current instanceof HTMLElement) openedFrom.current.focus()
  }

  const messages = { paymentKey: payment.key, selectedId: opened?.id ?? null, onOpen: openMessage }
  const items: readonly TabItem<string>[] = [
    tab(
      'timeline',
      'Timeline',
      <PaymentTimeline
        payment={payment}
        openMessage={openMessage}
        selectedStep={opened?.step ?? null}
        showEarlier={showEarlier}
      />,
    ),
    { value: 'status', label: 'Status object', content: <StatusObject payment={payment} /> },
    tab('operations', 'Operations', <OperationsTable payment={payment} />, payment.operations.length),
    tab('callbacks', 'Callbacks', <PaymentCallbacks {...messages} />, payment.callbackCount),
    tab('exchanges', 'API calls', <PaymentExchanges {...messages} />, payment.requestCount),
  ]

  return (
    <article className="pane fill pay-detail" aria-label={`Payment ${visibleId(payment.paymentId)}`}>
      <PaymentHeader payment={payment} />
      <Tabs
        label="Payment"
        value={items.find(({ value }) => value === view)?.value ?? 'timeline'}
        onChange={(chosen) => setPlace('payments', { view: chosen })}
        items={items}
        below={
          <>
            <AnnotationLine about={{ kind: 'payment', id: payment.key }} annotation={payment.annotation} />
            {stale === null ? null : (
              <div className="band">
                <Notice tone="amber" title="This may be out of date.">
                  {stale}
                </Notice>
              </div>
            )}
            <WaitingCard payment={payment} />
          </>
        }
      />
      {opened === null ? null : (
        <div className="column lined-above pay-opened">
          {opened.type === 'callback' ? (
            <CallbackDetailPane key={opened.id} id={opened.id} onClose={close} />
          ) : (
            <ExchangePane key={opened.id} id={opened.id} onClose={close} />
          )}
        </div>
      )}
    </article>
  )
}

export function PaymentDetail({ paymentKey }: { readonly paymentKey: PaymentKey }) {
  const { value: payment, showEarlier, ...read } = usePayment(paymentKey)
  if (payment !== null)
    return <ReadPayment key={payment.key} payment={payment} stale={read.error} showEarlier={showEarlier} />
  return (
    <UnreadDetail
      className="pane fill pay-detail"
      label="Payment"
      id={paymentKey}
      {...read}
      onLeave={() => setPlace('payments', { selection: null })}
    />
  )
}
