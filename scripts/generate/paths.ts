export const contractSource = 'openapi/openapi.yaml'
export const eventsSource = 'openapi/events'

/** Folders that hold generated files and nothing else, relative to the root. */
export const contractFolder = 'services/platform/contract/generated'
/** The calls of all internal operations, by which the services call each other. */
export const internalCallsFolder = 'services/platform/http/generated'

/** Generated folders in `clients/`. */
export const publishedFolders = {
  client: 'clients/typescript/generated',
  cli: 'clients/cli/generated',
} as const

/** First line of every generated file whose format has comments. */
export const header = '// Generated, do not edit: npm run generate\n'
