import { MAX_REQUEST_CHARS, type ReportKind, reportText } from './report-text'

/** Reports what happened. It never throws: it is called from inside the library. */
export interface Report {
  (kind: ReportKind, name: string, data?: unknown): void
  /** Whether one more report is kept in this second; further ones are only counted. */
  hasRoom(): boolean
}

/** Bounds by the page's server (src-main/lib/limits). */
export interface ReportLimits {
  /** Characters of the data of one report. */
  readonly dataChars: number
  readonly perSecond: number
}

const SECOND_MS = 1000
/** Reports of this many milliseconds are sent in one request. */
const COLLECT_MS = 20

/**
 * Posts reports to the page's own server, which forwards them to the workbench: the page needs no reference to the window
 * that framed or opened it. Reports that are pending when the page is left go as a beacon.
 */
export function createReporter(address: string, limits: ReportLimits): Report {
  let waiting: string[] = []
  let leftOut = 0
  let count = 0
  let secondAt = 0
  let isPlanned = false

  const hasRoom = (): boolean => {
    const now = new Date().getTime()
    if (Math.abs(now - secondAt) >= SECOND_MS) {
      secondAt = now
      count = 0
    }
    return count < limits.perSecond
  }
  const flush = (): void => {
    isPlanned = false
    if (waiting.length === 0 && leftOut === 0) return
    let counted = leftOut
    for (const reports of batches(waiting)) {
      post(address, `{"reports":[${reports.join(',')}],"leftOut":${String(counted)}}`)
      counted = 0
    }
    waiting = []
    leftOut = 0
  }
  const plan = (): void => {
    if (isPlanned) return
    isPlanned = true
    // Above the limit the page reports once a second how many reports were dropped.
    window.setTimeout(flush, leftOut > 0 ? SECOND_MS : COLLECT_MS)
  }
  window.addEventListener('pagehide', flush)

  function report(kind: ReportKind, name: string, data?: unknown): void {
    try {
      if (hasRoom()) {
        count += 1
        waiting.push(reportText(kind, name, data, limits.dataChars))
      } else leftOut += 1
      plan()
    } catch {
      // A value that cannot even be read as text: there is nothing to report.
    }
  }
  report.hasRoom = hasRoom
  return report
}

function batches(reports: readonly string[]): readonly (readonly string[])[] {
  const all: string[][] = [[]]
  let chars = 0
  for (const report of reports) {
    chars += report.length + 1
    if (chars > MAX_REQUEST_CHARS) {
      all.push([])
      chars = report.length + 1
    }
    all[all.length - 1]?.push(report)
  }
  return all
}

/** Requests of a page that is being left go on as beacons; old browsers have none. */
function post(address: string, body: string): void {
  if (isBeaconSent(address, body)) return
  const request = new XMLHttpRequest()
  request.open('POST', address)
  request.setRequestHeader('Content-Type', 'application/json')
  request.send(body)
}

function isBeaconSent(address: string, body: string): boolean {
  const beacon = navigator.sendBeacon as Navigator['sendBeacon'] | undefined
  try {
    return beacon?.call(navigator, address, new Blob([body], { type: 'application/json' })) === true
  } catch {
    // For some years Chromium refused beacons of this type.
    return false
  }
}
