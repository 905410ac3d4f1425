import { LOOPBACK_ONLY } from '#hosts/own-bench/own-bench'
import type { Values } from '#hosts/option-table'
import { isHost } from '#hosts/options'

const REPORT_KINDS = ['junit', 'json', 'html'] as const

export interface ReportFile {
  readonly kind: (typeof REPORT_KINDS)[number]
  readonly file: string
}

/** Options of every command that starts its own bench. */
export const BENCH_OPTIONS = {
  '--platform-port': {
    value: 'N',
    help: 'port of the platform, for a merchant whose settings name it',
  },
  '--bind': {
    value: 'ADDR',
    help: 'address to listen on (127.0.0.1 unless given), for a merchant in another container',
  },
  '--allow-host': {
    value: 'NAME',
    help: 'the name by which that merchant knows this computer; can be given more than once',
  },
  '--i-may-test': {
    value: 'HOST',
    help: 'another computer to which you may send; can be given more than once',
  },
  '--report': {
    value: 'KIND=FILE',
    help: 'write a report: junit, json or html; can be given more than once',
    further: /^(junit|json|html)=/,
  },
  '--session': {
    value: 'FILE',
    help: 'save everything that was sent as a session file, to open it in Paybench',
  },
} as const

export function readBenchOptions({ all, one }: Values<keyof typeof BENCH_OPTIONS>, problems: string[]) {
  const hostsOf = (name: '--bind' | '--allow-host' | '--i-may-test'): readonly string[] => {
    for (const value of all(name).filter((each) => !isHost(each.replace(/^\[(.*)\]$/, '$1'))))
      problems.push(
        `${name}: ${value.slice(0, 100)} is not an address or a host name. Give it without a scheme or port.`,
      )
    return all(name).map((value) => value.toLowerCase())
  }
  const reports = all('--report').flatMap((text) => {
    const [, kindText, file = ''] = /^(\w+)=(.+)$/s.exec(text) ?? []
    const kind = REPORT_KINDS.find((each) => each === kindText)
    if (kind !== undefined) return [{ kind, file }]
    problems.push(`--report: ${text} is not a report. Write junit=FILE, json=FILE or html=FILE.`)
    return []
  })
  const port = one('--platform-port')
  if (port !== null && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535))
    problems.push(`--platform-port: ${port} is not a port. Give a number from 0 (any free port) to 65535.`)
  return {
    reports,
    session: one('--session'),
    platformPort: port === null ? null : Number(port),
    network: { bind: hostsOf('--bind').at(-1) ?? LOOPBACK_ONLY.bind, allowHosts: hostsOf('--allow-host') },
    hosts: hostsOf('--i-may-test'),
  }
}
