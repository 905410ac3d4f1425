import type { BenchClient } from '#protocol/client'
import type { MethodName } from '#protocol/methods'
import type { IconName } from '#window/lib/icon-paths.tsx'
import { isRejected } from '#window/state/refusal'
import { showFailure } from '#window/state/toasts'

type Words<Subject> = string | ((subject: Subject) => string)

/**
 * Something that the window can do. Buttons, menu items, lines of the palette, keys and the list of keys derive from it.
 * `Subject` is what it is done to, such as a payment; `unknown` if it needs nothing.
 */
export interface Command<Subject = unknown> {
  readonly id: string
  readonly icon: IconName
  readonly label: Words<Subject>
  /** The label in the palette, where the subject is not beside it. */
  readonly sentence?: Words<Subject>
  /** What the palette shows and searches beside the sentence, unless there are keys. */
  readonly note?: Words<Subject>
  /** Like the note, but changes by itself and is not searched. */
  readonly aside?: Words<Subject>
  /** The part of the palette, "Commands" unless another is named; it can be searched for. */
  readonly group?: 'This payment' | 'Clock' | 'Go to' | 'Appearance'
  /** As people write them: `S`, `Shift R`, `Ctrl C`. */
  readonly keys?: string
  /** What the list of keys says, if it is not the label. */
  readonly help?: string
  /** The method that it calls, at once or by a dialog: a control that cannot call it now says why. */
  readonly does?: MethodName
  /** Whether it is offered at all; always without this. */
  readonly when?: (subject: Subject) => boolean
  /** Why it cannot be run now, though it is offered; null if it can. */
  readonly whyNot?: (subject: Subject) => string | null
  /** A rejection is shown as a failure. */
  readonly run: (bench: BenchClient, subject: Subject) => void | Promise<void>
}

export const wordsFor = <Subject>(words: Words<Subject>, subject: Subject): string =>
  typeof words === 'string' ? words : words(subject)

export const isOffered = <Subject>({ when }: Command<Subject>, subject: Subject): boolean =>
  when === undefined || when(subject)

/** Runs a command, or says why that is not possible now. */
export function runCommand<Subject>(bench: BenchClient, command: Command<Subject>, subject: Subject): void {
  const { does, whyNot, run } = command
  if (does !== undefined && isRejected(bench, does)) return
  const reason = whyNot?.(subject) ?? null
  if (reason === null) run(bench, subject)?.catch(showFailure)
  else showFailure(reason)
}
