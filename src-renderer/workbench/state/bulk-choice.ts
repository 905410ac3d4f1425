import type { ProjectId } from '#domain/ids'

/** The messages of a bulk replay: selected ones, or everything that a filter matches. */
export interface BulkChoice {
  readonly list: 'callbacks' | 'captures'
  readonly what:
    | { readonly kind: 'ids'; readonly ids: readonly string[] }
    | { readonly kind: 'query'; readonly query: string; readonly projectId: ProjectId | undefined }
  readonly count: number
}
