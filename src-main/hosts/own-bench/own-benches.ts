import type { OwnBenches } from '#workbench/own-benches'
import type { Log } from '#core/ports'
import type { SendHttp } from '#scenarios/running/http'
import { createForeign } from '#scenarios/foreign/create-foreign'
import { startOwnBench, type OwnBenchParts } from './own-bench'
import { guarded } from '#hosts/exam/guarded'
import { allowedHosts } from '#scenarios/running/reach'

const sender = (hosts: readonly string[]): SendHttp =>
  guarded(allowedHosts(hosts), () => 'Name it among the hosts that may be tested.')

/** Opens a bench for each exam and each run of a scenario in the window, like those of `paybench exam` and `paybench run`. */
export function createOwnBenches(parts: OwnBenchParts, log: Log): OwnBenches {
  return {
    mayTest: (host, named) => allowedHosts(named)(host),
    sender,
    async open({ platformPort, hosts }) {
      const maySendTo = allowedHosts(hosts)
      const { connection, platform, close } = await startOwnBench(
        parts,
        (line) => {
          log('error', `A separate bench: ${line}`)
        },
        {
          platform:
            platformPort === 0
              ? { kind: 'default', port: 0 }
              : { kind: 'explicit', port: platformPort, option: '“Port of the platform”' },
          maySendTo,
        },
      )
      const foreign = createForeign(parts.foreignProgram)
      return {
        bench: connection,
        send: sender(hosts),
        foreign,
        platform,
        async close() {
          await Promise.all([foreign.close(), close()])
        },
      }
    },
  }
}
