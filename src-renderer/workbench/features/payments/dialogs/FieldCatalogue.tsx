import { Icon } from '#window/ui/Icon.tsx'
import {
  CATALOGUE_GROUPS,
  type CatalogueGroup,
  choose,
  type FieldName,
  freeNames,
  groupState,
  isChosen,
  matchesSearch,
  readTypedName,
  shortRule,
} from './clarification-fields'
import { type KeyboardEvent, useId, useState } from 'react'
import { CLARIFICATION_PRESETS, FIELD_CATALOGUE } from '#domain/clarification/catalogue'
import { type ClarificationFields, mergeFields, NO_FIELDS } from '#domain/clarification/fields'
import { Button } from '#window/ui/Button.tsx'

interface CatalogueProps {
  readonly choice: ClarificationFields
  readonly search: string
  readonly onChoose: (choice: ClarificationFields) => void
}

const ALL_FIELDS = CATALOGUE_GROUPS.flatMap((group) => group.fields)

/** The groups with the fields that fit a search. */
function foundGroups(search: string): readonly CatalogueGroup[] {
  return CATALOGUE_GROUPS.flatMap((group) => {
    const fields = group.fields.filter((field) =>
      matchesSearch(search, [field.key, field.name, field.hint, group.title, shortRule(field.value)]),
    )
    return fields.length === 0 ? [] : [{ ...group, fields }]
  })
}

function Group({
  group,
  choice,
  onChoose,
}: Omit<CatalogueProps, 'search'> & { readonly group: CatalogueGroup }) {
  const state = groupState(choice, group.fields)
  const count = group.fields.filter((field) => isChosen(choice, field)).length
  return (
    <fieldset className="cat">
      <legend>
        <span className="row small lined">
          <label className="check">
            <input
              type="checkbox"
              aria-label={`All of ${group.title}`}
              checked={state === 'all'}
              ref={(box) => {
                if (box !== null) box.indeterminate = state === 'some'
              }}
              onChange={() => onChoose(choose(choice, group.fields, state !== 'all'))}
            />
            <b>{group.title}</b>
          </label>
          <code className="dim">{group.key}</code>
          <span className="grow" />
          <span className="dim">
            {count === 0 ? '' : `${count.toString()} of `}
            {group.fields.length}
          </span>
        </span>
      </legend>
      <div className="cat-fields">
        {group.fields.map((field) => (
          <label key={field.name} className="check fieldrow" title={field.hint}>
            <input
              type="checkbox"
              checked={isChosen(choice, field)}
              onChange={(event) => onChoose(choose(choice, [field], event.target.checked))}
            />
            <span className="fr">
              <code>{field.name}</code>
              <span className="dim clip">{shortRule(field.value)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function FreeNames({
  names,
  choice,
  onChoose,
}: { readonly names: readonly FieldName[] } & Omit<CatalogueProps, 'search'>) {
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
      <div className="row free-names">
        {names.map((field) => (
          <span className="token" key={`${field.key}.${field.name}`}>
            <span className="v">
              {field.key}.{field.name}
            </span>
            <button
              type="button"
              aria-label={`Remove ${field.key}.${field.name}`}
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

/** The whole field catalogue in groups, narrowed by a search, and the free names that were added. */
export function FieldCatalogue({ choice, search, onChoose }: CatalogueProps) {
  const groups = foundGroups(search)
  return (
    <div className="scroll cats" role="region" aria-label="Field catalogue" tabIndex={0}>
      <FreeNames names={freeNames(choice, ALL_FIELDS)} choice={choice} onChoose={onChoose} />
      {groups.map((group) => (
        <Group key={group.id} group={group} choice={choice} onChoose={onChoose} />
      ))}
      {groups.length === 0 ? (
        <p className="mid">
          No catalogue field matches. Type a name of your own as key.name, then press Enter.
        </p>
      ) : null}
    </div>
  )
}

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
        <Button size="small" look="quiet" onClick={() => onChoose(NO_FIELDS)}>
          Clear
        </Button>
      </div>
      {error === null ? null : (
        <p className="dim tiny bad" id={`${id}-fault`} role="alert">
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
            onClick={() => onChoose(mergeFields(choice, preset.fields))}
          >
            {preset.label}
          </Button>
        ))}
      </div>
    </div>
  )
}
