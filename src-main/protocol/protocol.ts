import { z } from 'zod'
import { introduction } from './callers'
import { benchEvent } from './events'
import { errorShape } from './shapes'

/** Client to bench. `subscribe` with `from` resumes after that event. `introduce` names the client for later calls. */
export const clientMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('call'),
    id: z.int().min(0),
    method: z.string().max(100),
    params: z.record(z.string(), z.unknown()),
  }),
  z.strictObject({ type: z.literal('subscribe'), from: z.int().min(0).optional() }),
  introduction.extend({ type: z.literal('introduce') }),
])

/** Bench to client. `restart`: the requested events are gone. Fetch everything again; live events follow. */
export const serverMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('result'), id: z.int(), result: z.unknown() }),
  z.object({ type: z.literal('error'), id: z.int().nullable(), error: errorShape }),
  z.object({ type: z.literal('event'), seq: z.int(), event: benchEvent }),
  z.object({ type: z.literal('subscribed'), seq: z.int(), restart: z.boolean() }),
])
export type ServerMessage = z.infer<typeof serverMessage>
