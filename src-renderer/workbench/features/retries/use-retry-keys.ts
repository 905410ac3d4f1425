import type { CallbackDetail } from '../../../../src-main/protocol/messages'
import { useLetterKeys } from '../../ui/use-letter-keys'
import { useBench } from '../../state/bench'
import { RETRY_COMMANDS, runRetry } from './retry-commands'

/** One letter for each step, while the callback is shown. */
export function useRetryKeys({ id, actions }: Pick<CallbackDetail, 'id' | 'actions'>): void {
  const bench = useBench()
  useLetterKeys((key) => {
    const command = RETRY_COMMANDS.find((one) => one.key === key && actions.includes(one.action))
    return command === undefined ? null : () => runRetry(bench, command.action, id)
  })
}
