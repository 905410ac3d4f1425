import { handlerNameOf } from '#domain/form/handler-name'
import type { EPayWidgetGlobal, Widget, WidgetConfig, WidgetMessage } from './widget-types'

const checkSubmit = 'epframe.embedded_mode.check_submit'

/** Questions: the merchant answers by `resolve` or `reject` (contract 8.7). */
const questions: Readonly<Record<string, true>> = {
  [checkSubmit]: true,
  'epframe.embedded_mode.check_shipping_address': true,
  'epframe.embedded_mode.check_shipping_method': true,
  'epframe.embedded_mode.confirmation': true,
}

type Arguments = readonly unknown[]

/** Calls a function of the config, if there is one, with the widget as `this` (contract 8.8). */
export function callHandler(widget: Widget, name: string, args: Arguments): void {
  const handler = widget.config[name]
  if (typeof handler === 'function') handler.apply(widget, args)
}

function answer(widget: Widget, question: string, result: boolean, further: unknown): void {
  const data: WidgetConfig = {}
  if (typeof further === 'object' && further !== null) {
    const given = further as WidgetConfig
    Object.keys(given).forEach((name) => {
      data[name] = given[name]
    })
  }
  data['result'] = result
  widget.sendPostMessage({ message: question + '.result', data })
}

/** Sends a message to its handler, questions with the two functions that answer them. */
export function passOn(
  widget: Widget,
  name: string,
  message: WidgetMessage,
  library: EPayWidgetGlobal,
): void {
  const args: unknown[] = [message.data]
  if (questions[name] === true) {
    args.push(
      (further: unknown) => {
        answer(widget, name, true, further)
        if (name !== checkSubmit) return
        library.broadcastToOtherWidgets('epframe.embedded_mode.buttons_disable', widget.guid, {})
      },
      (further: unknown) => {
        answer(widget, name, false, name === checkSubmit ? undefined : further)
      },
    )
  }
  callHandler(widget, handlerNameOf(name), args)
}

/** Remembers what was reported last, for handlers that are called only for something new (contract 8.8). */
export function createChangeFilter(): (name: string, data: unknown) => boolean {
  const last: Record<string, readonly unknown[]> = {
    'epframe.resize': [0, 0],
    'epframe.amount_change': [undefined],
    'epframe.tab_change': [undefined],
  }
  const compared: Readonly<Record<string, readonly string[]>> = {
    'epframe.resize': ['width', 'height'],
    'epframe.amount_change': ['value'],
    'epframe.tab_change': ['tab'],
  }
  return (name, data) => {
    const before = last[name]
    const keys = compared[name]
    if (before === undefined || keys === undefined) return true
    const now = keys.map((key) => (data as Record<string, unknown>)[key])
    last[name] = now
    return now.some((value, n) => value !== before[n])
  }
}
