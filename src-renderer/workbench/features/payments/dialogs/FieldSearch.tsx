import { type KeyboardEvent, useId, useState } from 'react'
import { CLARIFICATION_PRESETS, FIELD_CATALOGUE } from '#domain/clarification/catalogue'
import { type ClarificationFields, mergeFields, NO_FIELDS } from '#domain/clarification/fields'
import { Button } from '#window/ui/Button.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { type CatalogueProps, foundGroups } from './FieldCatalogue'
import { choose, isChosen, readTypedName } from './field-choice'

/** Finds fields, takes free names, and offers common lists. */
export function FieldSearch({
  choice,
  search,
  onChoose,
  onSearch,
}: CatalogueProps & { readonly onSearch: (text: string) => void }) {
  // An error of a typed name is shown until the text or the choice changes.
  const [refused, setRefused] = useState<{
    readonly error: string
    readonly choice: ClarificationFields
  } | null>(null)
  const error = refused?.choice === choice ? refused.error : null
  const id = useId()

  const take = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (search.trim() === '') return
    const typed = readTypedName(search, FIELD_CATALOGUE)
    const found = foundGroups(search).flatMap((group) => group.fields)
    const [only] = found
    const field = 'field' in typed ? typed.field : found.length === 1 ? only : undefined
    if (field === undefined) {
      setRefused('error' in typed ? { error: typed.error, choice } : null)
      return
    }
    onChoose(choose(choice, [field], !isChosen(choice, field)))
    onSearch('')
  }

  return (
    <div className="cat-tools">
      <div className="row">
        <div className="filter">
          <Icon name="search" small />
          <input
            type="text"
            aria-label="Search fields"
            aria-describedby={error === null ? undefined : `${id}-fault`}
            aria-invalid={error !== null}
            placeholder={`Search ${FIELD_CATALOGUE.length.toString()} fields, or type any key.name and press Enter`}
            autoComplete="off"
            autoFocus
            value={search}
            onChange={(event) => {
              setRefused(null)
              onSearch(event.target.value)
            }}
            onKeyDown={take}
          />
        </div>
        <Button
          size="small"
          look="quiet"
          onClick={() => {
            onChoose(NO_FIELDS)
          }}
        >
          Clear
        </Button>
      </div>
      {error === null ? null : (
        <p className="dim typed-note bad" id={`${id}-fault`} role="alert">
          {error}
        </p>
      )}
      <div className="row presets" role="group" aria-label="Presets">
        <span className="label">Presets</span>
        {CLARIFICATION_PRESETS.map((preset) => (
          <Button
            key={preset.id}
            size="small"
            title={`Adds to the choice: ${preset.note}`}
            onClick={() => {
              onChoose(mergeFields(choice, preset.fields))
            }}
          >
            {preset.label}
          </Button>
        ))}
      </div>
    </div>
  )
}
