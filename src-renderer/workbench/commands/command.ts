import type { BenchClient } from '#protocol/client'
import type { MethodName } from '#protocol/methods'
import type { IconName } from '#window/lib/icon-paths.tsx'
import { isRejected } from '#window/state/refusal'
import { showFailure } from '#window/state/toasts'

type Words<Subject> = string | ((subject: Subject) => string)

/** An action that buttons, menus, the palette and keys offer. `Subject` is what it acts on, if anything. */
export interface Command<Subject = unknown> {
  readonly id: string
  readonly icon: IconName
  readonly label: Words<Subject>
  readonly sentence?: Words<Subject>
  /** Shown in the palette beside the sentence, and searched; a command with keys shows its keys instead. */
  readonly note?: Words<Subject>
  /** Like the note, but changes over time and is not searched. */
  readonly aside?: Words<Subject>
  /** The section of the palette, "Commands" by default; searchable. */
  readonly group?: 'This payment' | 'Clock' | 'Go to' | 'Appearance'
  readonly keys?: string
  readonly help?: string
  /** The API method that the command calls, directly or from a dialog. While it cannot be called, controls say why. */
  readonly does?: MethodName
  /** Whether the command is offered; if absent, it always is. */
  readonly when?: (subject: Subject) => boolean
  /** Why it is not offered now. The palette then lists it in grey; without a reason, it is not listed. */
  readonly whyNotOffered?: (subject: Subject) => string
  /** Whether the action cannot be undone: the command is then red, and last in a menu. */
  readonly isFinal?: boolean
  /** Why an offered command cannot run now; null if it can. */
  readonly whyNot?: (subject: Subject) => string | null
  /** A rejection is shown as a failure. */
  readonly run: (bench: BenchClient, subject: Subject) => void | Promise<void>
}

/** A command that leads to another place. It is offered if `open` returns a function for its subject. */
export const opening = <Subject>(
  label: string,
  icon: IconName,
  open: (subject: Subject) => (() => void) | undefined,
): Command<Subject> => ({
  id: label,
  icon,
  label,
  when: (subject) => open(subject) !== undefined,
  run: (_bench, subject) => open(subject)?.(),
})

export const wordsFor = <Subject>(words: Words<Subject>, subject: Subject): string =>
  typeof words === 'string' ? words : words(subject)

export const isOffered = <Subject>({ when }: Command<Subject>, subject: Subject): boolean =>
  when === undefined || when(subject)

export function runCommand<Subject>(bench: BenchClient, command: Command<Subject>, subject: Subject): void {
  const { does, whyNot, run } = command
  if (does !== undefined && isRejected(bench, does)) return
  const reason = whyNot?.(subject) ?? null
  if (reason === null) run(bench, subject)?.catch(showFailure)
  else showFailure(reason)
}
