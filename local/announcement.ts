import type { Demo } from './demo/load.ts'
import { jsonText, shellWord } from './pages/samples.ts'
import type { RunFile } from './paths.ts'
import { DEBUG_PORTS } from './services.ts'
import { LOOPBACK_HOST } from './support/loopback.ts'

/** The text that is printed when everything is running. */
export function announcement(
  { baseUrl, adminUrl, mailboxUrl, operatorPageUrl, apiKey, apiSecret }: RunFile,
  example: Demo['example'],
  watch: boolean,
): string {
  const call = example && [
    `  Register ${example.userName} for "${example.courseName}":`,
    '',
    `  curl -i -X POST ${shellWord(`${baseUrl}/registrations/`)} \\`,
    `    -H ${shellWord(`X-Api-Key: ${apiKey}`)} \\`,
    `    -H ${shellWord(`X-Api-Secret: ${apiSecret}`)} \\`,
    "    -H 'Content-Type: application/json' \\",
    `    -d ${shellWord(jsonText({ courseId: example.courseId, userEmail: example.userEmail }))}`,
  ]
  const debuggers = Object.entries(DEBUG_PORTS).map(([name, port]) => `${name} ${LOOPBACK_HOST}:${port}`)
  return [
    '',
    `  Rollcall is ready at ${baseUrl}`,
    '',
    ...(call ?? [
      '  Every demo user is registered for every demo course. Remove all data with: npm start -- --reset',
    ]),
    '',
    `  API reference   ${baseUrl}/docs/#key=${apiKey}.${apiSecret}`,
    `  Mailbox         ${mailboxUrl || 'the server named by SMTP_URL'}`,
    `  Operators' page ${operatorPageUrl} (the token is in .local/run.json)`,
    `  Operator API    ${adminUrl}/admin/…`,
    ...(watch ? [`  Debuggers       ${debuggers.join(', ')}`, '  Logs            .local/logs/'] : []),
    '',
    '  Ctrl-C stops everything; data is kept for the next start.',
    '',
  ].join('\n')
}
