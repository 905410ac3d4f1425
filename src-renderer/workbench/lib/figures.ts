/** `612 B`, `1.4 kB`, `8.0 GiB`: sizes of messages in kB, caps in binary units where they are round. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`
  if (bytes < 1024 ** 3) return `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${(bytes / 1024 ** 3).toFixed(1)} GiB`
}

/** `2,418`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

/** `1 payment`, `2,418 payments`; for nouns that take an s. */
export function counted(count: number, one: string): string {
  return `${formatCount(count)} ${one}${count === 1 ? '' : 's'}`
}

/** A part of a whole in percent, never 100 before all of it is done. */
export const formatShare = ({ done, total }: { readonly done: number; readonly total: number }): string =>
  `${total === 0 ? 100 : Math.floor((100 * done) / total)} %`
