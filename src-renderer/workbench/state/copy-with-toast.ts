import { showFailure, showToast } from './toasts'
import { copyText } from '#window/lib/clipboard'

/** Fetches a text, copies it, and confirms that with a toast. */
export function copyWithToast(fetchText: () => Promise<string>, done: string): void {
  fetchText()
    .then(async (text) => {
      if (!(await copyText(text))) {
        throw new Error('The clipboard could not be written. Allow this page to use it and try again.')
      }
      showToast({ icon: 'copy', text: done })
    })
    .catch(showFailure)
}
