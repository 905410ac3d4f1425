import type { ReactNode } from 'react'
import type { PaymentAction, PaymentDetail } from '#protocol/payments'
import { useBench } from '#window/state/bench'
import { useVirtualNow } from '#window/state/clock'
import {
  ACTION_LABELS,
  type PaymentCommand,
  runPaymentCommand,
  whatDoes,
} from '#window/features/payments/payment-commands'
import { openFollowUp } from '#window/features/payments/open-follow-up'
import { amountFigures, amountText } from '#window/ui/Amount.tsx'
import { Button } from '#window/ui/Button.tsx'
import { Menu, MenuItem, MenuLine } from '#window/ui/Menu.tsx'
import { StatusBadge } from '#window/ui/StatusMark.tsx'
import { visibleId } from '#window/ui/id-text'
import { formatNear, parseTime } from '#window/lib/time'
import { copyAnswerCurl } from './copy-answer-curl'
import type { Command } from './use-command'
import { MINUTE_MS } from '#lib/time/units'

const ORIGIN_WORDS: Readonly<Record<PaymentDetail['origin'], string>> = {
  api: 'over the API',
  form: 'from the form',
  workbench: 'in the workbench',
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
  'chargeAgain',
  'cancelSeries',
  'answerClarification',
  'requestClarification',
]

/** The panel of what a payment waits for has the others beside their countdown. */
const isInToolbar = (action: PaymentAction): boolean => action !== 'expireClarification'

interface OverflowMenuProps {
  readonly payment: PaymentDetail
  readonly run: (command: PaymentCommand['name']) => void
  readonly copyAnswer: () => void
  readonly children: ReactNode
}

function OverflowMenu({ payment, run, copyAnswer, children }: OverflowMenuProps) {
  return (
    <Menu
      label="More actions"
      align="end"
      trigger={<Button look="quiet" icon="more" aria-label="More actions" />}
    >
      {children}
      <MenuItem icon="terminal" onSelect={() => run('copyStatusCurl')}>
        Copy status request as curl
      </MenuItem>
      {payment.clarification === undefined ? null : (
        <MenuItem icon="terminal" onSelect={copyAnswer}>
          Copy the answer as curl
        </MenuItem>
      )}
      <MenuItem icon="copy" onSelect={() => run('copyId')}>
        Copy payment id
      </MenuItem>
      <MenuItem icon="copy" onSelect={() => run('copyLink')}>
        Copy link
      </MenuItem>
      <MenuLine />
      <MenuItem icon="note" keys="M" does={whatDoes('annotate')} onSelect={() => run('annotate')}>
        Note and labels…
      </MenuItem>
      <MenuItem icon="copy" onSelect={() => run('copyReport')}>
        Copy report as Markdown
      </MenuItem>
      <MenuItem icon="plus" does={whatDoes('duplicate')} onSelect={() => run('duplicate')}>
        Duplicate…
      </MenuItem>
      <MenuItem icon="scenarios" does="scenarios.record" onSelect={() => run('saveScenario')}>
        Save as scenario…
      </MenuItem>
      <MenuItem icon="copy" does="scenarios.record" onSelect={() => run('copyTest')}>
        Copy as Playwright test
      </MenuItem>
      <MenuItem icon="warn" does="faults.put" onSelect={() => run('faultRule')}>
        New fault rule for this payment…
      </MenuItem>
    </Menu>
  )
}

interface PaymentHeaderProps {
  readonly payment: PaymentDetail
  readonly command: Command
}

/** Id, status, amount and what can be done now. The first button keeps its place while the status changes. */
export function PaymentHeader({ payment, command }: PaymentHeaderProps) {
  const bench = useBench()
  const run = (name: PaymentCommand['name']): void => runPaymentCommand(bench, name, payment)
  const act = (action: PaymentAction): void => {
    if (action === 'approve') {
      command.run(
        () => bench.call('payments.complete', { key: payment.key, outcome: 'success' }),
        `${visibleId(payment.paymentId)} approved`,
      )
    } else run(action)
  }
  const primary = PRIMARY.find((action) => payment.actions.includes(action))
  const others = OTHERS.filter((action) => action !== primary && payment.actions.includes(action))
  const followUp = openFollowUp(payment)
  const decisions = others.filter((action) => action === 'approve' || action === 'decline')
  const rest = others.filter((action) => action !== 'approve' && action !== 'decline')
  const button = (
    action: PaymentAction,
    look: 'plain' | 'primary' = 'plain',
    className?: string,
  ): ReactNode => (
    <Button
      key={action}
      look={look}
      {...(className === undefined ? {} : { className })}
      does={whatDoes(action)}
      disabled={command.busy}
      onClick={() => act(action)}
    >
      {ACTION_LABELS[action].label}
    </Button>
  )
  return (
    <header className="pay-head">
      <div className="row-flex">
        <h2 className="mono pay-id clip" title={visibleId(payment.paymentId)}>
          {visibleId(payment.paymentId)}
        </h2>
        <StatusBadge status={payment.status} />
        {followUp === null ? null : (
          <span className="pay-follow clip">
            {followUp.type} {amountText(followUp.amount, followUp.currency)}
          </span>
        )}
        <span className="grow" />
        <strong className="pay-amt">
          {amountFigures(payment.amount, payment.currency)} <span className="dim">{payment.currency}</span>
        </strong>
      </div>
      <div className="pay-meta">
        <PaymentFacts payment={payment} />
        {payment.resultMessage === '' ? null : (
          <p className="pay-result" title={payment.resultMessage}>
            <span className="mono">{payment.resultCode}</span> {payment.resultMessage}
          </p>
        )}
      </div>
      <div className="row-flex pay-acts" role="toolbar" aria-label="Actions">
        {primary === undefined ? null : button(primary, 'primary')}
        {decisions.length === 0 ? null : (
          <span className="btn-group">{decisions.map((action) => button(action))}</span>
        )}
        {rest.filter(isInToolbar).map((action) => button(action, 'plain', 'a-opt'))}
        <span className="grow" />
        <Button
          look="quiet"
          icon="download"
          aria-label="Save report"
          title="Save report"
          onClick={() => run('saveReport')}
        />
        <Button
          look="quiet"
          icon="terminal"
          aria-label="Copy status request as curl"
          onClick={() => run('copyStatusCurl')}
        />
        <OverflowMenu
          payment={payment}
          run={run}
          copyAnswer={() =>
            command.run(() => copyAnswerCurl(bench, payment.key), 'Copied the answer as curl')
          }
        >
          {rest.map((action) => (
            <MenuItem key={action} does={whatDoes(action)} onSelect={() => act(action)}>
              {ACTION_LABELS[action].label}
            </MenuItem>
          ))}
          {rest.length === 0 ? null : <MenuLine />}
        </OverflowMenu>
      </div>
    </header>
  )
}

function seriesTitle({ isScheduled, validThru }: NonNullable<PaymentDetail['series']>): string {
  const ends = `The series ends ${validThru}`
  return isScheduled
    ? `Type R: its payments come by themselves when they are due, so it cannot be charged by hand. ${ends}`
    : ends
}

/** Customer, account, start and series in one line. */
function PaymentFacts({ payment }: { readonly payment: PaymentDetail }) {
  const now = useVirtualNow(MINUTE_MS)
  const started = parseTime(payment.createdAt)
  return (
    <p className="pay-facts">
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
          {payment.series.isScheduled ? ', charged by its schedule' : null}
        </span>
      )}
    </p>
  )
}
