import type { SetupRemedies } from '#exam/setup/exam-setup'

/** Names fields of the page of the exam. */
export const WINDOW_REMEDIES: SetupRemedies = {
  checkout: 'Enter the address of the checkout under “Checkout”.',
  orders: 'Enter the address of an order under “An order as JSON”.',
  state: 'Correct “Path to the state”; “Try it” beside it shows what an order has.',
  declined: 'Enter the states under “States of a declined order”.',
  deliveries: 'Enter the path under “Path to the deliveries”.',
  amount: 'Enter the path under “Path to the amount paid”.',
  statusRequests:
    'If the merchant requests the status when no callback comes, tick “The merchant requests the status within 10 s when no callback comes”.',
  clarification:
    'If the merchant answers clarifications automatically, tick “The merchant answers clarifications automatically, within seconds”.',
}
