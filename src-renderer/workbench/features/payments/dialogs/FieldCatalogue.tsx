import type { ClarificationFields } from '#domain/clarification/fields'
import { Icon } from '#window/ui/Icon.tsx'
import { CATALOGUE_GROUPS, type CatalogueGroup, shortRule } from './catalogue-view'
import { choose, type FieldName, freeNames, groupState, isChosen, matchesSearch } from './field-choice'

export interface CatalogueProps {
  readonly choice: ClarificationFields
  readonly search: string
  readonly onChoose: (choice: ClarificationFields) => void
}

const ALL_FIELDS = CATALOGUE_GROUPS.flatMap((group) => group.fields)

/** The groups with the fields that fit a search. */
export function foundGroups(search: string): readonly CatalogueGroup[] {
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
        <span className="row small cat-head">
          <label className="check">
            <input
              type="checkbox"
              aria-label={`All of ${group.title}`}
              checked={state === 'all'}
              ref={(box) => {
                if (box !== null) box.indeterminate = state === 'some'
              }}
              onChange={() => {
                onChoose(choose(choice, group.fields, state !== 'all'))
              }}
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
              onChange={(event) => {
                onChoose(choose(choice, [field], event.target.checked))
              }}
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
        <span className="row small cat-head">
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
              onClick={() => {
                onChoose(choose(choice, [field], false))
              }}
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
