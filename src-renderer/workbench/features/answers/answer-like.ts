import type { BenchClient } from '../../../../src-main/protocol/client'
import { showFailure } from '../../state/toasts'
import { beginRule } from './answer-commands'
import { likeCaptured } from './like-captured'

/** Begins an answer rule for requests like one that was captured. */
export function answerLikeCaptured(bench: BenchClient, id: string): void {
  bench.call('captures.get', { id }).then((captured) => {
    beginRule(likeCaptured(captured))
  }, showFailure)
}
