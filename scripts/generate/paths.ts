export const contractSource = 'openapi/openapi.yaml'
export const eventsSource = 'openapi/events'

/** Folders that hold generated files and nothing else, relative to the root. */
export const contractFolder = 'services/shared/contract/generated'
export const clientFolders = {
  user: 'services/registration/src/clients/generated/user',
  notification: 'services/registration/src/clients/generated/notification',
} as const

/** What `clients/` is given. */
export const publishedFolders = {
  client: 'clients/typescript/generated',
  cli: 'clients/cli/generated',
} as const

/** First line of every generated file whose format has comments. */
export const header = '// Generated, do not edit: npm run generate\n'
