import type { Demo } from './demo/load.ts'
import { DEBUG_PORTS } from './services.ts'

const DEBUGGERS = Object.entries(DEBUG_PORTS)
  .map(([name, port]) => `${name} 127.0.0.1:${port}`)
  .join(', ')

/** What a person reads when everything runs. */
export function announcement({
  baseUrl,
  adminUrl,
  mailboxUrl,
  demo,
  watch,
}: {
  baseUrl: string
  adminUrl: string
  mailboxUrl: string
  demo: Demo
  watch: boolean
}): string {
  const example =
    demo.example === undefined
      ? ['  Every demo user is registered for every demo course. Start afresh with: npm start -- --reset']
      : [
          `  Register ${demo.example.userName} for "${demo.example.courseName}":`,
          '',
          `  curl -i -X POST ${baseUrl}/registrations/ \\`,
          `    -H 'X-Api-Key: ${demo.apiKey}' \\`,
          `    -H 'X-Api-Secret: ${demo.apiSecret}' \\`,
          "    -H 'Content-Type: application/json' \\",
          `    -d '${JSON.stringify({ courseId: demo.example.courseId, userEmail: demo.example.userEmail })}'`,
        ]
  return [
    '',
    `  Rollcall is ready at ${baseUrl}`,
    '',
    ...example,
    '',
    `  API reference   ${baseUrl}/docs/#key=${demo.apiKey}.${demo.apiSecret}`,
    `  Mailbox         ${mailboxUrl === '' ? 'the server named by SMTP_URL' : mailboxUrl}`,
    `  Operator API    ${adminUrl}/admin/… (its token is in .local/run.json)`,
    ...(watch
      ? [
          `  Debuggers       ${DEBUGGERS}`,
          '  A service starts again when its code changes; .local/logs/ says how.',
        ]
      : []),
    '',
    '  Ctrl-C stops everything; data is kept for the next start.',
    '',
  ].join('\n')
}
