import type { ExamHost } from '../../workbench/exam/page/exam-host'
import type { Log } from '../../bench/ports'
import type { SendHttp } from '../../scenarios/running/http'
import { createForeign } from '../../scenarios/foreign/foreign-thread'
import { startOwnBench, type OwnBenchParts } from '../own-bench/own-bench'
import { guarded } from './guarded'
import { testedHosts } from './tested-hosts'

const sender = (hosts: readonly string[]): SendHttp =>
  guarded(testedHosts(hosts), () => 'Name it among the hosts that may be tested.')

/** Creates the host that opens a bench for each exam of the window. These benches are like those of `paybench exam`. */
export function createExamHost(parts: OwnBenchParts, log: Log): ExamHost {
  return {
    mayTest: (host, named) => testedHosts(named)(host),
    sender,
    async open({ platformPort, hosts }) {
      const maySendTo = testedHosts(hosts)
      const { connection, platform, close } = await startOwnBench(
        parts,
        (line) => {
          log('error', `The bench of an exam: ${line}`)
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
