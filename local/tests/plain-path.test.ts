import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainPath } from '../support/plain-path.ts'

describe('a folder for programs that do not quote paths', () => {
  const parent = mkdtempSync(join(tmpdir(), 'rollcall-plain-'))
  const cache = join(parent, 'cache')
  afterAll(() => rmSync(parent, { recursive: true }))
  const folderOf = (name: string) => {
    const folder = join(parent, name)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'file'), 'found')
    return folder
  }

  it.each([...Array.from(' \t\'"&%#()[]{}<>|;:,$`\\*?!~=^'), "a'b&c%d #e"].map((text) => [text]))(
    'with %j in its path has another path, which a shell and a list of paths take as it is',
    (text) => {
      const path = plainPath(folderOf(`odd${text}folder`), [cache])
      expect(path).not.toContain(text)
      expect(execFileSync('sh', ['-c', `PATH=/bin:/usr/bin; cat ${path}/file`]).toString()).toBe('found')
      expect(plainPath(folderOf(`odd${text}folder`), [cache])).toBe(path)
    },
  )

  it.each(['plain', 'with-1.2_signs+@', 'Übungen', 'コース'])('with a plain path keeps it: %s', (name) => {
    expect(plainPath(folderOf(name), [cache])).toBe(join(parent, name))
  })

  it('gets a link in the first cache whose path is plain, or an error that says what to do', () => {
    const folder = folderOf('two words')
    expect(plainPath(folder, [join(parent, "somebody's"), cache])).toMatch(cache)
    expect(() => plainPath(folder, [join(parent, "somebody's")])).toThrow('set XDG_CACHE_HOME')
  })

  it('does not follow a link that leads elsewhere', () => {
    const folder = folderOf('moved & copied')
    const path = plainPath(folder, [cache])
    rmSync(path)
    symlinkSync(parent, path)
    expect(readlinkSync(plainPath(folder, [cache]))).toBe(folder)
  })
})
