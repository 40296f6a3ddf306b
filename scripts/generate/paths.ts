export const contractSource = 'openapi/openapi.yaml'
export const eventsSource = 'openapi/events'

/** Folders that hold generated files and nothing else, relative to the root. */
export const contractFolder = 'services/shared/contract/generated'
/** The service whose internal operations each client calls, by the folder of the client. */
export const clientFolders = {
  'services/registration/src/clients/generated/user': 'user',
  'services/registration/src/clients/generated/notification': 'notification',
  'services/notification/src/clients/generated/user': 'user',
  'services/notification/src/clients/generated/registration': 'registration',
  'services/user/src/clients/generated/registration': 'registration',
  'services/user/src/clients/generated/notification': 'notification',
} as const

/** Generated folders in `clients/`. */
export const publishedFolders = {
  client: 'clients/typescript/generated',
  cli: 'clients/cli/generated',
} as const

/** First line of every generated file whose format has comments. */
export const header = '// Generated, do not edit: npm run generate\n'
