import type { ReactNode } from 'react'
import type { PaymentAction, PaymentDetail } from '../../../src-main/contract/payments'
import { formatMinorUnits } from '../../../src-main/core/money/minor-units'
import { useBench } from '../state/bench'
import { openDialog } from '../state/dialogs'
import { Button } from '../ui/Button'
import { copyText } from '../ui/clipboard'
import { Menu, MenuItem, MenuLine } from '../ui/Menu'
import { StatusBadge } from '../ui/StatusMark'
import { formatNear, parseTime } from '../ui/time'
import type { Command } from './use-command'

const ORIGIN_WORDS: Readonly<Record<PaymentDetail['origin'], string>> = {
  api: 'over the API',
  form: 'from the form',
  workbench: 'in the workbench',
}

const LABELS: Readonly<Record<PaymentAction, string>> = {
  requestClarification: 'Request clarification…',
  answerClarification: 'Answer as the merchant…',
  expireClarification: 'Expire now…',
  approve: 'Approve',
  decline: 'Decline…',
  capture: 'Capture…',
  cancel: 'Cancel…',
  refund: 'Refund…',
}

/** The action that a payment most likely needs next; it always stands first. */
const PRIMARY: readonly PaymentAction[] = ['requestClarification', 'answerClarification', 'capture', 'refund']
/** The order of the others. */
const OTHERS: readonly PaymentAction[] = [
  'approve',
  'decline',
  'expireClarification',
  'capture',
  'cancel',
  'refund',
  'answerClarification',
  'requestClarification',
]

function useActions(
  payment: PaymentDetail,
  command: Command,
  onExpire: () => void,
): (action: PaymentAction) => void {
  const bench = useBench()
  const { key } = payment
  return (action) => {
    switch (action) {
      case 'requestClarification':
        openDialog({ kind: 'requestClarification', paymentKey: key })
        return
      case 'answerClarification':
        openDialog({ kind: 'answerClarification', paymentKey: key })
        return
      case 'expireClarification':
        onExpire()
        return
      case 'approve':
        command.run(() => bench.call('payments.complete', { key, outcome: 'success' }), 'Payment approved')
        return
      case 'decline':
        openDialog({ kind: 'decline', paymentKey: key })
        return
      case 'capture':
      case 'cancel':
      case 'refund':
        openDialog({ kind: 'amount', paymentKey: key, action })
        return
    }
  }
}

function OverflowMenu({
  payment,
  command,
  children,
}: {
  readonly payment: PaymentDetail
  readonly command: Command
  readonly children: ReactNode
}) {
  const bench = useBench()
  const copyCurl = async (request: 'status' | 'clarification'): Promise<void> => {
    const { curl } = await bench.call('payments.curl', { key: payment.key, request })
    if (!(await copyText(curl)))
      throw new Error('The clipboard could not be written. Allow this page to use it and try again.')
  }
  const copy = (text: string, done: string): void => {
    command.run(async () => {
      if (!(await copyText(text)))
        throw new Error('The clipboard could not be written. Allow this page to use it and try again.')
    }, done)
  }
  return (
    <>
      <Button
        look="quiet"
        icon="terminal"
        aria-label="Copy status request as curl"
        onClick={() => command.run(() => copyCurl('status'), 'Copied the status request as curl')}
      />
      <Menu
        label="More actions"
        align="end"
        trigger={<Button look="quiet" icon="more" aria-label="More actions" />}
      >
        {children}
        <MenuItem
          icon="terminal"
          onSelect={() => command.run(() => copyCurl('status'), 'Copied the status request as curl')}
        >
          Copy status request as curl
        </MenuItem>
        {payment.clarification === undefined ? null : (
          <MenuItem
            icon="terminal"
            onSelect={() => command.run(() => copyCurl('clarification'), 'Copied the answer as curl')}
          >
            Copy the answer as curl
          </MenuItem>
        )}
        <MenuItem icon="copy" onSelect={() => copy(payment.paymentId, 'Copied the payment id')}>
          Copy payment id
        </MenuItem>
        <MenuLine />
        <MenuItem icon="plus" onSelect={() => openDialog({ kind: 'newPayment', duplicateOf: payment.key })}>
          Duplicate…
        </MenuItem>
      </Menu>
    </>
  )
}

interface PaymentHeaderProps {
  readonly payment: PaymentDetail
  readonly now: number
  readonly command: Command
  readonly onExpire: () => void
}

/** Id, status, amount and what can be done now. The first button keeps its place while the status changes. */
export function PaymentHeader({ payment, now, command, onExpire }: PaymentHeaderProps) {
  const act = useActions(payment, command, onExpire)
  const primary = PRIMARY.find((action) => payment.actions.includes(action))
  const others = OTHERS.filter((action) => action !== primary && payment.actions.includes(action))
  const decisions = others.filter((action) => action === 'approve' || action === 'decline')
  const rest = others.filter((action) => action !== 'approve' && action !== 'decline')
  const amount = formatMinorUnits(payment.amount, payment.currency)
  const button = (
    action: PaymentAction,
    look: 'plain' | 'primary' = 'plain',
    className?: string,
  ): ReactNode => (
    <Button
      key={action}
      look={look}
      {...(className === undefined ? {} : { className })}
      disabled={command.busy}
      onClick={() => act(action)}
    >
      {LABELS[action]}
    </Button>
  )
  const started = parseTime(payment.createdAt)
  return (
    <header className="pay-head">
      <div className="row-flex">
        <h2 className="mono pay-id clip" title={payment.paymentId}>
          {payment.paymentId}
        </h2>
        <StatusBadge status={payment.status} />
        <span className="grow" />
        <strong className="pay-amt">
          {amount.text} <span className="dim">{payment.currency}</span>
        </strong>
      </div>
      <div className="row-flex pay-meta">
        <span>{payment.customerId}</span>
        <span>
          {payment.account === undefined
            ? payment.method
            : `${payment.account.type} ${payment.account.number}`}
        </span>
        <span title={payment.createdAt}>
          started {formatNear(started, now)} {ORIGIN_WORDS[payment.origin]}
        </span>
        <span className="m-opt">
          {payment.resultCode} {payment.resultMessage}
        </span>
      </div>
      <div className="row-flex pay-acts" role="toolbar" aria-label="Actions">
        {primary === undefined ? null : button(primary, 'primary')}
        {decisions.length === 0 ? null : (
          <span className="btn-group">{decisions.map((action) => button(action))}</span>
        )}
        {rest.map((action) => button(action, 'plain', 'a-opt'))}
        <span className="grow" />
        <OverflowMenu payment={payment} command={command}>
          {rest.map((action) => (
            <MenuItem key={action} onSelect={() => act(action)}>
              {LABELS[action]}
            </MenuItem>
          ))}
          {rest.length === 0 ? null : <MenuLine />}
        </OverflowMenu>
      </div>
    </header>
  )
}
