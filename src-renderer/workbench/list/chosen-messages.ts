import type { ProjectId } from '#domain/ids'

/** Which messages: some by id, or a whole list as its filter makes it. */
export type Chosen =
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | {
      readonly kind: 'list'
      readonly list: 'traffic' | 'captures' | 'callbacks'
      readonly query?: string
      readonly projectId?: ProjectId
      readonly count: number
    }

export const chosenNumber = (chosen: Chosen): number =>
  chosen.kind === 'ids' ? chosen.ids.length : chosen.count
