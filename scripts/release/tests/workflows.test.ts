import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { ROOT } from '../../../local/support/files.ts'
import { unlessMissing } from '../../../testing/left-out.ts'
import { toolForTests } from '../../../local/support/tools.ts'

const actionlint = toolForTests('actionlint')
const withTool = unlessMissing('missing' in actionlint ? actionlint.missing : undefined, it)

withTool('the workflows are well-formed', () => {
  const workflows = globSync('.github/workflows/*.yaml', { cwd: ROOT })
  expect(workflows.length).toBeGreaterThan(1)
  // Without shellcheck, which only some machines have.
  const args = ['-no-color', '-shellcheck=', '-pyflakes=', ...workflows]
  execFileSync('path' in actionlint ? actionlint.path : '', args, { cwd: ROOT, encoding: 'utf8' })
})
