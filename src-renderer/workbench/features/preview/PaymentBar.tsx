import type { ReactNode } from 'react'
import type { ProjectId } from '#domain/ids'
import { TEST_CARDS, type TestCard } from '#domain/provider/test-cards'
import type { PaymentSummary } from '#protocol/payments'
import { usePayment } from '#window/features/payments/detail/use-payment'
import { isOffered } from '#window/commands/command'
import { CommandButton } from '#window/commands/CommandControls.tsx'
import { PAYMENT_ACTIONS } from '#window/features/payments/payment-commands'
import { openPayment } from '#window/navigation/views'
import { holdPayments } from '#window/features/settings/settings-commands'
import { useBench } from '#window/state/bench'
import { useCurrentProject } from '#window/state/info'
import { Icon } from '#window/ui/Icon.tsx'
import { StatusBadge } from '#window/ui/StatusMark.tsx'
import { IdText } from '#window/ui/IdText.tsx'
import { FORM_LANGUAGES } from '#domain/form/languages'
import { setPreferences } from '#window/state/preferences'
import { currentVirtualNow } from '#window/state/clock'
import { announce, showFailure } from '#window/state/toasts'
import { Button } from '#window/ui/Button.tsx'
import { useCopied } from '#window/ui/CopyButton.tsx'
import { wantFocus } from '#window/ui/focus'
import { Choice, Select } from '#window/ui/Field.tsx'
import { Menu, MenuGroup, MenuItem, MenuNote } from '#window/ui/Menu.tsx'
import { DEVICES } from './Stage'
import { type PreviewDraft, textOf } from './draft'
import { formTheme, NEXT, PRESENT } from './present-commands'
import { setDraft, setParameter, usePreview } from './preview-store'

const { approve, decline, requestClarification } = PAYMENT_ACTIONS
const DECISIONS = [approve, decline, { ...requestClarification, label: 'Request clarification now' }]

function Known({ payment }: { readonly payment: PaymentSummary }) {
  const { value } = usePayment(payment.key)
  const bench = useBench()
  const project = useCurrentProject()
  const actions = value?.actions ?? []
  return (
    <>
      <button
        type="button"
        className="link mono clip"
        title="Show in Payments"
        onClick={() => openPayment(payment.key)}
      >
        <IdText id={payment.paymentId} />
      </button>
      <StatusBadge status={payment.status} />
      {DECISIONS.map((command) => (
        <CommandButton
          key={command.id}
          command={command}
          subject={{ ...payment, actions }}
          shows="label"
          size="small"
          disabled={!isOffered(command, { ...payment, actions })}
        />
      ))}
      {value === null || project === null || actions.includes('approve') ? null : (
        <span className="dim">
          Nothing to decide.{' '}
          {project.switches.outcome.mode === 'hold' ? null : (
            <Button
              size="small"
              does="projects.update"
              onClick={() => holdPayments(bench, project.projectId, true)}
            >
              Hold payments
            </Button>
          )}
        </span>
      )}
    </>
  )
}

/** Without a list of methods, nobody would find the other ways to pay (contract 16.11). */
function MethodsHint({ projectId }: { readonly projectId: ProjectId }) {
  const openSetting = (): void => {
    wantFocus('add methods')
    setPreferences({ page: 'settings', settings: String(projectId) })
  }
  return (
    <span className="small dim">
      While the project lists no methods, its form offers only cards.{' '}
      <button type="button" className="link" onClick={openSetting}>
        Add methods in Settings
      </button>
    </span>
  )
}

export function PaymentBar({ isChanged }: { readonly isChanged: boolean }) {
  const { opened, payment } = usePreview((state) => state)
  const project = useCurrentProject()
  const hint = project?.switches.methods.length === 0 ? <MethodsHint projectId={project.projectId} /> : null
  // Before the first opening, the stage says what to do.
  if (opened === null && hint === null) return null
  return (
    <div className="bar wraps" role="group" aria-label="Payment of the form">
      {payment === null ? (
        <>
          {opened === null ? null : (
            <span className="dim">The payment is created when the customer confirms it on the form.</span>
          )}
          {hint}
        </>
      ) : (
        <Known key={payment.key} payment={payment} />
      )}
      <span className="small end" role="status">
        {isChanged ? (
          <span className="state" data-hue="amber">
            <Icon name="warn" small />
            Changed: open the form again to see it
          </span>
        ) : null}
      </span>
    </div>
  )
}

const MODES = [
  { value: 'modal', label: 'Modal', title: 'In a modal window over the shop’s page' },
  { value: 'iframe', label: 'Iframe', title: 'In an element of the shop’s page' },
  { value: 'tab', label: 'Tab', title: 'As a page, in the shop’s tab' },
  {
    value: 'embedded',
    label: 'Embedded',
    title: 'Fields in the shop’s page, with the shop’s own pay button',
  },
] as const

const METHODS = [
  { value: 'get', label: 'GET', title: 'Parameters in the address' },
  { value: 'post', label: 'POST', title: 'Parameters in the body' },
] as const

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' })

const LANGUAGES = FORM_LANGUAGES.map((code) => ({
  value: code,
  label: `${languageNames.of(code) ?? code} (${code})`,
}))
/** Without the parameter the form uses the browser's language (contract 7.7). */
const AUTOMATIC = { value: '', label: 'Automatic' }

export function LanguageSelect({ draft }: { readonly draft: PreviewDraft }) {
  const code = textOf(draft.rows, 'language_code')
  const offered = [AUTOMATIC, ...LANGUAGES]
  const options = offered.some(({ value }) => value === code)
    ? offered
    : [...offered, { value: code, label: code }]
  return (
    <Select
      label="Language of the form"
      value={code}
      options={options}
      onChange={(value) => setParameter('language_code', value === '' ? null : value)}
    />
  )
}

export function ModeChoice({ draft: { mode } }: { readonly draft: PreviewDraft }) {
  return <Choice label="Mode" value={mode} options={MODES} onChange={(value) => setDraft({ mode: value })} />
}

export function OpeningBar({ draft }: { readonly draft: PreviewDraft }) {
  const { mode, method } = draft
  return (
    <div className="pane-bar pv-bar" role="group" aria-label="How the form opens">
      <ModeChoice draft={draft} />
      <span className="row" title={mode === 'tab' ? 'A page is always opened with GET' : undefined}>
        <Choice
          label="Method"
          value={mode === 'tab' ? 'get' : method}
          options={METHODS}
          fixed={mode === 'tab'}
          onChange={(value) => setDraft({ method: value })}
        />
      </span>
      <DeviceChoice draft={draft} />
      <LanguageSelect draft={draft} />
      <CommandButton
        command={NEXT.theme}
        subject={null}
        shows="icon"
        size="small"
        look="quiet"
        aria-label="Dark form"
        aria-pressed={formTheme(draft) === 'dark'}
      />
      <span className="grow" />
      <CardMenu />
      <CommandButton command={PRESENT} subject={null} size="small" />
    </div>
  )
}

export function DeviceChoice({ draft: { device } }: { readonly draft: PreviewDraft }) {
  return (
    <Choice
      label="Device"
      value={device}
      options={DEVICES.map(({ name, label, size: screen }) => ({
        value: name,
        title:
          screen === null
            ? `${label}: the page fills the available space, at 100 %`
            : `${label}, ${screen.width} by ${screen.height}`,
        label: (
          <>
            <Icon name={name} small />
            <span className="sr">{label}</span>
          </>
        ),
      }))}
      onChange={(value) => setDraft({ device: value })}
    />
  )
}

/** The cards that most demonstrations need. */
const EVERYDAY: readonly string[] = [
  ...['4000000000000077', '4111111111111111', '4000000000017006'],
  ...['4314220000000056', '4012000000020089'],
]

function groupOf({ number, outcome, note }: TestCard): string {
  if (EVERYDAY.includes(number)) return 'Everyday'
  if (outcome.some(({ kind }) => kind === 'clarify')) return 'Clarification'
  return note.startsWith('3-D Secure') ? '3-D Secure' : 'Success or decline'
}

/** The first test card of each effect. */
const CARDS = TEST_CARDS.filter(({ note }, at) => TEST_CARDS.findIndex((card) => card.note === note) === at)
const CARD_GROUPS = [...new Set(CARDS.map(groupOf))]

/** Sends a test card to the open form, which fills it in if it shows the page for cards; false if no frame has it. */
function fillIn({ number, brand, expiry, cvv }: TestCard): boolean {
  const page = document.querySelector<HTMLIFrameElement>('.pv-screen iframe')?.contentWindow ?? null
  // The frame shows the shop, with the form in a frame of its page; in a tab, it shows the form itself.
  const isTab = usePreview.getState().opened?.mode === 'tab'
  if (page === null || (!isTab && page.length === 0)) return false
  const form = isTab ? page : page[0]
  const card = {
    pan: number,
    expiry: expiry ?? `12/${new Date(currentVirtualNow()).getUTCFullYear() + 3}`,
    cvv: cvv ?? (brand === 'amex' ? '1234' : '123'),
    card_holder: 'NORA VALE',
  }
  // Any page may read a test card, because they are public; the form takes one from the workbench only.
  form?.postMessage({ card }, '*')
  return true
}

/** Fills in a test card, and copies its number for a form that cannot be reached. A toast would cover the form. */
export function CardMenu({ children }: { readonly children?: ReactNode }) {
  const { copied, copy } = useCopied()
  const isCopied = copied === true
  const choose = async (card: TestCard): Promise<void> => {
    const isSent = fillIn(card)
    const { number } = card
    if (!(await copy(number)) && !isSent)
      throw new Error(`${number} was not copied. Allow this page to use the clipboard, or type the number.`)
    announce(`Test card ${number}: filled in if the form shows the page for cards, and copied`)
  }
  return (
    <Menu
      label="Test cards"
      align="end"
      open={usePreview(({ showsCards }) => showsCards)}
      onOpenChange={(showsCards) => usePreview.setState({ showsCards })}
      trigger={
        <Button look="quiet" icon={isCopied ? 'check' : 'card'} aria-label="Test cards">
          {isCopied && children !== undefined ? 'Copied' : children}
        </Button>
      }
    >
      <MenuNote>Fills in the page for cards of the open form, and copies the number</MenuNote>
      <div className="pv-cards">
        {CARD_GROUPS.map((group) => (
          <MenuGroup key={group} label={group}>
            {CARDS.filter((card) => groupOf(card) === group).map((card) => (
              <MenuItem
                key={card.number}
                keys={card.number}
                onSelect={() => {
                  choose(card).catch(showFailure)
                }}
              >
                {card.note}
              </MenuItem>
            ))}
          </MenuGroup>
        ))}
      </div>
    </Menu>
  )
}
