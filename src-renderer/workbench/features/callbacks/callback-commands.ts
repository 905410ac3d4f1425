import { QUICK_CHECK_WORDS, QUICK_CHECKS } from '#protocol/exam'
import type { Command } from '#window/commands/command'
import { answerLikeCaptured } from '#window/features/answers/answer-commands'
import { runCheck } from '#window/features/checks/check-commands'
import { beginRuleLike } from '#window/features/faults/fault-commands'
import { editMessage, replayAsItIs } from '#window/features/replay/replay-commands'
import { type ChosenMessage, chosenWords, messageWord } from '#window/features/traffic/message-commands'
import { formatCount } from '#lib/words'
import { chosenNumber } from '#window/list/selection'
import { showMessageTab } from '#window/message-view/shown-message'
import { explainMessage } from '#window/navigation/views'
import { openDialog } from '#window/state/dialogs'

const isCallback = ({ list }: ChosenMessage): boolean => list === 'callbacks'

export const REPLAY_COMMANDS: readonly Command<ChosenMessage>[] = [
  {
    id: 'edit and replay',
    icon: 'code',
    label: 'Edit and replay',
    sentence: 'Edit and replay this message',
    keys: 'E',
    run: (_bench, { id }) => editMessage(id),
  },
  {
    id: 'replay',
    icon: 'callbacks',
    label: 'Replay unchanged',
    sentence: 'Replay this message once, as a new message',
    keys: 'R',
    does: 'callbacks.replay',
    run: (bench, { id }) => replayAsItIs(bench, id),
  },
  {
    id: 'replay chosen',
    icon: 'callbacks',
    label: ({ chosen }) => `Replay selected (${formatCount(chosenNumber(chosen))})…`,
    sentence: (subject) => `Replay ${chosenWords(subject)}…`,
    does: 'replay.start',
    when: ({ chosen }) => chosenNumber(chosen) > 1,
    run: (_bench, { chosen }) => openDialog({ kind: 'bulkReplay', choice: chosen }),
  },
]

export const EXPLAIN: Command<ChosenMessage> = {
  id: 'explain signature',
  icon: 'signature',
  label: 'Explain the signature',
  sentence: (subject) => `Explain the signature of this ${messageWord(subject)}`,
  async run(bench, { list, id }) {
    const isCapture =
      list === 'captures' ||
      (list === 'traffic' && (await bench.call('traffic.get', { id })).source === 'capture')
    explainMessage({ type: isCapture ? 'capture' : list === 'callbacks' ? 'callback' : 'exchange', id })
  },
}

export const RULE_COMMANDS: readonly Command<ChosenMessage>[] = [
  {
    id: 'answer like',
    icon: 'answer',
    label: 'New response rule…',
    sentence: 'Respond to requests like this with…',
    does: 'answers.put',
    when: ({ list }) => list === 'captures',
    run: (bench, { id }) => answerLikeCaptured(bench, id),
  },
  {
    id: 'fault rule like',
    icon: 'warn',
    label: 'New fault rule for this payment…',
    sentence: 'New fault rule for the payment of this callback…',
    does: 'faults.put',
    when: isCallback,
    run: async (bench, { id }) => beginRuleLike(await bench.call('callbacks.get', { id })),
  },
]

export const COMPARE_RECEIVED: Command<ChosenMessage> = {
  id: 'as received',
  icon: 'download',
  label: 'Compare this callback with what was received',
  when: isCallback,
  run: () => showMessageTab('received'),
}

export const CHECK_COMMANDS = QUICK_CHECKS.map((check): Command<{ readonly id: string }> => {
  const { name } = QUICK_CHECK_WORDS[check]
  return {
    id: `check ${check}`,
    icon: 'state-success',
    label: name,
    sentence: `Check the receiver: ${name}`,
    does: 'callbacks.check',
    run: (bench, { id }) => runCheck(bench, id, check),
  }
})
