import type { DeclaredVariable, GivenValues } from '#scenarios/running/variables'

/**
 * Prefix of the environment variables that a run may read. A file from somebody else must not get any other variable
 * when it is opened in the window and run.
 */
const READ_FROM = 'PAYBENCH_'

/**
 * Returns the values for a run that the window starts: only environment variables that are meant for Paybench, and the
 * secret of a project for this project alone.
 */
export const valuesOfWindow = (
  environment: GivenValues['environment'],
  secretOf: NonNullable<GivenValues['secretOf']>,
): GivenValues => ({
  variables: {},
  environment: Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith(READ_FROM))),
  secretOf,
  remedyFor: (name, declared) => (declared.secret === true ? secretRemedy(declared) : remedy(name, declared)),
})

const isRead = ({ env }: DeclaredVariable): boolean => env?.startsWith(READ_FROM) === true
const ONLY_THESE = `The window reads only variables of the environment whose names begin with ${READ_FROM}.`

const remedy = (name: string, declared: DeclaredVariable): string =>
  `Give ${name} a default in the file, or run the file with paybench run. ${
    isRead(declared)
      ? `The window takes it from ${declared.env ?? ''} in the environment that the bench was started in.`
      : ONLY_THESE
  }`

/** A secret has no default in a file. */
const secretRemedy = (declared: DeclaredVariable): string =>
  isRead(declared)
    ? `Start the bench with ${declared.env ?? ''} in its environment, or run the file with paybench run. If it is only the secret of given.project, you can add the project with this number and its secret in Settings instead.`
    : `${ONLY_THESE} Let the file read it from such a variable, or run the file with paybench run.`
