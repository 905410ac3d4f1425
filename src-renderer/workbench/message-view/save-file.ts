/** Hands a file to the browser's own download. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has taken hold of it by the next turn; a large one keeps its own.
  setTimeout(() => {
    URL.revokeObjectURL(url)
  }, 60_000)
}

/** Wall time for the name of a file, to the second. */
export const fileStamp = (): string => new Date().toISOString().slice(0, 19).replaceAll(/[:T]/g, '-')
