import { BenchError } from './connection'
import {
  type Handlers,
  isMethodName,
  type MethodName,
  METHODS,
  type ParsedParams,
  type Result,
} from './methods'
import type { ErrorShape } from './shapes'
import { readShape, shapeIssues } from '#domain/read-shape'
import { errorText } from '#lib/error-text'

export type Outcome = { readonly result: unknown } | { readonly error: ErrorShape }

async function run<Name extends MethodName>(
  handlers: Partial<Handlers>,
  name: Name,
  params: unknown,
): Promise<Result<Name>> {
  const { params: paramsSchema, result: resultSchema } = METHODS[name]
  const parsed = readShape(paramsSchema, params)
  if (!parsed.success) {
    const issues = shapeIssues(parsed.error)
    const first = issues[0]
    const where = first === undefined || first.field === '' ? 'the parameters' : first.field
    throw new BenchError(
      'invalid_params',
      `${name}: ${where}: ${first?.message ?? 'not readable'}. Correct the parameters and call again.`,
      issues,
    )
  }
  const handler: ((params: ParsedParams<Name>) => Promise<Result<Name>> | Result<Name>) | undefined =
    handlers[name]
  if (handler === undefined)
    throw new BenchError(
      'unavailable',
      `${name} cannot be called from here. Call it from the window or over the workbench API.`,
    )
  const result = await handler(parsed.data as ParsedParams<Name>)
  return resultSchema.parse(result) as Result<Name>
}

/**
 * Runs one call: checks the parameters, runs the handler, checks the result. Returns refusals as data, every other
 * error as `internal`. `onBug` gets those other errors, and refusals whose code the method's row does not name.
 */
export async function dispatch(
  handlers: Partial<Handlers>,
  name: string,
  params: unknown,
  onBug: (error: unknown) => void,
): Promise<Outcome> {
  if (!isMethodName(name)) {
    const names = Object.keys(METHODS).join(', ')
    return {
      error: { code: 'unknown_method', message: `There is no method "${name}". Methods: ${names}.` },
    }
  }
  try {
    return { result: await run(handlers, name, params) }
  } catch (error) {
    if (error instanceof BenchError) {
      const isAgreed = METHODS[name].errors.includes(error.code)
      if (!isAgreed) onBug(new Error(`The row of ${name} does not name ${error.code}`, { cause: error }))
      return { error: error.toShape() }
    }
    onBug(error)
    const reason = errorText(error)
    return {
      error: {
        code: 'internal',
        message: `${name} failed inside Paybench: ${reason}. Please report it; the log has the details.`,
      },
    }
  }
}
