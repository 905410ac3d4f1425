import { copyText } from '#window/lib/clipboard'
import { showFailure, showToast } from './toasts'

/** @throws Error if the browser does not allow it */
export async function copyOrThrow(text: string): Promise<void> {
  if (!(await copyText(text))) {
    throw new Error('The clipboard could not be written. Allow this page to use it and try again.')
  }
}

/** Copies a text and confirms that with a toast. @throws Error if the browser does not allow it */
export async function copyAndConfirm(text: string, done: string): Promise<void> {
  await copyOrThrow(text)
  showToast({ icon: 'copy', text: done })
}

/** Fetches a text and copies it; whatever fails is shown. */
export function copyWithToast(fetchText: () => Promise<string>, done: string): void {
  fetchText()
    .then((text) => copyAndConfirm(text, done))
    .catch(showFailure)
}
