import { Icon } from '#window/ui/Icon.tsx'
import {
  type CatalogueGroup,
  choose,
  fieldHelp,
  foundGroups,
  freeNames,
  isChosen,
  readTypedName,
} from './clarification-fields'
import { type KeyboardEvent, useId, useState } from 'react'
import { CLARIFICATION_PRESETS, FIELD_CATALOGUE } from '#domain/clarification/catalogue'
import { type ClarificationFields, fieldPath, mergeFields, NO_FIELDS } from '#domain/clarification/fields'
import type { Method } from '#domain/project/method-shape'
import { Button } from '#window/ui/Button.tsx'

interface CatalogueProps {
  readonly choice: ClarificationFields
  readonly onChoose: (choice: ClarificationFields) => void
}

function Group({ group, choice, onChoose }: CatalogueProps & { readonly group: CatalogueGroup }) {
  const all = group.fields.length
  const count = group.fields.filter((field) => isChosen(choice, field)).length
  return (
    <fieldset className="cat">
      <legend>
        <span className="row small lined">
          <label className="check">
            <input
              type="checkbox"
              aria-label={`All of ${group.title}`}
              checked={count === all}
              ref={(box) => {
                if (box !== null) box.indeterminate = count > 0 && count < all
              }}
              onChange={() => onChoose(choose(choice, group.fields, count < all))}
            />
            <b>{group.title}</b>
          </label>
          <code className="dim">{group.key}</code>
          <span className="grow" />
          <span className="dim">
            {count === 0 ? '' : `${count.toString()} of `}
            {all}
          </span>
        </span>
      </legend>
      <div className="halves cat-fields">
        {group.fields.map((field) => (
          <label key={field.name} className="check fieldrow" title={fieldHelp(field)}>
            <input
              type="checkbox"
              checked={isChosen(choice, field)}
              onChange={(event) => onChoose(choose(choice, [field], event.target.checked))}
            />
            <span className="fr">
              <code className="clip">{field.name}</code>
              <span className="dim clip">{fieldHelp(field)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function FreeNames({ choice, onChoose }: CatalogueProps) {
  const names = freeNames(choice)
  if (names.length === 0) return null
  return (
    <fieldset className="cat">
      <legend>
        <span className="row small lined">
          <b>Custom names</b>
          <span className="grow" />
          <span className="dim">{names.length}</span>
        </span>
      </legend>
      <div className="row wraps free-names">
        {names.map((field) => (
          <span className="token" key={field.path}>
            {field.path}
            <button
              type="button"
              aria-label={`Remove ${field.path}`}
              onClick={() => onChoose(choose(choice, [field], false))}
            >
              <Icon name="close" small />
            </button>
          </span>
        ))}
      </div>
    </fieldset>
  )
}

interface OfPayment {
  /** Null for a card. */
  readonly method: Method | null
  readonly operation: 'sale' | 'payout'
}

export function FieldCatalogue({ choice, onChoose, method, operation }: CatalogueProps & OfPayment) {
  const [search, setSearch] = useState('')
  // Error in a typed name, shown until the text or the choice changes.
  const [error, setError] = useState<string | null>(null)
  const id = useId()
  const groups = foundGroups(search, method, operation)
  const change = (next: ClarificationFields): void => {
    setError(null)
    onChoose(next)
  }
  const type = (text: string): void => {
    setError(null)
    setSearch(text)
  }
  const take = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (search.trim() === '') return
    const typed = readTypedName(search)
    // A parameter of the method may be in the catalogue too.
    const found = groups.flatMap(({ fields }) => fields)
    const [only, ...others] = new Map(found.map((each) => [fieldPath(each.key, each.name), each])).values()
    const field = 'field' in typed ? typed.field : others.length === 0 ? only : undefined
    if (field === undefined) {
      setError('error' in typed ? typed.error : null)
      return
    }
    change(choose(choice, [field], !isChosen(choice, field)))
    setSearch('')
  }

  return (
    <div className="cat-pane">
      <div className="lined cat-tools">
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
              onChange={(event) => type(event.target.value)}
              onKeyDown={take}
            />
          </div>
          <Button size="small" look="quiet" onClick={() => change(NO_FIELDS)}>
            Clear
          </Button>
        </div>
        {error === null ? null : (
          <p className="dim tiny bad" id={`${id}-fault`} role="alert">
            {error}
          </p>
        )}
        <div className="row wraps presets" role="group" aria-label="Presets">
          <span className="label">Presets</span>
          {CLARIFICATION_PRESETS.map((preset) => (
            <Button
              key={preset.id}
              size="small"
              title={`Adds to the selection: ${preset.note}`}
              onClick={() => change(mergeFields(choice, preset.fields))}
            >
              {preset.label}
            </Button>
          ))}
        </div>
      </div>
      <div className="scroll cats" role="region" aria-label="Field catalogue" tabIndex={0}>
        <FreeNames choice={choice} onChoose={change} />
        {groups.map((group) => (
          <Group key={group.title} group={group} choice={choice} onChoose={change} />
        ))}
        {groups.length === 0 ? (
          <p className="mid">No catalogue field matches. Type a custom name as key.name, then press Enter.</p>
        ) : null}
      </div>
    </div>
  )
}
