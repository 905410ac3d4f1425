/** Advice about a result code, as a sentence (contract 12 row 6). */
export const ADVICE_SENTENCES = {
  none: 'Nothing can be done about it.',
  none_or_support: 'Do not repeat it; ask support if it looks wrong.',
  correct: 'Correct the data or the settings, then send it again.',
  retry: 'Try again.',
  retry_later: 'Try again later.',
  retry_after_24h: 'Try again after 24 hours.',
  retry_after_7d: 'Try again after seven days.',
  split: 'Split the amount into several payments.',
  support: 'Ask support.',
} as const

export type ResultAdvice = keyof typeof ADVICE_SENTENCES
