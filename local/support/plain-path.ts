import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, readlinkSync, renameSync, symlinkSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { CommandError } from './command-error.ts'

/** Every other sign can mean something in an unquoted word of a shell, a search path or a configuration. */
const PLAIN = /^[\p{L}\p{M}\p{N}/._+@-]+$/u

/**
 * A path of this folder for programs that do not quote paths, such as the start scripts of RabbitMQ and
 * Erlang: the same one, or where it has other signs than letters, digits and `/._+@-`, a link in the cache of
 * the user. The link is the same for each run, because what is installed there knows its path.
 *
 * @param caches folders for the link; the first without such signs is taken
 * @throws CommandError if each of them has such a sign, too
 */
export function plainPath(
  folder: string,
  caches = [process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), tmpdir()],
): string {
  if (process.platform === 'win32' || PLAIN.test(folder)) return folder
  const cache = caches.find((path) => PLAIN.test(path))
  if (cache === undefined)
    throw new CommandError(
      `Servers can't run in ${folder}: their scripts need a path of letters, digits and /._+@- only.\n` +
        'Move the checkout, or set XDG_CACHE_HOME to a folder with such a path.',
    )
  const link = join(cache, 'rollcall', createHash('sha256').update(folder).digest('hex').slice(0, 12))
  if (targetOf(link) !== folder) {
    mkdirSync(dirname(link), { recursive: true, mode: 0o700 })
    const draft = `${link}.${process.pid}`
    symlinkSync(folder, draft)
    renameSync(draft, link)
  }
  return link
}

/** Where the link leads, if it is one of this user: others may write to the folder for temporary files. */
function targetOf(link: string): string | undefined {
  try {
    return lstatSync(link).uid === process.getuid?.() ? readlinkSync(link) : undefined
  } catch {
    return undefined
  }
}
