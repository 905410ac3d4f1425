import { PAYMENTS, scopeOf, useLiveList } from '#window/list/use-live-list'
import { ListScreen, type Point } from '#window/features/saved-filters/ListScreen.tsx'
import { useEffect, useRef } from 'react'
import type { PaymentSummary } from '#protocol/payments'
import { FirstRun } from './first-run/FirstRun'
import { useListLook } from '#window/list/columns'
import { useShowsPayment } from '#window/list/shown-rows'
import { useChosenRows } from '#window/list/selection'
import { useListPage } from '#window/list/use-paged-list'
import { PaymentDetail } from './detail/PaymentDetail'
import {
  type ChosenPayments,
  copyReport,
  saveChosenAsScenario,
  saveReport,
} from '#window/features/reports/report-commands'
import { Button } from '#window/ui/Button.tsx'
import { announce, showFailure } from '#window/state/toasts'
import { useBench } from '#window/state/bench'
import { useInfo, useProjectFilter } from '#window/state/info'
import { ALL_PAYMENT_COMMANDS, readPayment } from './payment-commands'
import { usePreferences } from '#window/state/preferences'
import { amountLength, PAYMENT_COLUMNS } from './columns'
import './payments.css'
import { visibleId } from '#window/ui/IdText.tsx'
import type { PaymentKey } from '#domain/ids'
import { MissingNotice } from '#window/message-view/UnreadDetail.tsx'
import { usePayment } from './detail/use-payment'
import { CommandItems } from '#window/commands/CommandControls.tsx'
import { MenuNote, PointMenu } from '#window/ui/Menu.tsx'
import { useFetched } from '#window/message-view/use-fetched'

export function PaymentsPage() {
  const bench = useBench()
  const projectId = useProjectFilter()
  const { query, selection } = usePreferences((state) => state.payments)
  const look = useListLook('payments')
  const payments = useLiveList(PAYMENTS, query, look.sort, selection === null)
  const page = useListPage('payments', payments, PAYMENTS.keyOf)
  const { shownId: shownKey } = page
  const [chosenRows, setChosenRows] = useChosenRows('payments', query)
  const { phase } = payments.state
  const { sort } = look
  const chosen: ChosenPayments =
    chosenRows.kind === 'keys'
      ? { kind: 'keys', keys: [...chosenRows.keys] }
      : { kind: 'list', list: { ...scopeOf(query, projectId), ...(sort === null ? {} : { sort }) } }

  useShowsPayment(shownKey)
  const shownRow = shownKey === null ? -1 : payments.rowOf(shownKey)
  const shownPayment = shownRow < 0 ? undefined : payments.rowAt(shownRow)
  const last = useRef(shownPayment)
  useEffect(() => {
    const before = last.current
    last.current = shownPayment
    if (shownPayment === undefined || before?.key !== shownPayment.key) return
    const { paymentId, status } = shownPayment
    if (before.status !== status) announce(`${visibleId(paymentId)}: status ${status}`)
  }, [shownPayment])

  const paymentCount = useInfo(({ info }) => info?.counters.payments)
  const isEmpty = (phase === 'ready' ? payments.count : paymentCount) === 0
  if (query === '' && isEmpty && phase !== 'failed') {
    return (
      <div className="pane">
        {selection === null ? null : <MissingPayment paymentKey={selection} />}
        <FirstRun />
      </div>
    )
  }

  return (
    <ListScreen
      page={page}
      list="payments"
      query={query}
      head={(box, save) => (
        <div className="pane-bar">
          <h1 className="pane-title sr">Payments</h1>
          {box}
          {save}
        </div>
      )}
      actions={
        <>
          <Button size="small" icon="download" onClick={() => saveReport(bench, chosen)}>
            Save report
          </Button>
          <Button size="small" icon="copy" onClick={() => copyReport(bench, chosen)}>
            Copy report as Markdown
          </Button>
          <Button
            size="small"
            icon="scenarios"
            does="scenarios.record"
            onClick={() => void saveChosenAsScenario(bench, chosen).catch(showFailure)}
          >
            Save as scenario…
          </Button>
        </>
      }
      rows={payments}
      keyOf={PAYMENTS.keyOf}
      columns={PAYMENT_COLUMNS}
      lengthOf={amountLength}
      look={look}
      selection={chosenRows}
      onSelection={setChosenRows}
      nothing={null}
      menu={(payment, at, onClose) => <PaymentMenu payment={payment} at={at} onClose={onClose} />}
      detail={(paymentKey) => <PaymentDetail paymentKey={paymentKey} />}
      empty="Select a payment to see what happened, step by step."
    />
  )
}

function MissingPayment({ paymentKey }: { readonly paymentKey: PaymentKey }) {
  const { isMissing } = usePayment(paymentKey)
  if (!isMissing) return null
  return (
    <div className="pad">
      <MissingNotice label="Payment" id={paymentKey} />
    </div>
  )
}

interface PaymentMenuProps {
  readonly payment: PaymentSummary
  readonly at: Point
  readonly onClose: () => void
}

function PaymentMenu({ payment, at, onClose }: PaymentMenuProps) {
  const bench = useBench()
  const { value, error } = useFetched(`actions:${payment.key}`, () => readPayment(bench, payment.key))
  if (value === null && error === null) return null
  const subject = { ...payment, actions: value?.actions ?? [] }
  return (
    <PointMenu label={`Payment ${payment.paymentId}`} at={at} onClose={onClose}>
      {error === null ? null : <MenuNote>{error}</MenuNote>}
      <CommandItems commands={ALL_PAYMENT_COMMANDS} subject={subject} onChoose={onClose} />
    </PointMenu>
  )
}
