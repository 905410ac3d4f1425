import { CommandButton } from '#window/commands/CommandControls.tsx'
import { showFailure } from '#window/state/toasts'
import { Button } from '#window/ui/Button.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { Choice } from '#window/ui/Field.tsx'
import type { PreviewDraft } from './draft'
import { CardMenu, DeviceChoice, LanguageSelect, ModeChoice } from './PaymentBar'
import { AGAIN, formTheme, FULL_SCREEN, LEAVE_STAGE, leaveStage, NEXT, SHOW_EVENTS } from './present-commands'
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
      <CardMenu>Test card</CardMenu>
      <kbd aria-hidden="true">{NEXT.card.keys}</kbd>
      <span className="grow" />
      <CommandButton command={AGAIN} subject={null} shows="label" look="quiet" />
      <CommandButton
        command={SHOW_EVENTS}
        subject={null}
        shows="label"
        look="quiet"
        aria-pressed={hasEvents}
      />
      <CommandButton command={FULL_SCREEN} subject={null} shows="label" look="quiet" />
      <Button keys={LEAVE_STAGE.keys} onClick={() => void leaveStage().catch(showFailure)}>
        Leave
      </Button>
    </div>
  )
}
