import { isRecord, type Members } from '#lib/json/node'
import { referencesIn } from '#scenarios/vocabulary/fields'
import { MAX_PROBLEMS, suggestion } from '#scenarios/vocabulary/words'
import type { YamlFile } from './read-yaml'
import type { Path, Problem, WrittenStep } from './scenario'

const RUN_NAMES = ['run', 'project', 'bench'] as const

const REFERENCE_FORM = /^[A-Za-z]\w*([.][^.}]+)*$/

/**
 * Checks what only the whole file shows: names that are missing or given twice.
 * @param head everything of the file but its steps, as it is written
 */
export function checkNames(file: YamlFile, head: Members, steps: readonly WrittenStep[]): readonly Problem[] {
  const problems: Problem[] = []
  const report = (path: Path, message: string): void => {
    problems.push(file.problemAt(path, message))
  }
  const { variables } = head
  const names = new Set<string>()
  const known = new Set<string>([...RUN_NAMES, ...(isRecord(variables) ? Object.keys(variables) : [])])

  const checkTexts = (value: unknown, path: Path): void => {
    if (typeof value === 'string') {
      for (const [whole, name = ''] of referencesIn(value)) {
        // A file shows no more of them, and each looks for the name that was meant.
        if (problems.length >= MAX_PROBLEMS) return
        const first = name.split('.')[0] ?? ''
        if (!REFERENCE_FORM.test(name))
          report(path, `${whole} is not a variable. Write it like \${order.id}.`)
        else if (!known.has(first))
          report(path, `Nothing is called ${first} at this step. ${suggestion(first, [...known])}`)
      }
    } else if (Array.isArray(value)) for (const [at, item] of value.entries()) checkTexts(item, [...path, at])
    else if (isRecord(value))
      for (const [key, item] of Object.entries(value)) checkTexts(item, [...path, key])
  }

  checkTexts(head['given'] ?? {}, ['given'])
  for (const { verb, at, args, expect } of steps) {
    const { of, as }: Members = isRecord(args) ? args : {}
    if (verb !== null) {
      const path = [...at, verb]
      checkTexts(args, path)
      if (typeof of === 'string' && !names.has(of))
        report([...path, 'of'], `No step before has \`as: ${of}\`. ${suggestion(of, [...names])}`)
      if (typeof as === 'string' && known.has(as))
        report([...path, 'as'], `Something else is called ${as}. Choose another name.`)
    }
    if (typeof as === 'string') {
      names.add(as)
      known.add(as)
    }
    // The expectation of a step may use the name that the step gives.
    checkTexts(expect, [...at, 'expect'])
  }
  return problems
}
