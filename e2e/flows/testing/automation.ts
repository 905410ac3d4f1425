import type { MethodName, Params, Result } from '#protocol/methods'
import type { ErrorShape } from '#protocol/shapes'
import type { ReadyInfo } from '#hosts/running-bench'
import { exchange, type WireResponse } from './wire-client'

/** The automation API of a running bench, as scripts use it. */
export interface Automation {
  /** Calls a method over HTTP; throws with the error's code and message. */
  call<Name extends MethodName>(name: Name, params: Params<Name>): Promise<Result<Name>>
  /** The error of a call that is refused. */
  refusal(name: string, params: unknown): Promise<ErrorShape & { readonly httpStatus: number }>
  /** The code of that error and the fields that it names, separated by spaces. */
  refused(name: string, params: unknown): Promise<string>
}

export function automationOf({ workbench, token }: Pick<ReadyInfo, 'workbench' | 'token'>): Automation {
  const post = (name: string, params: unknown): Promise<WireResponse> =>
    exchange(`${workbench ?? ''}/api/v1/${name}`, {
      headers: { Authorization: `Bearer ${token ?? ''}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(params),
    })
  const automation: Automation = {
    async call<Name extends MethodName>(name: Name, params: Params<Name>): Promise<Result<Name>> {
      const { json } = await post(name, params)
      if ('error' in json) throw new Error(`${name}: ${JSON.stringify(json['error'])}`)
      return json['result'] as Result<Name>
    },
    async refusal(name, params) {
      const { status, json } = await post(name, params)
      if (!('error' in json))
        throw new Error(`${name} was not refused: ${JSON.stringify(json).slice(0, 300)}`)
      return { httpStatus: status, ...(json['error'] as ErrorShape) }
    },
    async refused(name, params) {
      const { code, issues = [] } = await automation.refusal(name, params)
      return [code, ...issues.map(({ field }) => field)].join(' ')
    },
  }
  return automation
}
