import type { SignatureVerdict } from '#protocol/messages'
import type { IconName } from '#window/ui/Icon.tsx'
import type { Hue } from '#window/ui/states'

interface VerdictLook {
  readonly icon: IconName
  readonly hue: Hue
  /** Follows the word "signature": "signature valid". */
  readonly word: string
}

const LOOKS: Readonly<Record<SignatureVerdict['state'], VerdictLook>> = {
  valid: { icon: 'state-success', hue: 'green', word: 'valid' },
  invalid: { icon: 'state-failed', hue: 'red', word: 'does not match' },
  missing: { icon: 'state-dropped', hue: 'quiet', word: 'missing' },
  empty: { icon: 'state-failed', hue: 'red', word: 'empty' },
  unreadable: { icon: 'state-error', hue: 'rose', word: 'unreadable' },
  unknown_project: { icon: 'state-dropped', hue: 'quiet', word: 'not checked: unknown project' },
}

/** How a signature's verdict looks and reads. */
export function verdictLook(state: SignatureVerdict['state']): VerdictLook {
  return LOOKS[state]
}
