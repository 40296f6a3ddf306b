import { join } from 'node:path'
import { installOnce, isInstalled as isComplete } from '../support/install-once.ts'
import { requireOnPath, run } from './programs.ts'
import type { Site } from './server.ts'

type Place = Pick<Site, 'software' | 'env'> & Partial<Pick<Site, 'guardian'>>

const INSTALL_MS = 150_000

/** @param pinned packages of PyPI, each as `name==version` */
const folderOf = (pinned: readonly string[], { software }: Place) =>
  join(software, pinned.join('+').replaceAll('==', '-'))

export const isInstalled = (pinned: readonly string[], place: Place): boolean =>
  isComplete(folderOf(pinned, place))

/**
 * The folder with the programs of Python packages: a virtual environment of this checkout, made once.
 * @throws Error when there is no Python or the package can't be installed
 */
export async function programsOf(pinned: readonly string[], place: Place): Promise<string> {
  const dir = folderOf(pinned, place)
  await installOnce(dir, async () => {
    const { software: _software, ...rest } = place
    const limits = { ...rest, timeoutMs: INSTALL_MS }
    const python = requireOnPath('python3', place.env)
    await run(python, ['-m', 'venv', '--without-pip', dir], limits)
    const own = join(dir, 'bin/python')
    // A pip from 22.3 installs into other environments; without one, this environment gets its own, which
    // takes longer.
    const pip = await run(python, ['-m', 'pip', '--python', own, '--version'], limits).then(
      () => [python, '-m', 'pip', '--python', own] as const,
      () => run(own, ['-m', 'ensurepip'], limits).then(() => [own, '-m', 'pip'] as const),
    )
    // Python compiles modules on first use, which are a small part.
    const options = ['--quiet', '--disable-pip-version-check', '--no-compile']
    await run(pip[0], [...pip.slice(1), 'install', ...options, ...pinned], limits)
  })
  return join(dir, 'bin')
}
