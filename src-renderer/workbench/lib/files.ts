/** Hands a file to the tester: the browser puts it among the downloads, the desktop asks where. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The download has begun by then and holds the bytes itself.
  setTimeout(() => {
    URL.revokeObjectURL(address)
  }, 60_000)
}

/** Wall time for the name of a file, to the second. */
export const fileStamp = (): string => new Date().toISOString().slice(0, 19).replaceAll(/[:T]/g, '-')

/** Asks for a file; null where the tester chose none. To be called from a press or a key. */
export function pickFile(ending: string): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = ending
    input.addEventListener('change', () => {
      resolve(input.files?.[0] ?? null)
    })
    input.addEventListener('cancel', () => {
      resolve(null)
    })
    input.click()
  })
}
