import { readFormError } from './form-error'
import {
  bringFormIntoView,
  goToBank,
  LOOK_AT_FORM,
  type OpeningMode,
  readSetting,
  showPaid,
  whenReady,
  type Widget,
  type WidgetConfig,
} from './page-support'
import { MAX_REQUEST_CHARS, type ReportKind, reportText } from './report-text'

/** Reports an event. It never throws, because the library calls it. */
interface Report {
  (kind: ReportKind, name: string, data?: unknown): void
  /** Whether another report fits into this second; reports beyond the limit are only counted. */
  hasRoom(): boolean
}

interface ReportLimits {
  readonly dataChars: number
  readonly perSecond: number
}

const SECOND_MS = 1000
const COLLECT_MS = 20

/** Posts reports, at the latest on `pagehide`, to the page's own server, which forwards them to the workbench. */
function createReporter(address: string, limits: ReportLimits): Report {
  let waiting: string[] = []
  let leftOut = 0
  let count = 0
  let secondStart = 0
  let isPlanned = false

  const hasRoom = (): boolean => {
    const now = new Date().getTime()
    if (Math.abs(now - secondStart) >= SECOND_MS) {
      secondStart = now
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
    // Above the limit, the page reports once a second how many reports were dropped.
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
      // A value that cannot be converted to a string is not reported.
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

/** A beacon is sent even if the customer leaves the page; old browsers have no beacons. */
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

interface Setting {
  readonly id: string
  readonly parameters: Readonly<Record<string, string | number | boolean>>
  readonly mode: OpeningMode
  readonly method: 'get' | 'post'
  readonly checkSubmit: 'resolve' | 'reject' | 'none'
  readonly limits: ReportLimits
  /** Handlers of the library; `asks`: the form waits for resolve or reject. */
  readonly handlers: readonly { readonly name: string; readonly asks: boolean }[]
}

const setting = readSetting('preview') as Setting
const report = createReporter(`/shop/preview/${setting.id}/reports`, setting.limits)

watchPage(report)
whenReady(() => {
  watchMessages(report)
  const button = document.getElementById('pay')
  let widget = open()
  if (button === null) return
  button.addEventListener('click', () => {
    if (setting.mode === 'embedded' && widget !== null) widget.trySubmit()
    else widget = open()
  })
})

function open(): Widget | null {
  const library = window.EPayWidget
  if (library === undefined) {
    report('error', 'The library did not load')
    return null
  }
  try {
    const config = makeConfig()
    const widget =
      setting.mode === 'embedded'
        ? library.runEmbedded(config, setting.method)
        : library.run(config, setting.method)
    const send = widget.sendPostMessage
    widget.sendPostMessage = function (message: unknown) {
      report('message-out', nameOf(message), message)
      send.call(widget, message)
    }
    return widget
  } catch (fault) {
    report('error', 'The library refused the config', String(fault))
    return null
  }
}

function makeConfig(): WidgetConfig {
  const config: WidgetConfig = {}
  Object.keys(setting.parameters).forEach((name) => (config[name] = setting.parameters[name]))
  setting.handlers.forEach(({ name, asks }) => {
    if (name === 'onCheckSubmit' && setting.checkSubmit === 'none') return
    config[name] = (data: unknown, resolve?: (more: object) => void, reject?: () => void) => {
      report('handler', name, data)
      // The preview may have little height, so the page should show the form rather than the head of the shop.
      if (name === 'onLoaded' || LOOK_AT_FORM.indexOf(name) >= 0) bringFormIntoView()
      if (name === 'onEmbeddedModeRedirect3dsParentPage') goToBank(data)
      if (name === 'onPaymentSuccess') showPaid()
      if (!asks || resolve === undefined || reject === undefined) return
      if (name === 'onCheckSubmit' && setting.checkSubmit === 'reject') reject()
      else resolve({})
    }
  })
  return config
}

function watchMessages(reportTo: Report): void {
  window.addEventListener('message', (event) => {
    // Messages beyond the limit are not parsed either.
    const error = reportTo.hasRoom() ? readFormError(event.data) : null
    if (!reportTo.hasRoom()) reportTo('message-in', '')
    else if (error === null) reportTo('message-in', nameOf(event.data), event.data)
    else reportTo(error.kind, error.name, error.data)
  })
}

function watchPage(reportTo: Report): void {
  window.addEventListener(
    'error',
    (event) => {
      const { target } = event
      if (target instanceof HTMLScriptElement) reportTo('error', 'A script did not load', target.src)
      else if (target instanceof HTMLLinkElement) reportTo('error', 'A style sheet did not load', target.href)
      else reportTo('error', event.message, { file: event.filename, line: event.lineno })
    },
    true,
  )
  window.addEventListener('unhandledrejection', (event) => {
    reportTo('error', 'A promise was rejected', String(event.reason))
  })
  document.addEventListener('securitypolicyviolation', (event) => {
    reportTo('csp', event.effectiveDirective, { blocked: event.blockedURI, line: event.lineNumber })
  })
  const page = window.console
  ;(['error', 'warn'] as const).forEach((level) => {
    const write = page[level]
    page[level] = function (...texts: unknown[]) {
      reportTo('console', level, texts.map(String).join(' '))
      write.apply(page, texts)
    }
  })
}

/** The name in a window message, which is an object or its JSON text; '' if it has none. */
function nameOf(message: unknown): string {
  try {
    const value: unknown = typeof message === 'string' ? JSON.parse(message) : message
    if (typeof value !== 'object' || value === null || !('message' in value)) return ''
    return String(value.message)
  } catch {
    return ''
  }
}
