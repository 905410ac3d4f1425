/**
 * Test cards by what they do (contract 7.9), so that a scenario says what it needs. Every other number can be written as it
 * is: what no row of the platform's table names succeeds.
 */
export const NAMED_CARDS = {
  success: '4000000000000077',
  decline: '4111111111111111',
  'insufficient funds': '4000000000000135',
  'issuer too slow': '4539121411168251',
  'partial approval': '5126160000356675',
  challenge: '4314220000000056',
  'challenge declined': '4012000000020089',
  frictionless: '4477000000000006',
  slow: '4000000000017055',
  'clarification-avs': '4000000000017006',
  'clarification-customer': '4000000000017014',
  'clarification-declined': '4000000000017022',
  'clarification-twice': '4000000000017030',
  'clarification-many': '4000000000017048',
} as const

/** The number of a card that is named by what it does; a number stays as it is. */
export function cardNumber(card: string): string {
  return Object.entries(NAMED_CARDS).find(([name]) => name === card)?.[1] ?? card
}
