/** A filter that is offered above the list. */
export interface ListView {
  readonly name: string
  readonly query: string
}

/** Filters that everybody needs. */
export const BUILT_IN_VIEWS: readonly ListView[] = [
  { name: 'All', query: '' },
  { name: 'Waiting on merchant', query: 'waiting:yes' },
  { name: 'Callback failed', query: 'callback:failed' },
  { name: 'Declined', query: 'status:decline' },
]

/** A suggested name for an unnamed filter: its own text, shortened. */
export function suggestedName(query: string): string {
  return query.length <= 40 ? query : `${query.slice(0, 39)}…`
}
