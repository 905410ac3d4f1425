/** Saves a file: the browser downloads it, the desktop asks where to. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The download has started by then and has its own copy of the bytes.
  setTimeout(() => {
    URL.revokeObjectURL(address)
  }, 60_000)
}

/** Wall time for the name of a file, to the second. */
export const fileStamp = (): string => new Date().toISOString().slice(0, 19).replaceAll(/[:T]/g, '-')

/** Asks for a file; null where the tester chose none. Call it from a click or a key event. */
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
