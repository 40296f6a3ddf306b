import { fetchDebianProgram, SOFTWARE, TEST_PROGRAMS } from '../../local/backing/debian.ts'
import type { Guardian } from '../../local/processes/guardian.ts'
import type { ProgressReporter } from '../../local/progress-reporter.ts'
import { messageOf } from '../../local/support/command-error.ts'
import { LOCAL } from '../../local/support/files.ts'
import { schemathesis } from '../../testing/schemathesis.ts'

/**
 * Fetches the programs that tests use, as far as that takes seconds. What fails is reported; the tests that
 * need it are left out, and their names say why.
 */
export async function fetchPrograms(guardian: Guardian, progress: ProgressReporter): Promise<void> {
  const site = { dir: LOCAL, logs: LOCAL, software: SOFTWARE, env: process.env, guardian, progress }
  const report = (error: unknown) => progress.print('programs', messageOf(error))
  const fromDebian = async () => {
    const { chromium: _chromium, ...quick } = TEST_PROGRAMS
    // Chromium with its libraries can take more than a minute, for one test of a complete run.
    const isWanted = process.env['CI'] === 'true' || process.env['PAGES'] === 'true'
    // One after the other: each may update the lists of packages.
    for (const [packageName, command] of Object.values(isWanted ? TEST_PROGRAMS : quick))
      await fetchDebianProgram(packageName, command, site).catch(report)
  }
  await Promise.all([fromDebian(), schemathesis().catch(report)])
}
