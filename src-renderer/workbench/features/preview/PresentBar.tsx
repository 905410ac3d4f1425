import { TEST_CARDS } from '#domain/provider/test-cards'
import { CommandButton } from '#window/commands/CommandControls.tsx'
import { copyWithToast } from '#window/state/toasts'
import { Icon } from '#window/ui/Icon.tsx'
import { Choice, Select } from '#window/ui/Field.tsx'
import type { PreviewDraft } from './draft'
import { DeviceChoice, LanguageSelect, ModeChoice } from './PaymentBar'
import { CARDS_ID, formTheme, FULL_SCREEN, LEAVE_STAGE, NEXT, SHOW_EVENTS } from './present-commands'
import { setParameter, usePreview } from './preview-store'

const FORM_THEMES = (['light', 'dark'] as const).map((value) => ({
  value,
  title: `${value === 'dark' ? 'Dark' : 'Light'} form`,
  label: (
    <>
      <Icon name={value === 'dark' ? 'moon' : 'sun'} small />
      <span className="sr">{value === 'dark' ? 'Dark' : 'Light'}</span>
    </>
  ),
}))

const CARDS = [
  { value: '', label: 'Test card' },
  ...TEST_CARDS.map(({ number, note }) => ({ value: number, label: `${note}: ${number}` })),
]

/** The only bar while the form is presented. */
export function PresentBar({ draft }: { readonly draft: PreviewDraft }) {
  const hasEvents = usePreview(({ stage }) => stage === 'events')
  return (
    <div
      className="pane-bar pv-bar pv-present"
      role="group"
      aria-label="What is presented"
      // A list that keeps the focus would take the next letter.
      onChange={({ target }) => {
        if (target instanceof HTMLSelectElement) target.blur()
      }}
    >
      <h1 className="sr">Presented form</h1>
      <ModeChoice draft={draft} />
      <kbd aria-hidden="true">{NEXT.mode.keys}</kbd>
      <DeviceChoice draft={draft} />
      <kbd aria-hidden="true">{NEXT.device.keys}</kbd>
      <LanguageSelect draft={draft} />
      <kbd aria-hidden="true">{NEXT.language.keys}</kbd>
      <Choice
        label="Theme of the form"
        value={formTheme(draft)}
        options={FORM_THEMES}
        onChange={(theme) => setParameter('_theme', theme)}
      />
      <kbd aria-hidden="true">{NEXT.theme.keys}</kbd>
      <span id={CARDS_ID}>
        <Select
          label="Test card"
          value=""
          options={CARDS}
          onChange={(number) =>
            copyWithToast(
              () => Promise.resolve(number),
              `Copied ${number}. Paste it into the card number of the form.`,
            )
          }
        />
      </span>
      <kbd aria-hidden="true">{NEXT.card.keys}</kbd>
      <span className="grow" />
      <CommandButton
        command={SHOW_EVENTS}
        subject={null}
        shows="label"
        look="quiet"
        aria-pressed={hasEvents}
      />
      <CommandButton command={FULL_SCREEN} subject={null} shows="label" look="quiet" />
      <CommandButton command={LEAVE_STAGE} subject={null} shows="label" />
    </div>
  )
}
