import { TASKS } from '#scenarios/foreign/foreign'
import { isRecord } from '#lib/json/node'
import { DEFAULT_CARD, DEFAULT_PARAMETERS, type FormOpening, updateIn } from '#scenarios/form/opening'
import { cardNumber } from '#scenarios/vocabulary/fields'
import type { ArgsOf } from '#scenarios/vocabulary/scenario-shape'
import { sendAsBrowser, WEB_FORM } from './browser'
import { enteredCode } from './merchant'
import { decideAtProvider } from './provider'
import { namePayment, paymentNamed, type RunContext } from '#scenarios/running/context'
import type { HttpRequest } from '#scenarios/running/http'
import { refusalIn } from '#scenarios/running/remarks'
import { StepFailure } from '#scenarios/running/result'
import { jsonOf } from '#scenarios/running/texts'

type Args = ArgsOf<'customer'>

const FORM_WAIT_MS = 30_000

/**
 * Acts as a customer on the form and at the provider, in this order: opens, retries, pays, answers the issuer, decides
 * at the provider, fills in, closes.
 */
export async function actAsCustomer(run: RunContext, args: Args): Promise<string> {
  const name = args.as ?? args.of ?? ''
  const { opens, retries, pays, challenge, provider, fills, closes = false, waits = true } = args
  const done: string[] = []
  const perform = async (does: unknown, views: readonly string[], what: string, act: () => Promise<void>) => {
    if (does === undefined || does === false) return
    if (views.length > 0) await expectView(run, name, views)
    await act()
    done.push(what)
  }
  await perform(opens, [], 'opened the form', () => open(run, name, opens ?? '', args.as !== undefined))
  await perform(retries, ['result'], 'chose another attempt', () => postToForm(run, name, 'retry', {}))
  await perform(pays, ['methods', 'method', 'card', 'details'], 'paid', () => pay(run, name, pays ?? {}))
  await perform(challenge, ['challenge'], `answered the issuer (${challenge ?? ''})`, () =>
    answerIssuer(run, name, challenge ?? ''),
  )
  await perform(provider, [], `decided at the provider, as the step says: ${provider ?? ''}`, () =>
    decideAtProvider(run, name, provider ?? 'pay', args),
  )
  await perform(fills, ['clarification'], 'filled in the clarification', () =>
    postToForm(run, name, 'clarification', { fields: flatten(fills ?? {}) }),
  )
  await settleForm(run, name, waits ? FORM_WAIT_MS : 0)
  await perform(closes, [], 'closed the form', () => close(run, name))
  const view = run.forms.get(name)?.view ?? run.responses.get(name)?.view ?? null
  const shows = closes || view === null ? '' : `; the form shows ${view}`
  return `The customer ${done.join(', ')}${shows}`
}

async function open(
  run: RunContext,
  name: string,
  opens: string | Readonly<Record<string, unknown>>,
  isNew: boolean,
): Promise<void> {
  const opening =
    typeof opens === 'string' ? await openingOf(run, opens) : await signedOpening(run, name, opens, isNew)
  const post = opening.method === 'POST'
  const request: HttpRequest = {
    url: new URL(opening.url, run.platform).href,
    method: opening.method,
    headers: post ? WEB_FORM : {},
    body: post ? new URLSearchParams(opening.fields).toString() : null,
  }
  const { response, evidence } = await sendAsBrowser(run, request)
  const state = await run.foreign.run(TASKS.readForm, { page: response.text }, run.signal)
  const id = opening.fields['payment_id'] ?? new URL(request.url).searchParams.get('payment_id')
  if (isNew && id !== null) namePayment(run, name, id)
  run.responses.set(name, { response, evidence, view: state?.view ?? 'error' })
  if (state !== null) run.forms.set(name, state)
}

async function openingOf(run: RunContext, text: string): Promise<FormOpening> {
  if (/^https?:\/\//.test(text)) return { url: text, method: 'GET', fields: {} }
  const page = { page: text, platform: run.platform }
  const { opening } = await run.foreign.run(TASKS.readPage, page, run.signal)
  if (opening === null) {
    throw new StepFailure(
      'The page opens no payment form: it has no web form, link or frame to …/payment, and no parameters for the library.',
      { lines: [text.slice(0, 2000)] },
    )
  }
  return opening
}

type Plain = string | number | boolean
const isPlain = (value: unknown): value is Plain => ['string', 'number', 'boolean'].includes(typeof value)

/** Signs the parameters of an opening. The value `absent` removes one of {@link DEFAULT_PARAMETERS}. */
async function signedOpening(
  run: RunContext,
  name: string,
  given: Readonly<Record<string, unknown>>,
  isNew: boolean,
): Promise<FormOpening> {
  const id = isNew ? run.newId(name) : paymentNamed(run, name).id
  const entries = Object.entries({ payment_id: id, ...DEFAULT_PARAMETERS, ...given })
    .filter(([, value]) => value !== 'absent')
    .map(([key, value]) => [key, isPlain(value) ? value : JSON.stringify(value)] as const)
  const parameters = { ...Object.fromEntries(entries), project_id: run.projectId }
  const signed = await run.bench.call('preview.sign', { parameters, mode: 'modal', projectId: run.projectId })
  const fields = Object.fromEntries(
    Object.entries(signed.parameters).map(([key, value]) => [key, String(value)]),
  )
  return { url: `${run.platform}/payment`, method: 'POST', fields }
}

function formOf(run: RunContext, name: string) {
  const form = run.forms.get(name)
  const seen = run.responses.get(name)
  if (form !== undefined) return form
  if (seen === undefined) throw new StepFailure(`No form of ${name} is open. Open it with “opens”.`)
  const { why, evidence } = refusalIn(seen)
  throw new StepFailure(`No form of ${name} is open. ${why}`, { evidence: [evidence] })
}

/** Posts as the page of the form does (src-main/domain/form/wire.ts). */
async function postToForm(
  run: RunContext,
  name: string,
  action: string,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const form = formOf(run, name)
  const request: HttpRequest = {
    url: `${run.platform}${form.base}/${action}?rev=${encodeURIComponent(form.rev)}`,
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }
  // Evidence never holds card data.
  const shown = action === 'confirm' ? '(card data)' : request.body
  const { response, evidence } = await sendAsBrowser(run, request, shown)
  const update = updateIn(jsonOf(response.text))
  if (update !== null) Object.assign(form, update)
  run.responses.set(name, { response, evidence, view: form.view })
}

async function pay(
  run: RunContext,
  name: string,
  { card, method, fields, cvv, holder, expires = DEFAULT_CARD.expires, saves }: NonNullable<Args['pays']>,
): Promise<void> {
  const values = fields === undefined ? {} : { fields: flatten(fields) }
  if (formOf(run, name).view === 'methods') await postToForm(run, name, 'way', { way: method ?? 'card' })
  if (formOf(run, name).view === 'method') {
    await postToForm(run, name, 'confirm', values)
    return
  }
  if (formOf(run, name).view === 'details') await postToForm(run, name, 'details', values)
  await postToForm(run, name, 'confirm', {
    card: {
      pan: cardNumber(card ?? 'success'),
      month: expires.slice(0, 2),
      year: expires.slice(3),
      cvv: cvv ?? DEFAULT_CARD.cvv,
      card_holder: holder ?? DEFAULT_CARD.holder,
    },
    ...(saves === true ? { save: true } : {}),
    ...values,
  })
}

async function answerIssuer(run: RunContext, name: string, challenge: string): Promise<void> {
  const form = formOf(run, name)
  const { code } = await enteredCode(run, name, challenge)
  const fields = code === null ? { cancel: '1' } : { code }
  const request: HttpRequest = {
    url: `${run.platform}${form.base}/issuer?place=frame`,
    method: 'POST',
    headers: WEB_FORM,
    body: new URLSearchParams(fields).toString(),
  }
  run.responses.set(name, { ...(await sendAsBrowser(run, request)), view: form.view })
}

async function close(run: RunContext, name: string): Promise<void> {
  const form = formOf(run, name)
  if (form.view === 'result') await postToForm(run, name, 'give-up', {})
  run.forms.delete(name)
}

/** Polls the form until it stops waiting, for at most `withinMs` of virtual time; with 0, polls once. */
async function settleForm(run: RunContext, name: string, withinMs = FORM_WAIT_MS): Promise<void> {
  const form = run.forms.get(name)
  if (form === undefined) return
  const look = async (): Promise<true | null> => {
    const url = `${run.platform}${form.base}/view?rev=${encodeURIComponent(form.rev)}`
    const response = await run.send({ url, method: 'GET', headers: {}, body: null })
    const update = updateIn(jsonOf(response.text))
    if (update !== null) Object.assign(form, update)
    return form.view === 'waiting' ? null : true
  }
  if (withinMs === 0) await look()
  else await run.waiting.until(look, withinMs)
  const seen = run.responses.get(name)
  if (seen !== undefined) run.responses.set(name, { ...seen, view: form.view })
}

async function expectView(run: RunContext, name: string, views: readonly string[]): Promise<void> {
  await settleForm(run, name)
  const { view } = formOf(run, name)
  if (views.includes(view)) return
  const seen = run.responses.get(name)
  throw new StepFailure(`The form shows ${view}, not ${views.join(' or ')}.`, {
    expected: `view ${views.join(' or ')}`,
    evidence: seen === undefined ? [] : [seen.evidence],
  })
}

function flatten(value: Readonly<Record<string, unknown>>, before = ''): Readonly<Record<string, string>> {
  const parts = Object.entries(value).flatMap(([key, item]) => {
    const path = before === '' ? key : `${before}.${key}`
    return isRecord(item)
      ? Object.entries(flatten(item, path))
      : [[path, typeof item === 'string' ? item : JSON.stringify(item)]]
  })
  return Object.fromEntries(parts) as Readonly<Record<string, string>>
}
