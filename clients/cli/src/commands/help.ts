import { RUN_FILE, SETTINGS } from '../settings.ts'
import { command } from './table.ts'

export const help = command({
  describe: 'Show how commands find addresses and credentials',
  arguments: { topic: { choices: ['connection'], demandOption: true, describe: 'topic' } },
  examples: { 'help connection': 'flags, environment variables and the run file' },
  run: ({ output }) => output.line(connectionHelp()),
})

function connectionHelp(): string {
  const rows = Object.entries(SETTINGS).map(
    ([flag, { variable, describe }]) => `  ${`--${flag}`.padEnd(18)}${variable.padEnd(26)}${describe}`,
  )
  return [
    'Addresses and credentials that a command uses.',
    '',
    `  ${'Flag'.padEnd(18)}${'Environment variable'.padEnd(26)}Holds`,
    ...rows,
    '',
    '`registrations`, `webhooks listen`, and `list`, `get`, `delete`, `sync` and `renumber` of `users`, call',
    'the public API with an API key. All other commands, `registrations complete` and `import-history`,',
    'and `registrations list` and `history` with `--all-groups`, call the operator API with its token.',
    '',
    'A flag overrides its variable. Without the address and the credential of an API, both are read from',
    `${RUN_FILE} in the current folder, which \`npm start\` writes.`,
  ].join('\n')
}
