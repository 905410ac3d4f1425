import { readFormError } from './form-error'
import {
  bringFormIntoView,
  goToBank,
  LOOK_AT_FORM,
  type OpeningMode,
  readSetting,
  whenReady,
  type Widget,
  type WidgetConfig,
} from './page-support'
import { createReporter, type Report, type ReportLimits } from './report'

/** What the shop's server puts into the page (src-main/merchant/shop/pages/preview.ts). */
interface Setting {
  readonly id: string
  readonly parameters: Readonly<Record<string, string | number | boolean>>
  readonly mode: OpeningMode
  readonly method: 'get' | 'post'
  readonly checkSubmit: 'resolve' | 'reject' | 'none'
  readonly limits: ReportLimits
  /** Handlers of the library; `asks`: it waits for resolve or reject. */
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

/** Opens the form as a merchant's page does. The parameters are signed, so they are not changed. */
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
      if (LOOK_AT_FORM.indexOf(name) >= 0) bringFormIntoView()
      if (name === 'onEmbeddedModeRedirect3dsParentPage') goToBank(data)
      if (!asks || resolve === undefined || reject === undefined) return
      if (name === 'onCheckSubmit' && setting.checkSubmit === 'reject') reject()
      else resolve({})
    }
  })
  return config
}

/** Messages of the form, as they arrive and before the library acts on them. */
function watchMessages(reportTo: Report): void {
  window.addEventListener('message', (event) => {
    // Messages beyond the limit are not read either.
    const error = reportTo.hasRoom() ? readFormError(event.data) : null
    if (!reportTo.hasRoom()) reportTo('message-in', '')
    else if (error === null) reportTo('message-in', nameOf(event.data), event.data)
    else reportTo(error.kind, error.name, error.data)
  })
}

/** Errors, warnings and refused loads of the page. */
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

/** Name of a window message, which is an object or its JSON text; '' where it has none. */
function nameOf(message: unknown): string {
  try {
    const value: unknown = typeof message === 'string' ? JSON.parse(message) : message
    if (typeof value !== 'object' || value === null || !('message' in value)) return ''
    return String(value.message)
  } catch {
    return ''
  }
}
