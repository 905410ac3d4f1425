import { FORM_HANDLERS } from '../../src-main/domain/form/form-handlers'

/** How a handler was called on the merchant's page. */
export interface Call {
  readonly widget: string
  readonly name: string
  readonly data?: unknown
  /** Number of arguments. */
  readonly count: number
  /** Whether `this` was the widget. */
  readonly self: boolean
}

/** A message as the frame got it. */
export type Heard = Readonly<Record<string, unknown>>

/** What playwright's and puppeteer's pages and frames have in common. */
export interface Scripted {
  evaluate(expression: string): Promise<unknown>
  waitForFunction(expression: string): Promise<unknown>
}

const allHandlers: readonly string[] = FORM_HANDLERS.map(({ name }) => name)

export interface OpenOptions {
  /** Name of the widget on the page. */
  readonly as?: string
  readonly config?: Readonly<Record<string, unknown>>
  readonly method?: 'get' | 'post'
  readonly start?: 'run' | 'runEmbedded' | 'create'
  readonly handlers?: readonly string[]
}

const literal = (value: unknown): string => JSON.stringify(value)

/** Makes a widget on the page and opens it, unless it is only created. */
export async function openWidget(page: Scripted, options: OpenOptions = {}): Promise<void> {
  const { as = 'a', config = {}, method = 'get', start = 'run', handlers = allHandlers } = options
  const made = `recording(${literal(as)}, ${literal(config)}, ${literal(handlers)})`
  await page.evaluate(
    start === 'create'
      ? `void (configOf_${as} = ${made}, widgets[${literal(as)}] = EPayWidget.create(configOf_${as}, ${literal(method)}))`
      : `void (configOf_${as} = ${made}, configOf_${as}.onRun = function () { widgets[${literal(as)}] = this; calls.push({ widget: ${literal(as)}, name: 'onRun', count: arguments.length, self: true }) }, EPayWidget.${start}(configOf_${as}, ${literal(method)}))`,
  )
}

/** Waits until the frame was introduced to its widget. */
export const linked = async (frame: Scripted): Promise<void> => {
  await frame.waitForFunction('typeof guid === "string"')
}

/** The frame says something to the page around it. */
export async function say(
  frame: Scripted,
  message: string,
  data?: unknown,
  beside: unknown = {},
): Promise<void> {
  await frame.evaluate(
    `say(${literal(message)}, ${data === undefined ? 'undefined' : literal(data)}, ${literal(beside)})`,
  )
}

let sentinels = 0

/** Everything that was called until now: a last message is sent and waited for, because messages keep their order. */
export async function callsUntilNow(page: Scripted, frame: Scripted): Promise<readonly Call[]> {
  sentinels += 1
  const mark = `mark-${sentinels}`
  await say(frame, 'epframe.enter_key_pressed', mark)
  await page.waitForFunction(`calls.some(function (call) { return call.data === ${literal(mark)} })`)
  const calls = (await page.evaluate('JSON.parse(JSON.stringify(calls))')) as Call[]
  return calls.filter(({ data }) => !String(data).startsWith('mark-'))
}

/** What the frame heard of that name, once there is one. */
export async function heard(frame: Scripted, message: string): Promise<Heard> {
  await frame.waitForFunction(`received.some(function (one) { return one.message === ${literal(message)} })`)
  return (await frame.evaluate(
    `received.filter(function (one) { return one.message === ${literal(message)} }).pop()`,
  )) as Heard
}
