/** Time for work to finish when the bench ends, real milliseconds. */
const GRACE_MS = 1_000

/** Resolves when the work is done, or after {@link GRACE_MS}. */
export async function withinGrace(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, GRACE_MS)
  })
  await Promise.race([work, limit])
  clearTimeout(timer)
}
