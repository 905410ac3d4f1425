import type { ReactNode } from 'react'
import type { PaymentAction, PaymentDetail } from '#protocol/payments'
import { useVirtualNow } from '#window/state/clock'
import { CommandButton, CommandItems } from '#window/commands/CommandControls.tsx'
import {
  COPY_STATUS,
  openFollowUp,
  PAYMENT_ACTIONS,
  PAYMENT_COMMANDS,
  PAYMENT_COPIES,
  SAVE_REPORT,
} from '#window/features/payments/payment-commands'
import { amountFigures, amountText, visibleId } from '#window/ui/IdText.tsx'
import { Button } from '#window/ui/Button.tsx'
import { Menu, MenuLine } from '#window/ui/Menu.tsx'
import { StatusBadge } from '#window/ui/StatusMark.tsx'
import { formatNear, parseTime } from '#window/lib/time'
import { MINUTE_MS } from '#lib/time/time'

const ORIGIN_WORDS: Readonly<Record<PaymentDetail['origin'], string>> = {
  api: 'over the API',
  form: 'from the form',
  workbench: 'in the workbench',
}

/** The first of these that a payment offers is its main button. */
const PRIMARY: readonly PaymentAction[] = ['requestClarification', 'answerClarification', 'capture', 'refund']
/** The button that expires a clarification is in the panel of the waiting payment, beside the countdown. */
const isInToolbar = (action: PaymentAction): boolean => action !== 'expireClarification'

export function PaymentHeader({ payment }: { readonly payment: PaymentDetail }) {
  const primary = PRIMARY.find((action) => payment.actions.includes(action))
  const others = payment.actions.filter((action) => action !== primary)
  const followUp = openFollowUp(payment)
  const decisions = others.filter((action) => action === 'approve' || action === 'decline')
  const rest = others.filter((action) => action !== 'approve' && action !== 'decline')
  const button = (action: PaymentAction, look: 'plain' | 'primary' = 'plain', className = ''): ReactNode => (
    <CommandButton
      key={action}
      command={PAYMENT_ACTIONS[action]}
      subject={payment}
      shows="label"
      look={look}
      className={className}
    />
  )
  return (
    <header className="stack band pay-head">
      <div className="row">
        <h2 className="mono pay-id clip" title={visibleId(payment.paymentId)}>
          {visibleId(payment.paymentId)}
        </h2>
        <StatusBadge status={payment.status} />
        {followUp === null ? null : (
          <span className="small mid clip">
            {followUp.type} {amountText(followUp.amount, followUp.currency)}
          </span>
        )}
        <span className="grow" />
        <strong className="pay-amt">
          {amountFigures(payment.amount, payment.currency)} <span className="dim">{payment.currency}</span>
        </strong>
      </div>
      <div className="small mid nowrap pay-meta">
        <PaymentFacts payment={payment} />
        {payment.resultMessage === '' ? null : (
          <p className="pay-result" title={payment.resultMessage}>
            <span className="mono">{payment.resultCode}</span> {payment.resultMessage}
          </p>
        )}
      </div>
      <div className="row pay-acts" role="toolbar" aria-label="Actions">
        {primary === undefined ? null : button(primary, 'primary')}
        {decisions.length === 0 ? null : (
          <span className="btn-group">{decisions.map((action) => button(action))}</span>
        )}
        {rest.filter(isInToolbar).map((action) => button(action, 'plain', 'a-opt'))}
        <span className="grow" />
        <CommandButton command={SAVE_REPORT} subject={payment} look="quiet" shows="icon" />
        <CommandButton command={COPY_STATUS} subject={payment} look="quiet" shows="icon" />
        <Menu
          label="More actions"
          align="end"
          trigger={<Button look="quiet" icon="more" aria-label="More actions" />}
        >
          <CommandItems commands={rest.map((action) => PAYMENT_ACTIONS[action])} subject={payment} />
          {rest.length === 0 ? null : <MenuLine />}
          <CommandItems commands={PAYMENT_COPIES} subject={payment} />
          <MenuLine />
          <CommandItems commands={PAYMENT_COMMANDS} subject={payment} />
        </Menu>
      </div>
    </header>
  )
}

function seriesTitle({ isScheduled, validThru }: NonNullable<PaymentDetail['series']>): string {
  const ends = `The series ends ${validThru}`
  return isScheduled
    ? `Type R: the platform charges its payments when they are due, so you cannot charge it manually. ${ends}`
    : ends
}

function PaymentFacts({ payment }: { readonly payment: PaymentDetail }) {
  const now = useVirtualNow(MINUTE_MS)
  const started = parseTime(payment.createdAt)
  return (
    <p className="facts pay-facts">
      <span title={payment.customerId}>{payment.customerId}</span>
      <span>
        {payment.account === undefined ? payment.method : `${payment.account.type} ${payment.account.number}`}
      </span>
      <span title={payment.createdAt}>
        started {formatNear(started, now)} {ORIGIN_WORDS[payment.origin]}
      </span>
      {payment.series === undefined ? null : (
        <span title={seriesTitle(payment.series)}>
          {payment.series.isDebit ? 'debit of series' : 'registers series'}{' '}
          <span className="mono">{payment.series.id}</span>
          {payment.series.isScheduled ? ', charged on its schedule' : null}
        </span>
      )}
    </p>
  )
}
