import type { Demo } from './demo/load.ts'
import type { RunFile } from './places.ts'
import { DEBUG_PORTS } from './services.ts'

const DEBUGGERS = Object.entries(DEBUG_PORTS)
  .map(([name, port]) => `${name} 127.0.0.1:${port}`)
  .join(', ')

/** What a person reads when everything runs. */
export function announcement(
  { baseUrl, adminUrl, mailboxUrl, apiKey, apiSecret }: RunFile,
  example: Demo['example'],
  watch: boolean,
): string {
  const call = example && [
    `  Register ${example.userName} for "${example.courseName}":`,
    '',
    `  curl -i -X POST ${baseUrl}/registrations/ \\`,
    `    -H 'X-Api-Key: ${apiKey}' \\`,
    `    -H 'X-Api-Secret: ${apiSecret}' \\`,
    "    -H 'Content-Type: application/json' \\",
    `    -d '${JSON.stringify({ courseId: example.courseId, userEmail: example.userEmail })}'`,
  ]
  const none =
    '  Every demo user is registered for every demo course. Start afresh with: npm start -- --reset'
  const watching = [
    `  Debuggers       ${DEBUGGERS}`,
    '  A service starts again when its code changes; .local/logs/ says how.',
  ]
  return [
    '',
    `  Rollcall is ready at ${baseUrl}`,
    '',
    ...(call ?? [none]),
    '',
    `  API reference   ${baseUrl}/docs/#key=${apiKey}.${apiSecret}`,
    `  Mailbox         ${mailboxUrl || 'the server named by SMTP_URL'}`,
    `  Operator API    ${adminUrl}/admin/… (its token is in .local/run.json)`,
    ...(watch ? watching : []),
    '',
    '  Ctrl-C stops everything; data is kept for the next start.',
    '',
  ].join('\n')
}
