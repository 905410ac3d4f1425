import type { PaymentStatus } from '#domain/payment/statuses'
import type { ProjectSwitches } from '#domain/project/project'

/** A payment status as it is written on the wire: sources disagree about the spelling of one (contract 4.1). */
export function wireStatus(
  status: PaymentStatus,
  { cancelSpelling }: Pick<ProjectSwitches, 'cancelSpelling'>,
): string {
  return status === 'canceled' ? cancelSpelling : status
}
