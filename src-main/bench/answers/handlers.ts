import type { Handlers } from '../../contract/methods'
import type { AnswerBook } from './answer-book'

/** The methods about the answers of the merchant's door. */
export function answerHandlers(
  book: AnswerBook,
): Pick<Handlers, Extract<keyof Handlers, `answers.${string}`>> {
  return {
    'answers.list': () => ({ rules: book.view() }),
    'answers.save': ({ rules }) => {
      book.save(rules)
      return { rules: book.view() }
    },
    'answers.resetCounts': ({ id }) => {
      book.reset(id)
      return { rules: book.view() }
    },
  }
}
