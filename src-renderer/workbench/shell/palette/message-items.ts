import type { BenchClient } from '#protocol/client'
import { answerLikeCaptured } from '#window/features/answers/answer-commands'
import type { ShownMessages } from '#window/list/shown-rows'
import { COMPOSE } from '#window/features/replay/replay-commands'
import { replayChosen } from '#window/features/replay/replay-chosen'
import { copyCallbackLink, copyExchangeLink } from '#window/navigation/copy-link'
import { openAnnotation } from '#window/navigation/open-annotation'
import { explainMessage } from '#window/navigation/explain-message'
import { showFailure } from '#window/state/toasts'
import { harParams } from '#window/features/traffic/chosen'
import { copyAsCurl, copyAsRaw, goesToFile } from '#window/features/traffic/copy-many'
import { chosenNumber } from '#window/list/chosen-messages'
import { saveHar } from '#window/features/traffic/har-jobs'
import { formatCount } from '#window/lib/figures'
import type { PaletteItem } from './palette-item'

/** The message that a page shows, chosen or the newest; null where it shows none. */
export function shownId(messages: ShownMessages | null): string | null {
  return messages === null || messages.id === COMPOSE ? null : messages.id
}

/** What can be done with the message that is shown, and with the rows that are chosen together. */
export function messageItems(bench: BenchClient, messages: ShownMessages | null): readonly PaletteItem[] {
  const id = shownId(messages)
  if (messages === null || id === null) return []
  const { list } = messages
  const chosen = messages.chosen ?? { kind: 'ids', ids: [id] }
  const count = chosenNumber(chosen)
  const verb = goesToFile(chosen) ? 'Save' : 'Copy'
  const one = list === 'traffic' ? 'this request' : 'this message'
  const what =
    count === 1 ? one : `the ${formatCount(count)} selected ${list === 'traffic' ? 'requests' : 'messages'}`
  const entry = (
    name: string,
    item: Pick<PaletteItem, 'icon' | 'label' | 'run' | 'note' | 'does'>,
  ): PaletteItem => ({
    id: name,
    group: 'Commands',
    ...item,
  })
  return [
    ...(count > 1 && list !== 'traffic'
      ? [
          entry('replay chosen', {
            does: 'replay.start',
            icon: 'callbacks',
            label: `Replay ${what}…`,
            run: () => replayChosen(chosen, list === 'captures' ? 'captured' : 'sent'),
          }),
        ]
      : []),
    entry('copy curl', {
      icon: 'copy',
      label: `${verb} ${what} as curl`,
      note: 'Ctrl C',
      run: () => copyAsCurl(bench, chosen),
    }),
    entry('copy raw', {
      icon: 'copy',
      label: `${verb} ${what} as raw HTTP`,
      run: () => copyAsRaw(bench, chosen),
    }),
    entry('annotate', {
      does: 'annotations.set',
      icon: 'note',
      label: `Note and labels of ${one}…`,
      note: 'M',
      run: () => openAnnotation(bench, { kind: list === 'callbacks' ? 'callback' : 'exchange', id }),
    }),
    entry('copy link', {
      icon: 'copy',
      label: `Copy the link to ${one}`,
      run: () => copyMessageLink(list, id),
    }),
    entry('save chosen har', {
      icon: 'download',
      label: `Save ${what} as HAR`,
      run: () => saveHar(bench, harParams(chosen)),
    }),
    entry('explain signature', {
      icon: 'signature',
      label: `Explain the signature of ${one}`,
      run: () => explainShown(bench, list, id),
    }),
    ...(list === 'captures'
      ? [
          entry('answer like', {
            does: 'answers.put',
            icon: 'answer',
            label: 'Respond to requests like this with…',
            run: () => answerLikeCaptured(bench, id),
          }),
        ]
      : []),
  ]
}

function copyMessageLink(list: ShownMessages['list'], id: string): void {
  if (list === 'traffic') copyExchangeLink(id)
  else copyCallbackLink(list === 'captures' ? 'captured' : 'sent', id)
}

function explainShown(bench: BenchClient, list: ShownMessages['list'], id: string): void {
  switch (list) {
    case 'callbacks':
      explainMessage({ type: 'callback', id })
      return
    case 'captures':
      explainMessage({ type: 'capture', id })
      return
    case 'traffic':
      // The list has captures too.
      bench.call('traffic.get', { id }).then(({ source }) => {
        explainMessage({ type: source === 'capture' ? 'capture' : 'exchange', id })
      }, showFailure)
  }
}
