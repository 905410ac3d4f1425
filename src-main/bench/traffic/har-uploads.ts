/** What is under way and held in memory by an id, until it is done or nobody has asked for it for a while. */
export interface Uploads<Upload> {
  put(id: string, upload: Upload): void
  /** Counts as being asked for. */
  get(id: string): Upload | undefined
  remove(id: string): void
  readonly size: number
}

/** `forgottenAfterMs`: real milliseconds. What nobody comes back for is let go by then, whatever else happens. */
export function createUploads<Upload>(forgottenAfterMs: number): Uploads<Upload> {
  const entries = new Map<string, { readonly upload: Upload; readonly timer: NodeJS.Timeout }>()
  const remove = (id: string): void => {
    clearTimeout(entries.get(id)?.timer)
    entries.delete(id)
  }
  return {
    put(id, upload) {
      remove(id)
      const timer = setTimeout(() => entries.delete(id), forgottenAfterMs)
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
