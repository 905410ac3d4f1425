import type { Migration } from '../migrate'
import { firstSchema } from './0001-first-schema'
import { requestIds } from './0002-request-ids'

/** Every step from an empty database to the newest schema. A step that was released never changes. */
export const MIGRATIONS: readonly Migration[] = [firstSchema, requestIds]
