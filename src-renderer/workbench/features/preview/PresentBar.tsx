import { findTestCard, TEST_CARDS, type TestCard } from '#domain/provider/test-cards'
import { useId, useState } from 'react'
import { onlyMatch } from '#window/features/payments/dialogs/new-payment'
import { CommandButton } from '#window/commands/CommandControls.tsx'
import { copyWithToast, showFailure } from '#window/state/toasts'
import { Button } from '#window/ui/Button.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { Choice } from '#window/ui/Field.tsx'
import type { PreviewDraft } from './draft'
import { DeviceChoice, LanguageSelect, ModeChoice } from './PaymentBar'
import {
  CARDS_ID,
  formTheme,
  FULL_SCREEN,
  LEAVE_STAGE,
  leaveStage,
  NEXT,
  SHOW_EVENTS,
} from './present-commands'
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

const cardWords = ({ note, number }: TestCard): string => `${note}: ${number}`

/** Copies a test card, found by what it does or by its number; Enter takes the only match. */
function CardPicker() {
  const [typed, setTyped] = useState('')
  const list = useId()
  const take = (input: HTMLInputElement, card: TestCard | null | undefined): void => {
    if (card === null || card === undefined) return
    setTyped('')
    // A field that keeps the focus would take the next letter.
    input.blur()
    copyWithToast(
      () => Promise.resolve(card.number),
      `Copied ${card.number}. Paste it into the card number of the form.`,
    )
  }
  return (
    <>
      <input
        id={CARDS_ID}
        className="input pv-card"
        aria-label="Test card"
        placeholder="Test card"
        list={list}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          take(
            target,
            TEST_CARDS.find((card) => cardWords(card) === target.value),
          )
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') take(currentTarget, onlyMatch(typed) ?? findTestCard(typed.trim()))
          if (key === 'Escape') currentTarget.blur()
        }}
      />
      <datalist id={list}>
        {TEST_CARDS.map((card) => (
          <option key={card.number} value={cardWords(card)} />
        ))}
      </datalist>
    </>
  )
}

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
      <CardPicker />
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
      <Button keys={LEAVE_STAGE.keys} onClick={() => void leaveStage().catch(showFailure)}>
        Leave
      </Button>
    </div>
  )
}
