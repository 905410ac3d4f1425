import type { BenchClient } from '#protocol/client'

/** The bench over any connection: in memory, over a socket, in tests. */
export type ScenarioBench = Pick<BenchClient, 'call' | 'onEvent' | 'onRestart'>
