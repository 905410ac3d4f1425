import { useState } from 'react'
import { isCardNumber } from '#domain/card/card-number'
import { TEST_CARDS } from '#domain/provider/test-cards'
import { Field } from '#window/ui/Field.tsx'
import { matchesSearch } from './field-choice'
import { PickList } from './PickList'

interface CardPickerProps {
  readonly text: string
  readonly error: string | undefined
  readonly onText: (text: string) => void
}

const spaced = (number: string): string => number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')

/** The test cards with what each one does, or any other card number. */
export function CardPicker({ text, error, onText }: CardPickerProps) {
  // A selected card replaces the search text; the list keeps the results of the search.
  const [search, setSearch] = useState('')
  const digits = text.replaceAll(/[\s-]/g, '')
  const chosen = TEST_CARDS.find((card) => card.number === digits)
  const shown = TEST_CARDS.filter((card) =>
    matchesSearch(search, [card.number, spaced(card.number), card.brand, card.note]),
  )
  return (
    <div className="whole">
      <Field label="Card" help="Empty: no card." error={error}>
        {(control) => (
          <PickList
            control={control}
            listLabel="Test cards"
            listClassName="cards"
            placeholder="Search test cards by outcome, or enter a card number"
            text={text}
            enterChooses
            selectOnFocus
            nothing={
              isCardNumber(digits)
                ? 'No test card has this number. You can use it all the same.'
                : 'No test card matches. Change the search, or enter a whole card number.'
            }
            onText={(typed) => {
              setSearch(typed.trim())
              onText(typed)
            }}
            options={shown.map((card) => ({
              id: card.number,
              content: (
                <>
                  <code className="nowrap">{card.number}</code>
                  <span className="mid">{card.brand}</span>
                  <span>
                    {card.note}
                    {card.expiry === undefined ? null : (
                      <span className="dim">
                        , {card.expiry}
                        {card.cvv === undefined ? '' : `, code ${card.cvv}`}
                      </span>
                    )}
                  </span>
                </>
              ),
            }))}
            activeId={chosen?.number ?? null}
            onPick={onText}
          />
        )}
      </Field>
    </div>
  )
}
