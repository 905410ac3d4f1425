import type { GivenValues } from '../../../scenarios/running/variables'

/**
 * Only variables of the environment with this beginning are read: whoever opens a file of somebody else in the window and
 * runs it must not hand it what else the environment holds.
 */
const READ_FROM = 'PAYBENCH_'

/** What a run that the window starts is given: nothing but variables of the environment that are meant for Paybench. */
export const valuesOfWindow = (environment: GivenValues['environment']): GivenValues => ({
  variables: {},
  environment: Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith(READ_FROM))),
  remedyFor: (name, env) =>
    `Give ${name} a default in the file, or run the file with paybench run. ${
      env?.startsWith(READ_FROM) === true
        ? `The window takes it from ${env} in the environment that the bench was started in.`
        : `The window reads only variables of the environment whose names begin with ${READ_FROM}.`
    }`,
})
