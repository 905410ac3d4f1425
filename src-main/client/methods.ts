import { METHODS, type MethodName, type Params, type Result } from '#protocol/methods'

/** Rejects with a BenchError. */
export type Call = <Name extends MethodName>(name: Name, params: Params<Name>) => Promise<Result<Name>>

/** Parameters are optional if none is required. */
type Method<Name extends MethodName> = (
  ...params: Record<string, never> extends Params<Name> ? [params?: Params<Name>] : [params: Params<Name>]
) => Promise<Result<Name>>

/** `payments.get` is `bench.payments.get(params)`. */
export type BenchMethods = {
  readonly [Subject in MethodName extends `${infer Subject}.${string}` ? Subject : never]: {
    readonly [Name in MethodName as Name extends `${Subject}.${infer Short}` ? Short : never]: Method<Name>
  }
}

export function methodsOver(call: Call): BenchMethods {
  const subjects: Record<string, Record<string, (params?: Params<MethodName>) => Promise<unknown>>> = {}
  for (const name of Object.keys(METHODS) as MethodName[]) {
    const [subject = '', short = ''] = name.split('.')
    subjects[subject] = { ...subjects[subject], [short]: (params = {}) => call(name, params) }
  }
  return subjects as unknown as BenchMethods
}
