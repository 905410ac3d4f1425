import type { BenchClient } from '#protocol/client'
import type { Annotation } from '#protocol/annotations'
import { openDialog } from '#window/state/dialogs'
import { isRejected } from '#window/state/refusal'
import { showFailure } from '#window/state/toasts'

/** What a note is about: a payment by its key, or a message by its id. */
export interface Annotated {
  readonly kind: 'payment' | 'callback' | 'exchange'
  readonly id: string
}

async function annotationOf(bench: BenchClient, { kind, id }: Annotated): Promise<Annotation | undefined> {
  switch (kind) {
    case 'payment':
      return (await bench.call('payments.get', { key: id, maxSteps: 1 })).annotation
    case 'callback':
      return (await bench.call('callbacks.get', { id })).annotation
    case 'exchange':
      return (await bench.call('traffic.get', { id })).annotation
  }
}

/** Opens the editor of note and labels, with what is there. */
export function openAnnotation(bench: BenchClient, annotated: Annotated): void {
  if (isRejected(bench, 'annotations.set')) return
  annotationOf(bench, annotated).then((annotation) => {
    openDialog({ kind: 'annotation', id: annotated.id, annotation })
  }, showFailure)
}
