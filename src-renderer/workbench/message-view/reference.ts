import type { z } from 'zod'
import type { messageReference } from '../../../src-main/contract/payments'

/** Which message, of which kind. */
export type MessageReference = z.infer<typeof messageReference>
