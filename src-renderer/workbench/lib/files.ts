/** Saves a file: a browser downloads it; the desktop program asks where to save it. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // A minute later, the download has its own copy of the bytes.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Wall time for a file name, to the second. */
export const fileStamp = (): string => new Date().toISOString().slice(0, 19).replaceAll(/[:T]/g, '-')

/** Asks the tester for a file; null if none was chosen. Must be called from a click or a key event. */
export function pickFile(ending: string): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = ending
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null))
    input.addEventListener('cancel', () => resolve(null))
    input.click()
  })
}

/** Copies text to the clipboard; false if the page is not allowed to. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

export function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}
