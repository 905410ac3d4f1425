import { counted } from '#window/lib/figures'

/** How much a session or a file holds: `1 payment, 3 messages`. */
export const held = ({
  payments,
  messages,
}: {
  readonly payments: number
  readonly messages: number
}): string => `${counted(payments, 'payment')}, ${counted(messages, 'message')}`
