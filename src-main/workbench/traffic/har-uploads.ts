/** Keeps uploads in memory by id, until they are done or unused for a while. */
export interface Uploads<Upload> {
  put(id: string, upload: Upload): void
  /** Counts as a use. */
  get(id: string): Upload | undefined
  remove(id: string): void
  readonly size: number
}

/**
 * Creates the uploads.
 * @param forgottenAfterMs real milliseconds after which an unused upload is removed
 * @param onGone called for every removed upload
 */
export function createUploads<Upload>(
  forgottenAfterMs: number,
  onGone: (upload: Upload) => void = () => undefined,
): Uploads<Upload> {
  const entries = new Map<string, { readonly upload: Upload; readonly timer: NodeJS.Timeout }>()
  const remove = (id: string): void => {
    const entry = entries.get(id)
    if (entry === undefined) return
    clearTimeout(entry.timer)
    entries.delete(id)
    onGone(entry.upload)
  }
  return {
    put(id, upload) {
      remove(id)
      const timer = setTimeout(() => {
        remove(id)
      }, forgottenAfterMs)
      timer.unref()
      entries.set(id, { upload, timer })
    },
    get(id) {
      const entry = entries.get(id)
      entry?.timer.refresh()
      return entry?.upload
    },
    remove,
    get size() {
      return entries.size
    },
  }
}
