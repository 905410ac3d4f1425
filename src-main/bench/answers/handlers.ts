import type { Handlers } from '../../contract/methods'
import type { Store } from '../../store/store'
import type { AnswerBook } from './answer-book'

type AnswerHandlers = Pick<Handlers, Extract<keyof Handlers, `answers.${string}`>>

/** Rules for the answers of the merchant's door, as the workbench and scripts see and change them. */
export function answerHandlers(book: AnswerBook, store: Store): AnswerHandlers {
  return {
    'answers.list': () => ({ rules: book.view() }),
    'answers.save': async ({ rules }) => {
      book.save(rules)
      await store.committed()
      return { rules: book.view() }
    },
    'answers.resetCounts': async ({ id }) => {
      book.reset(id)
      await store.committed()
      return { rules: book.view() }
    },
  }
}
