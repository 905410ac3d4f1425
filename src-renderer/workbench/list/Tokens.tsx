import type { FieldTerm } from '#domain/query/terms'
import { Icon } from '#window/ui/Icon.tsx'
import { tokenParts } from './filter-text'
import './filter.css'

interface TokensProps {
  readonly tokens: readonly FieldTerm[]
  readonly onRemove: (index: number) => void
}

/** Finished conditions of a filter or of a search, each with a button that removes it. */
export function Tokens({ tokens, onRemove }: TokensProps) {
  return tokens.map((token, index) => {
    const { name, value } = tokenParts(token)
    return (
      <span className="token" key={`${index}-${name}${value}`}>
        <span className="k">{name}</span>
        <span className="v">{value}</span>
        <button type="button" aria-label={`Remove filter ${name}${value}`} onClick={() => onRemove(index)}>
          <Icon name="close" small />
        </button>
      </span>
    )
  })
}
