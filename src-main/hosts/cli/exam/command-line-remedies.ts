import type { SetupRemedies } from '#exam/setup/exam-setup'

/** Names options of `paybench exam`. */
export const COMMAND_LINE_REMEDIES: SetupRemedies = {
  checkout: 'Give the address of the checkout with --checkout.',
  orders: 'Give the address of an order as JSON with --orders.',
  state: 'Give the path to the state with --order-map state=PATH.',
  declined: 'Give the states of a declined order with --order-map declined=WORD.',
  deliveries: 'Give the path to the deliveries with --order-map deliveries=PATH.',
  amount: 'Give the path to the amount paid with --order-map amount=PATH.',
  statusRequests: 'Add --status-requests if the back end requests the status when no callback comes.',
  clarification: 'Add --clarification if the back end answers clarifications automatically.',
}
