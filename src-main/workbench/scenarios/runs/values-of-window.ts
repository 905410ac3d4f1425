import type { GivenValues } from '../../../scenarios/running/variables'

/**
 * Prefix of the environment variables that a run may read. A file from somebody else must not get any other variable
 * when it is opened in the window and run.
 */
const READ_FROM = 'PAYBENCH_'

/** Returns the values for a run that the window starts: only environment variables that are meant for Paybench. */
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
