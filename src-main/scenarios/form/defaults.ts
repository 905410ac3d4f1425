/** Parameters of an opening that a scenario does not name. */
export const DEFAULT_PARAMETERS = {
  customer_id: 'buyer-5',
  customer_email: 'nora@mail.test',
  redirect: 1,
} as const

/** What the customer types about the card where a scenario does not say it. `expires`: `MM/YY`. */
export const DEFAULT_CARD = { expires: '07/35', holder: 'NORA VALE', cvv: '123' } as const
