import { rename, writeFile } from 'node:fs/promises'

/** Replaces a file with this text as a whole: a command that is killed leaves the old text or the new one. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.new`
  await writeFile(temporary, text)
  await rename(temporary, path)
}
